/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hwsim_ext: a mac80211 driver whose radios spend air time and report
 * transmissions the way hardware does.
 *
 * A frame goes socket -> TXQ -> tx.c -> firmware queue (fwq.c) -> aggregate.c
 * -> csma.c and exchange.c (the air) -> deliver.c -> rx.c at the receiver and
 * completion.c at the sender.  The prototypes below stand in that order.
 */
#ifndef HWX_H
#define HWX_H

#include "state.h"

static inline struct hwx_radio *hwx_radio(struct ieee80211_hw *hw)
{
	return hw->priv;
}

static inline struct hwx_vif *hwx_vif(struct ieee80211_vif *vif)
{
	return (struct hwx_vif *)vif->drv_priv;
}

static inline struct hwx_peer *hwx_peer(struct ieee80211_sta *sta)
{
	return (struct hwx_peer *)sta->drv_priv;
}

static inline bool hwx_two_ghz(const struct hwx_air *air)
{
	return air->chan.band == NL80211_BAND_2GHZ;
}

/* radio.c */
extern struct mutex hwx_radios_lock;
extern struct list_head hwx_radios;
extern u32 hwx_generation;
int hwx_radio_init_module(void);
void hwx_radio_exit_module(void);
struct hwx_radio *hwx_radio_create(const struct hwx_params *params,
				   const char *name,
				   struct netlink_ext_ack *extack);
void hwx_radio_destroy(struct hwx_radio *radio);
void hwx_radio_destroy_all(void);
struct hwx_radio *hwx_radio_find(u32 id);
struct hwx_radio *hwx_radio_find_name(const char *name);

/* caps.c */
int hwx_caps_init(struct hwx_radio *radio);
void hwx_caps_exit(struct hwx_radio *radio);
void hwx_caps_window(struct hwx_radio *radio);
int hwx_caps_regulatory(struct hwx_radio *radio);

/* ops.c */
extern const struct ieee80211_ops hwx_ops;

/* vif.c */
int hwx_op_add_interface(struct ieee80211_hw *hw, struct ieee80211_vif *vif);
void hwx_op_remove_interface(struct ieee80211_hw *hw,
			     struct ieee80211_vif *vif);
int hwx_op_change_interface(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
			    enum nl80211_iftype type, bool p2p);
int hwx_op_conf_tx(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
		   unsigned int link_id, u16 ac,
		   const struct ieee80211_tx_queue_params *params);
void hwx_op_link_info_changed(struct ieee80211_hw *hw,
			      struct ieee80211_vif *vif,
			      struct ieee80211_bss_conf *info, u64 changed);
void hwx_op_vif_cfg_changed(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
			    u64 changed);

/* beacon.c */
void hwx_beacon_init(struct hwx_vif *hvif);
void hwx_beacon_start(struct hwx_vif *hvif, u32 interval_tu);
void hwx_beacon_stop(struct hwx_vif *hvif);
u64 hwx_tsf_us(const struct hwx_radio *radio, u64 now_ns);
void hwx_beacon_stamp(struct hwx_radio *radio, struct sk_buff *skb,
		      u64 start_ns);

/* sta.c */
u32 hwx_sta_generation(void);
int hwx_op_sta_state(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
		     struct ieee80211_sta *sta, enum ieee80211_sta_state old,
		     enum ieee80211_sta_state new);
void hwx_op_sta_pre_rcu_remove(struct ieee80211_hw *hw,
			       struct ieee80211_vif *vif,
			       struct ieee80211_sta *sta);
void hwx_op_sta_statistics(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
			   struct ieee80211_sta *sta,
			   struct station_info *sinfo);

/* session.c: callers but the first hold the lock of the medium */
int hwx_op_ampdu_action(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
			struct ieee80211_ampdu_params *params);
void hwx_session_enter(struct hwx_fwq *fwq, struct hwx_desc *desc);
void hwx_session_leave(struct hwx_fwq *fwq, struct hwx_desc *desc);
bool hwx_session_receives(struct ieee80211_sta *sta, u8 tid);
bool hwx_session_repeats(struct ieee80211_sta *sta,
			 const struct hwx_desc *desc);

/* fwba.c: callers but of the last two hold the lock of the medium */
bool hwx_fwba_owns(const struct hwx_radio *radio);
bool hwx_fwba_holds(const struct hwx_fwq *fwq, const struct hwx_desc *desc);
bool hwx_fwba_frame(struct hwx_radio *radio, const struct hwx_desc *desc,
		    u64 now_ns);
u16 hwx_fwba_ssn(struct ieee80211_sta *sta, u8 tid, u16 ssn);
void hwx_fwba_ready(struct hwx_radio *radio, struct ieee80211_vif *vif,
		    struct ieee80211_sta *sta, u8 tid);
bool hwx_fwba_receive(struct hwx_radio *radio, const struct hwx_desc *desc);
void hwx_fwba_bar(struct hwx_radio *radio, const struct hwx_desc *desc);
void hwx_fwba_forget(struct hwx_radio *radio, struct ieee80211_vif *vif,
		     struct ieee80211_sta *sta);
void hwx_fwba_init(struct hwx_radio *radio);
void hwx_fwba_stop(struct hwx_radio *radio);

/* rxorder.c: callers but of the last two hold the lock of the medium */
bool hwx_order_owns(const struct hwx_radio *radio);
void hwx_order_add(struct hwx_radio *radio, struct ieee80211_sta *sta,
		   const struct hwx_desc *desc, struct sk_buff *skb,
		   u64 now_ns);
void hwx_order_bar(struct hwx_radio *radio, struct ieee80211_sta *sta,
		   const struct hwx_desc *desc, u64 now_ns);
int hwx_order_start(struct hwx_radio *radio, struct ieee80211_sta *sta, u8 tid,
		    u16 start, u16 window);
void hwx_order_stop(struct hwx_radio *radio, struct ieee80211_sta *sta, u8 tid);
void hwx_order_init(struct hwx_radio *radio);
void hwx_order_quiet(struct hwx_radio *radio);

/* key.c */
int hwx_op_set_key(struct ieee80211_hw *hw, enum set_key_cmd cmd,
		   struct ieee80211_vif *vif, struct ieee80211_sta *sta,
		   struct ieee80211_key_conf *key);
u32 hwx_key_overhead(u32 cipher);
void hwx_key_mark(struct hwx_desc *desc, const struct ieee80211_key_conf *key);
bool hwx_key_has(struct ieee80211_sta *sta);
void hwx_key_mark_own(struct hwx_desc *desc);

/* chan.c */
int hwx_op_add_chanctx(struct ieee80211_hw *hw,
		       struct ieee80211_chanctx_conf *ctx);
void hwx_op_remove_chanctx(struct ieee80211_hw *hw,
			   struct ieee80211_chanctx_conf *ctx);
void hwx_op_change_chanctx(struct ieee80211_hw *hw,
			   struct ieee80211_chanctx_conf *ctx, u32 changed);
int hwx_op_assign_vif_chanctx(struct ieee80211_hw *hw,
			      struct ieee80211_vif *vif,
			      struct ieee80211_bss_conf *link,
			      struct ieee80211_chanctx_conf *ctx);
void hwx_op_unassign_vif_chanctx(struct ieee80211_hw *hw,
				 struct ieee80211_vif *vif,
				 struct ieee80211_bss_conf *link,
				 struct ieee80211_chanctx_conf *ctx);
int hwx_op_switch_vif_chanctx(struct ieee80211_hw *hw,
			      struct ieee80211_vif_chanctx_switch *vifs,
			      int n_vifs,
			      enum ieee80211_chanctx_switch_mode mode);
int hwx_op_get_survey(struct ieee80211_hw *hw, int idx,
		      struct survey_info *survey);
void hwx_chan_from_def(struct hwx_chan *chan,
		       const struct cfg80211_chan_def *def);

/* scan.c */
void hwx_scan_init(struct hwx_radio *radio);
void hwx_scan_stop(struct hwx_radio *radio, struct ieee80211_vif *vif);
int hwx_op_hw_scan(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
		   struct ieee80211_scan_request *req);
void hwx_op_cancel_hw_scan(struct ieee80211_hw *hw, struct ieee80211_vif *vif);
int hwx_op_remain_on_channel(struct ieee80211_hw *hw,
			     struct ieee80211_vif *vif,
			     struct ieee80211_channel *chan, int duration_ms,
			     enum ieee80211_roc_type type);
int hwx_op_cancel_remain_on_channel(struct ieee80211_hw *hw,
				    struct ieee80211_vif *vif);

/* pool.c: callers hold the lock of the medium */
void hwx_pool_init(struct hwx_radio *radio);
int hwx_pool_grow(struct hwx_radio *radio, u32 tx_desc);
void hwx_pool_exit(struct hwx_radio *radio);
struct hwx_desc *hwx_pool_find(struct hwx_radio *radio, u32 id);
struct hwx_desc *hwx_pool_get(struct hwx_radio *radio, bool urgent);
void hwx_pool_put(struct hwx_radio *radio, struct hwx_desc *desc);

/* tx.c */
void hwx_op_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control,
	       struct sk_buff *skb);
void hwx_op_wake_tx_queue(struct ieee80211_hw *hw, struct ieee80211_txq *txq);
void hwx_tx_refill(struct hwx_radio *radio);
u32 hwx_tx_room(struct hwx_radio *radio);
struct hwx_fwq *hwx_tx_fwq(struct hwx_radio *radio, struct ieee80211_sta *sta,
			   struct hwx_edca *edca, u8 tid);
void hwx_tx_queue(struct hwx_radio *radio, struct ieee80211_txq *txq,
		  struct sk_buff_head *skbs);
void hwx_tx_drop(struct hwx_radio *radio, struct sk_buff_head *skbs);
void hwx_tx_urgent(struct hwx_radio *radio, struct ieee80211_vif *vif,
		   struct ieee80211_sta *sta, struct sk_buff *skb, u8 queue,
		   bool own);

bool hwx_tx_own(struct hwx_radio *radio, struct ieee80211_vif *vif,
		struct ieee80211_sta *sta, struct sk_buff *skb, u8 queue);

/* tso.c */
u32 hwx_tso_reserve(const struct hwx_radio *radio);
int hwx_tso_check(const struct hwx_params *params,
		  struct netlink_ext_ack *extack);
void hwx_tso_interface(const struct hwx_radio *radio,
		       struct ieee80211_vif *vif);
void hwx_tso_split(struct hwx_radio *radio, struct sk_buff *skb,
		   struct sk_buff_head *to);

/* frags.c */
void hwx_frags_announce(struct hwx_radio *radio);
void hwx_frags_limit(const struct hwx_radio *radio, struct ieee80211_sta *sta);
u32 hwx_frags_count(const struct sk_buff *skb);
const struct sk_buff *hwx_frags_last(const struct sk_buff *skb);
void hwx_frags_orphan(struct sk_buff *skb);
void hwx_frags_csum(const struct sk_buff *skb, u8 *data);

/* ring.c */
u32 hwx_ring_room(struct hwx_radio *radio, struct ieee80211_txq *txq);
void hwx_ring_enter(struct hwx_fwq *fwq, struct hwx_desc *desc);
void hwx_ring_leave(struct hwx_fwq *fwq, struct hwx_desc *desc);

/* fetch.c */
void hwx_fetch_init(struct hwx_radio *radio);
void hwx_fetch_announce(struct hwx_radio *radio, struct ieee80211_txq *txq);
void hwx_fetch_forget(struct ieee80211_txq *txq);
void hwx_fetch_check(struct hwx_radio *radio);
void hwx_fetch_serve(struct hwx_radio *radio);
void hwx_fetch_stop(struct hwx_radio *radio);

/* build.c */
void hwx_build(struct hwx_radio *radio, u8 ac);
void hwx_build_reschedule(struct hwx_radio *radio);

/* stage.c: callers hold the lock of the medium, but for the first two */
int hwx_stage_init(struct hwx_radio *radio);
void hwx_stage_exit(struct hwx_radio *radio);
bool hwx_stage_on(const struct hwx_edca *edca);
bool hwx_stage_has_slot(const struct hwx_edca *edca, enum hwx_slot slot);
bool hwx_stage_add(struct hwx_fwq *fwq);
void hwx_stage_urgent(struct hwx_fwq *fwq, struct hwx_desc *desc);
bool hwx_stage_take(struct hwx_edca *edca, const struct hwx_room *room,
		    struct hwx_ppdu *ppdu, u64 now_ns);
bool hwx_stage_keep(struct hwx_edca *edca, const struct hwx_ppdu *sent,
		    struct list_head *again);
u16 hwx_stage_oldest(const struct hwx_fwq *fwq, u16 sn);
u64 hwx_stage_ready_ns(const struct hwx_edca *edca);
u32 hwx_stage_done(struct hwx_edca *edca, enum hwx_slot slot);
void hwx_stage_indicate(struct hwx_radio *radio);
void hwx_stage_release(struct hwx_radio *radio);
void hwx_stage_purge(struct hwx_edca *edca, const struct ieee80211_vif *vif,
		     const struct hwx_fwq *fwq, struct list_head *to);
void hwx_stage_abort(struct hwx_edca *edca, enum hwx_slot slot);
void hwx_stage_reset(struct hwx_radio *radio);

/* fwq.c: callers hold the lock of the medium */
void hwx_fwq_init(struct hwx_fwq *fwq, struct hwx_edca *edca);
void hwx_fwq_add(struct hwx_fwq *fwq, struct hwx_desc *desc);
void hwx_fwq_add_first(struct hwx_fwq *fwq, struct hwx_desc *desc);
void hwx_fwq_stick(struct hwx_fwq *fwq);
void hwx_fwq_requeue(struct hwx_fwq *fwq, struct list_head *frames);
struct hwx_desc *hwx_fwq_first(struct hwx_fwq *fwq, u64 now_ns);
struct hwx_desc *hwx_fwq_next_new(struct hwx_fwq *fwq, u64 now_ns);
void hwx_fwq_take(struct hwx_fwq *fwq, struct hwx_desc *desc,
		  struct list_head *to);
void hwx_fwq_join(struct hwx_fwq *fwq, struct hwx_desc *mpdu, u32 n);
void hwx_fwq_resume(struct hwx_fwq *fwq);
u16 hwx_fwq_seq(const struct hwx_fwq *fwq, const struct hwx_desc *desc);
u16 hwx_fwq_seq_of_new(const struct hwx_fwq *fwq);
void hwx_fwq_drop(struct hwx_fwq *fwq, struct list_head *from,
		  struct list_head *to);
void hwx_fwq_purge(struct hwx_fwq *fwq, struct list_head *to);
void hwx_fwq_reset(struct hwx_fwq *fwq, struct list_head *to);
struct ieee80211_sta *hwx_fwq_sta(struct hwx_fwq *fwq);
u64 hwx_fwq_ready_ns(struct hwx_fwq *fwq);
void hwx_edca_init(struct hwx_edca *edca, struct hwx_radio *radio, u8 ac);
bool hwx_edca_has_frames(const struct hwx_edca *edca);
u64 hwx_edca_ready_ns(const struct hwx_edca *edca);
void hwx_radio_purge(struct hwx_radio *radio, struct ieee80211_vif *vif,
		     struct list_head *to);

/* watchdog.c: callers hold the lock of the medium */
void hwx_watchdog_wake(struct hwx_medium *medium);
void hwx_watchdog_served(struct hwx_fwq *fwq, u64 now_ns);
void hwx_watchdog_look(struct hwx_medium *medium, u64 now_ns);

/* aggregate.c: callers hold the lock of the medium */
bool hwx_aggregate(struct hwx_edca *edca, const struct hwx_room *room,
		   struct hwx_ppdu *ppdu, u64 now_ns);
bool hwx_aggregate_fwq(struct hwx_fwq *fwq, const struct hwx_room *room,
		       struct hwx_ppdu *ppdu, u64 now_ns);
bool hwx_aggregate_wish(struct hwx_fwq *fwq, const struct hwx_room *room,
			struct hwx_wish *wish, enum hwx_slot *slot);

/* amsdu.c: callers hold the lock of the medium */
void hwx_amsdu_limits(const struct hwx_radio *radio, const struct hwx_fwq *fwq,
		      const struct ieee80211_sta *sta,
		      const struct hwx_rate *rate,
		      struct hwx_amsdu_limits *limits);
void hwx_amsdu_plan(const struct hwx_fwq *fwq, struct hwx_desc *first,
		    const struct hwx_amsdu_limits *limits, u32 room_bytes,
		    u64 now_ns, struct hwx_amsdu *amsdu);
u32 hwx_amsdu_count(const struct hwx_desc *mpdu);
u32 hwx_amsdu_open(struct hwx_desc *mpdu);
struct sk_buff *hwx_amsdu_copy(const struct hwx_desc *mpdu);

/* starve.c */
void hwx_starve_count(struct hwx_radio *radio, const struct hwx_desc *last);

/* phy.c: rates of mac80211 and of core/ */
bool hwx_phy_is_dsss(u16 rate_100kbps);
void hwx_phy_legacy(struct hwx_rate *rate, u16 rate_100kbps);
bool hwx_phy_samples(const struct hwx_radio *radio,
		     const struct hwx_desc *desc);
bool hwx_phy_rate(struct hwx_radio *radio, struct hwx_desc *desc,
		  u8 unanswered, struct hwx_rate *rate);
void hwx_phy_rate_info(const struct hwx_rate *rate, struct rate_info *info);
void hwx_phy_tx_rate(const struct hwx_radio *radio,
		     const struct hwx_rate *rate, enum nl80211_band band,
		     struct ieee80211_tx_rate *tx_rate);
void hwx_phy_rx_rate(const struct hwx_radio *radio,
		     const struct hwx_rate *rate, enum nl80211_band band,
		     struct ieee80211_rx_status *status);

/* fwrate.c */
bool hwx_fwrate_owns(const struct hwx_radio *radio);
void hwx_fwrate_choose(struct hwx_radio *radio, struct ieee80211_sta *sta,
		       const struct hwx_air *air, struct hwx_rate *rate);
bool hwx_fwrate_tells(struct hwx_radio *radio, struct ieee80211_sta *sta);
void hwx_fwrate_session(struct hwx_radio *radio, const struct hwx_desc *desc);

/* medium.c */
struct hwx_medium *hwx_medium_get(u32 id);
void hwx_medium_put(struct hwx_medium *medium);
struct hwx_medium *hwx_medium_find(u32 id);
extern struct list_head hwx_mediums;
void hwx_medium_exit_all(void);
void hwx_medium_reseed(struct hwx_medium *medium, u64 seed);
void hwx_medium_arm(struct hwx_medium *medium, u64 at_ns);

/* air.c: callers hold the lock of the medium */
struct hwx_air *hwx_air_get(struct hwx_medium *medium,
			    const struct hwx_chan *chan, gfp_t gfp);
void hwx_air_put(struct hwx_medium *medium, struct hwx_air *air);
bool hwx_air_overlap(const struct hwx_air *a, const struct hwx_air *b);
void hwx_air_busy(struct hwx_medium *medium, struct hwx_air *air, u64 now_ns);
void hwx_air_idle(struct hwx_medium *medium, struct hwx_air *air, u64 now_ns);
void hwx_cca_set(struct hwx_cca *cca, bool busy, u64 now_ns);
bool hwx_air_decodes(const struct hwx_air *listener,
		     const struct hwx_air *sender);
void hwx_air_account(struct hwx_radio *radio, u64 now_ns);
void hwx_air_times(const struct hwx_radio *radio, struct hwx_air_times *times);
void hwx_air_rebase(struct hwx_radio *radio, u64 now_ns);
void hwx_air_tune(struct hwx_radio *radio, struct hwx_air *air, u64 now_ns);

/* sense.c: callers hold the lock of the medium */
bool hwx_sense_hears(const struct hwx_radio *radio,
		     const struct hwx_radio *from);
bool hwx_sense_exchange(const struct hwx_radio *radio,
			const struct hwx_exchange *x);
struct hwx_cca *hwx_sense_cca(struct hwx_radio *radio);
void hwx_sense_update(struct hwx_medium *medium, u64 now_ns);
void hwx_sense_links(struct hwx_radio *radio, int change);
void hwx_sense_garbled(const struct hwx_exchange *x, u64 now_ns);
void hwx_sense_unreadable(struct hwx_radio *radio,
			  const struct hwx_exchange *x);

/* csma.c: callers hold the lock of the medium */
struct hwx_air *hwx_edca_air(const struct hwx_edca *edca);
void hwx_csma_kick(struct hwx_edca *edca, u64 now_ns);
void hwx_csma_leave(struct hwx_edca *edca);
u64 hwx_csma_next_ns(struct hwx_medium *medium);
void hwx_csma_access(struct hwx_medium *medium, u64 now_ns);
void hwx_csma_freeze(struct hwx_medium *medium, struct hwx_exchange *x);
void hwx_csma_resume(struct hwx_medium *medium, u64 now_ns);
void hwx_csma_done(struct hwx_edca *edca, bool success, u64 idle_ns);

/* exchange.c: callers hold the lock of the medium */
void hwx_exchange_init(struct hwx_radio *radio);
bool hwx_exchange_start(struct hwx_edca *edca, u64 now_ns);
void hwx_exchange_step(struct hwx_exchange *x);
void hwx_exchange_abort(struct hwx_radio *radio, struct list_head *to);
void hwx_exchange_forget(struct hwx_radio *radio);

/* protect.c: callers hold the lock of the medium */
enum hwx_protection hwx_protect_choose(struct hwx_exchange *x);
u32 hwx_protect_first_ns(const struct hwx_exchange *x);
u32 hwx_protect_answer_ns(const struct hwx_exchange *x);
u32 hwx_signal_ext_ns(const struct hwx_air *air, const struct hwx_rate *rate);

/* txop.c: callers hold the lock of the medium */
u64 hwx_txop_end_ns(const struct hwx_edca *edca, u64 now_ns);
u32 hwx_txop_room_ns(const struct hwx_room *room, const struct hwx_ppdu *ppdu,
		     bool rts);

/* settle.c: callers hold the lock of the medium */
u32 hwx_settle(struct hwx_exchange *x, bool sent, bool answered, u64 now_ns);

/* deliver.c: callers hold the lock of the medium */
struct hwx_radio *hwx_deliver_target(struct hwx_exchange *x);
struct hwx_vif *hwx_deliver_vif(struct hwx_medium *medium, const u8 *addr);
bool hwx_deliver(struct hwx_exchange *x);

/* link.c */
u32 hwx_link_loss(const struct hwx_radio *from, const struct hwx_radio *to,
		  const struct hwx_rate *rate, u32 bytes);
bool hwx_link_draw(struct hwx_medium *medium, u32 loss_ppm);
bool hwx_link_loses(const struct hwx_radio *from, const struct hwx_radio *to,
		    const struct hwx_rate *rate, u32 bytes);
s8 hwx_link_signal_dbm(const struct hwx_radio *from,
		       const struct hwx_radio *to);
u32 hwx_link_snr_db(const struct hwx_radio *from, const struct hwx_radio *to);
bool hwx_link_heard(const struct hwx_radio *from, const struct hwx_radio *to);
struct hwx_link *hwx_link_find(const struct hwx_radio *from,
			       const struct hwx_radio *to);
int hwx_link_set(struct hwx_radio *from, struct hwx_radio *to,
		 const struct hwx_link_params *params);
void hwx_link_forget(struct hwx_radio *radio);

/* rx.c */
int hwx_rx_init(struct hwx_radio *radio);
void hwx_rx_exit(struct hwx_radio *radio);
void hwx_rx_free(struct hwx_radio *radio);
void hwx_rx_add(struct hwx_radio *radio, struct sk_buff *skb, u32 msdus);
void hwx_rx_flush(struct hwx_radio *radio, u64 now_ns);
void hwx_rx_stop(struct hwx_radio *radio);

/* completion.c */
int hwx_completion_init(struct hwx_radio *radio);
int hwx_completion_ctx(struct hwx_radio *radio, u32 ctx);
void hwx_completion_exit(struct hwx_radio *radio);
void hwx_completion_add(struct hwx_radio *radio, struct list_head *frames,
			u32 n, u32 ppdus, u64 now_ns);
void hwx_completion_event(struct hwx_radio *radio, u32 n);
void hwx_completion_indicate(struct hwx_radio *radio);
void hwx_completion_return(struct hwx_radio *radio, struct list_head *frames);
void hwx_completion_tell(struct hwx_radio *radio, const struct hwx_desc *sent,
			 const struct hwx_rate *rate, u32 n);
void hwx_completion_schedule(struct hwx_radio *radio);
void hwx_completion_moved(struct hwx_radio *radio);
void hwx_completion_run(struct hwx_radio *radio);
void hwx_completion_stop(struct hwx_radio *radio, struct list_head *to);
void hwx_completion_give_back(struct hwx_radio *radio,
			      struct list_head *frames);

/* fault.c */
void hwx_fault_init(struct hwx_radio *radio);
void hwx_fault_stop(struct hwx_radio *radio);
bool hwx_fault_draw(struct hwx_radio *radio, u32 permille,
		    enum hwx_fault_kind kind);
u32 hwx_fault_completions(struct hwx_radio *radio, struct list_head *frames,
			  u64 now_ns);
void hwx_fault_indicate(struct hwx_radio *radio);
void hwx_fault_ppdu(struct hwx_exchange *x, u64 now_ns);
void hwx_echo_free(struct hwx_radio *radio, struct hwx_echo *echo);

/* reclaim.c */
void hwx_reclaim_init(struct hwx_radio *radio);
void hwx_reclaim_stop(struct hwx_radio *radio, struct list_head *to);
void hwx_reclaim_await(struct hwx_radio *radio, struct hwx_desc *desc);
void hwx_reclaim_resolve(struct hwx_radio *radio, struct list_head *frames);
void hwx_reclaim_now(struct hwx_radio *radio, struct list_head *to);

/* status.c */
void hwx_status_try(struct hwx_desc *desc, const struct hwx_rate *rate);
void hwx_status_report(struct hwx_radio *radio, struct hwx_desc *desc);

/* stats.c */
void hwx_stats_hist(u64 *hist, u32 bins, u64 value);
int hwx_stats_fill(struct sk_buff *msg, struct hwx_radio *radio);
void hwx_stats_reset(struct hwx_radio *radio);

/* param.c; the policy of all requests is there too */
void hwx_params_default(struct hwx_params *params);
void hwx_medium_params_default(struct hwx_medium_params *params);
int hwx_params_parse(struct hwx_params *params, struct nlattr **attrs,
		     bool creating, struct netlink_ext_ack *extack);
int hwx_medium_params_parse(struct hwx_medium_params *params,
			    struct nlattr **attrs,
			    struct netlink_ext_ack *extack);
void hwx_link_params_default(struct hwx_link_params *params);
int hwx_link_params_parse(struct hwx_link_params *params,
			  struct nlattr **attrs,
			  struct netlink_ext_ack *extack);
int hwx_link_params_fill(struct sk_buff *msg,
			 const struct hwx_link_params *params);
int hwx_params_fill(struct sk_buff *msg, const struct hwx_params *params);
int hwx_medium_params_fill(struct sk_buff *msg,
			   const struct hwx_medium_params *params);
extern const struct nla_policy hwx_policy[HWSIM_EXT_A_MAX + 1];

/* extack.c */
__printf(2, 3)
void hwx_refuse(struct netlink_ext_ack *extack, const char *fmt, ...);

/* netlink.c */
int hwx_netlink_init(void);
void hwx_netlink_exit(void);

#endif
