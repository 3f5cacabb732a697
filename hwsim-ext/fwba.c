// SPDX-License-Identifier: GPL-2.0
/*
 * Block ack sessions that the firmware negotiates by itself.
 *
 * As originator: data for a peer makes the firmware ask, with an ADDBA request of
 * its own.  Data that comes from then on belongs to the session and waits for the
 * answer, a bounded time; what was queued before goes out as single MPDUs.  A
 * session that the peer ends is asked for again once its frames are done.  Of
 * MPDUs that are given up the firmware tells the peer with block ack requests.
 *
 * As recipient: the firmware takes the action frames off the air.  It has its host
 * start the session, which reorders, and answers when that says it is ready.
 *
 * Action frames that are encrypted by mac80211 of the peer it cannot read; these
 * go up, and the host answers.
 */
#include <linux/etherdevice.h>

#include "hwx.h"

/* for an answer to arrive, a contended channel included */
#define HWX_ADDBA_WAIT_NS (100 * NSEC_PER_MSEC)
/* as mac80211 does: a burst, then patience, then none */
#define HWX_ADDBA_BURST 3
#define HWX_ADDBA_PAUSE_NS (15 * (u64)NSEC_PER_SEC)
#define HWX_ADDBA_TRIES 15
#define HWX_WINDOW_HT 64

/**
 * hwx_fwba_owns() - does the firmware negotiate?
 * @radio: either end
 *
 * Return: false when mac80211 does
 */
bool hwx_fwba_owns(const struct hwx_radio *radio)
{
	return radio->params.ba_sessions == HWX_BA_FIRMWARE;
}

static bool hwx_fwba_asking(const struct hwx_fwq *fwq)
{
	return !list_empty(&fwq->ba.node);
}

/**
 * hwx_fwba_holds() - must this frame wait for the answer of the peer?
 * @fwq: its queue
 * @desc: the next frame, or NULL
 *
 * Context: lock of the medium held.
 * Return: true while there is none
 */
bool hwx_fwba_holds(const struct hwx_fwq *fwq, const struct hwx_desc *desc)
{
	return desc && desc->ampdu && hwx_fwba_asking(fwq);
}

static const u8 *hwx_fwba_bssid(const struct ieee80211_vif *vif,
				const struct ieee80211_sta *sta)
{
	switch (vif->type) {
	case NL80211_IFTYPE_STATION:
		return sta->addr;
	case NL80211_IFTYPE_ADHOC:
		return vif->bss_conf.bssid;
	default:
		return vif->addr;
	}
}

/* Send an action frame; @body is what follows the category. */
static bool hwx_fwba_send(struct hwx_radio *radio, struct ieee80211_vif *vif,
			  struct ieee80211_sta *sta, const void *body, u32 bytes)
{
	struct ieee80211_hdr_3addr *hdr;
	struct sk_buff *skb;

	lockdep_assert_held(&radio->medium->lock);
	if (sta->mfp && !hwx_key_has(sta))
		return false;
	skb = dev_alloc_skb(sizeof(*hdr) + 1 + bytes);
	if (!skb)
		return false;
	memset(IEEE80211_SKB_CB(skb), 0, sizeof(struct ieee80211_tx_info));
	hdr = skb_put_zero(skb, sizeof(*hdr));
	hdr->frame_control = cpu_to_le16(IEEE80211_FTYPE_MGMT |
					 IEEE80211_STYPE_ACTION |
					 (sta->mfp ? IEEE80211_FCTL_PROTECTED :
						     0));
	ether_addr_copy(hdr->addr1, sta->addr);
	ether_addr_copy(hdr->addr2, vif->addr);
	ether_addr_copy(hdr->addr3, hwx_fwba_bssid(vif, sta));
	hdr->seq_ctrl = cpu_to_le16(IEEE80211_SN_TO_SEQ(radio->fwba.sn));
	radio->fwba.sn = hwx_seq_add(radio->fwba.sn, 1);
	skb_put_u8(skb, WLAN_CATEGORY_BACK);
	skb_put_data(skb, body, bytes);
	return hwx_tx_own(radio, vif, sta, skb, IEEE80211_AC_VO);
}

struct hwx_addba_req {
	u8 action;
	u8 token;
	__le16 capab;
	__le16 timeout;
	__le16 ssn;
} __packed;

struct hwx_addba_resp {
	u8 action;
	u8 token;
	__le16 status;
	__le16 capab;
	__le16 timeout;
} __packed;

struct hwx_delba {
	u8 action;
	__le16 params;
	__le16 reason;
} __packed;

static u16 hwx_fwba_capab(u8 tid, u16 window, bool amsdu)
{
	return (amsdu ? IEEE80211_ADDBA_PARAM_AMSDU_MASK : 0) |
	       IEEE80211_ADDBA_PARAM_POLICY_MASK |
	       u16_encode_bits(tid, IEEE80211_ADDBA_PARAM_TID_MASK) |
	       u16_encode_bits(window, IEEE80211_ADDBA_PARAM_BUF_SIZE_MASK);
}

static void hwx_fwba_delba(struct hwx_radio *radio, struct ieee80211_vif *vif,
			   struct ieee80211_sta *sta, u8 tid)
{
	struct hwx_delba body = {
		.action = WLAN_ACTION_DELBA,
		.params = cpu_to_le16(IEEE80211_DELBA_PARAM_INITIATOR_MASK |
				      u16_encode_bits(tid,
						      IEEE80211_DELBA_PARAM_TID_MASK)),
		.reason = cpu_to_le16(WLAN_REASON_QSTA_NOT_USE),
	};

	hwx_fwba_send(radio, vif, sta, &body, sizeof(body));
}

/* The window to ask for. */
static u16 hwx_fwba_window(const struct hwx_radio *radio,
			   const struct ieee80211_sta *sta)
{
	if (!sta->deflink.he_cap.has_he)
		return HWX_WINDOW_HT;
	return max_t(u32, radio->params.ampdu_frames, HWX_WINDOW_HT);
}

static bool hwx_fwba_may_ask(const struct hwx_radio *radio,
			     const struct hwx_fwq *fwq,
			     const struct ieee80211_sta *sta, u64 now_ns)
{
	return !fwq->window && !fwq->session_frames &&
	       sta->deflink.ht_cap.ht_supported &&
	       radio->params.ampdu_frames > 1 &&
	       fwq->edca->ac != IEEE80211_AC_VO &&
	       fwq->ba.tries < HWX_ADDBA_TRIES && now_ns >= fwq->ba.again_ns;
}

static void hwx_fwba_arm(struct hwx_radio *radio)
{
	struct hwx_fwba *first;

	first = list_first_entry_or_null(&radio->fwba.asking, struct hwx_fwba,
					 node);
	if (first)
		hrtimer_start(&radio->fwba.timer, ns_to_ktime(first->until_ns),
			      HRTIMER_MODE_ABS_SOFT);
}

static void hwx_fwba_ask(struct hwx_radio *radio, struct hwx_fwq *fwq,
			 struct ieee80211_vif *vif, struct ieee80211_sta *sta,
			 u64 now_ns)
{
	struct hwx_addba_req body = {
		.action = WLAN_ACTION_ADDBA_REQ,
		.token = ++radio->fwba.token,
		.capab = cpu_to_le16(hwx_fwba_capab(fwq->tid,
						    hwx_fwba_window(radio, sta),
						    true)),
		.ssn = cpu_to_le16(IEEE80211_SN_TO_SEQ(hwx_fwq_seq_of_new(fwq))),
	};

	if (!hwx_fwba_send(radio, vif, sta, &body, sizeof(body)))
		return;
	radio->stats.tx_addbas++;
	fwq->ba.token = body.token;
	fwq->ba.tries++;
	fwq->ba.until_ns = now_ns + HWX_ADDBA_WAIT_NS;
	list_add_tail(&fwq->ba.node, &radio->fwba.asking);
	hwx_fwba_arm(radio);
}

/**
 * hwx_fwba_frame() - does a frame that comes belong to a session?
 * @radio: sender
 * @desc: the frame, not yet queued, with its station and TID
 * @now_ns: time now
 *
 * It makes the firmware ask for one if there is none.
 *
 * Context: lock of the medium held.
 * Return: true when it does
 */
bool hwx_fwba_frame(struct hwx_radio *radio, const struct hwx_desc *desc,
		    u64 now_ns)
{
	const struct ieee80211_hdr *hdr = (const void *)desc->skb->data;
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(desc->skb);
	struct hwx_fwq *fwq;

	if (!hwx_fwba_owns(radio) || desc->own || !desc->sta || !desc->vif ||
	    desc->tid >= IEEE80211_NUM_TIDS / 2 || desc->numbered ||
	    desc->noack || desc->urgent ||
	    info->control.flags & IEEE80211_TX_CTRL_PORT_CTRL_PROTO ||
	    ieee80211_has_morefrags(hdr->frame_control) ||
	    !ieee80211_is_first_frag(hdr->seq_ctrl))
		return false;
	fwq = &hwx_peer(desc->sta)->fwq[desc->tid];
	if (!hwx_fwba_asking(fwq) &&
	    hwx_fwba_may_ask(radio, fwq, desc->sta, now_ns))
		hwx_fwba_ask(radio, fwq, desc->vif, desc->sta, now_ns);
	return fwq->window || hwx_fwba_asking(fwq);
}

/* What waited for the answer may go. */
static void hwx_fwba_over(struct hwx_fwq *fwq, u64 now_ns)
{
	list_del_init(&fwq->ba.node);
	hwx_fwq_resume(fwq);
	hwx_csma_kick(fwq->edca, now_ns);
}

static void hwx_fwba_refused(struct hwx_fwq *fwq, u64 now_ns)
{
	if (fwq->ba.tries >= HWX_ADDBA_BURST)
		fwq->ba.again_ns = now_ns + HWX_ADDBA_PAUSE_NS;
	hwx_fwba_over(fwq, now_ns);
}

static enum hrtimer_restart hwx_fwba_fire(struct hrtimer *timer)
{
	struct hwx_radio *radio = container_of(timer, struct hwx_radio,
					       fwba.timer);
	u64 now_ns = ktime_get_ns();
	struct hwx_fwba *ba, *next;

	spin_lock(&radio->medium->lock);
	list_for_each_entry_safe(ba, next, &radio->fwba.asking, node)
		if (ba->until_ns <= now_ns)
			hwx_fwba_refused(container_of(ba, struct hwx_fwq, ba),
					 now_ns);
	hwx_fwba_arm(radio);
	spin_unlock(&radio->medium->lock);
	return HRTIMER_NORESTART;
}

/* An answer to what this radio has asked. */
static void hwx_fwba_answered(struct hwx_radio *radio,
			      struct ieee80211_vif *vif,
			      struct ieee80211_sta *sta,
			      const struct hwx_addba_resp *resp, u64 now_ns)
{
	u16 capab = le16_to_cpu(resp->capab), window;
	u8 tid = u16_get_bits(capab, IEEE80211_ADDBA_PARAM_TID_MASK);
	struct hwx_fwq *fwq = &hwx_peer(sta)->fwq[tid];

	if (!hwx_fwba_asking(fwq) || fwq->ba.token != resp->token) {
		/* too late: the peer has a session that is not used */
		if (!resp->status && !fwq->window)
			hwx_fwba_delba(radio, vif, sta, tid);
		return;
	}
	if (resp->status) {
		hwx_fwba_refused(fwq, now_ns);
		return;
	}
	window = u16_get_bits(capab, IEEE80211_ADDBA_PARAM_BUF_SIZE_MASK);
	fwq->window = min_not_zero(window, hwx_fwba_window(radio, sta));
	fwq->amsdu = capab & IEEE80211_ADDBA_PARAM_AMSDU_MASK;
	fwq->ba.tries = 0;
	hwx_fwba_over(fwq, now_ns);
}

/* What there is room for; in a session of this kind mac80211 reorders no more. */
static u16 hwx_fwba_buffer(const struct hwx_radio *radio,
			   const struct ieee80211_sta *sta)
{
	return hwx_order_owns(radio) && sta->deflink.he_cap.has_he ?
	       HWX_REORDER_MAX : HWX_WINDOW_HT;
}

static void hwx_fwba_answer(struct hwx_radio *radio, struct ieee80211_vif *vif,
			    struct ieee80211_sta *sta, u8 tid, u16 status)
{
	const struct hwx_fwba_asked *asked = &hwx_peer(sta)->asked[tid];
	u16 window = u16_get_bits(asked->capab,
				  IEEE80211_ADDBA_PARAM_BUF_SIZE_MASK);
	bool amsdu = radio->params.rx_amsdu &&
		     asked->capab & IEEE80211_ADDBA_PARAM_AMSDU_MASK;
	struct hwx_addba_resp body = {
		.action = WLAN_ACTION_ADDBA_RESP,
		.token = asked->token,
		.status = cpu_to_le16(status),
	};

	window = min_not_zero(window, hwx_fwba_buffer(radio, sta));
	body.capab = cpu_to_le16(hwx_fwba_capab(tid, window, amsdu));
	hwx_fwba_send(radio, vif, sta, &body, sizeof(body));
}

/* The peer asks.  A session that is there goes on: only the answer was lost. */
static void hwx_fwba_asked(struct hwx_radio *radio, struct ieee80211_vif *vif,
			   struct ieee80211_sta *sta,
			   const struct hwx_addba_req *req)
{
	u16 capab = le16_to_cpu(req->capab);
	u8 tid = u16_get_bits(capab, IEEE80211_ADDBA_PARAM_TID_MASK);
	struct hwx_peer *peer = hwx_peer(sta);

	if (tid >= IEEE80211_NUM_TIDS / 2)
		return;
	peer->asked[tid].token = req->token;
	peer->asked[tid].capab = capab;
	peer->asked[tid].ssn = IEEE80211_SEQ_TO_SN(le16_to_cpu(req->ssn));
	if (peer->rx_sessions & BIT(tid)) {
		hwx_fwba_answer(radio, vif, sta, tid, WLAN_STATUS_SUCCESS);
		return;
	}
	if (hwx_fault_draw(radio, radio->params.fail_addba, HWX_FAULT_ADDBA)) {
		hwx_fwba_answer(radio, vif, sta, tid,
				WLAN_STATUS_REQUEST_DECLINED);
		return;
	}
	peer->asked[tid].pending = true;
	ieee80211_start_rx_ba_session_offl(vif, sta->addr, tid);
}

/**
 * hwx_fwba_ssn() - the first number of a session to receive in
 * @sta: sender
 * @tid: of the session
 * @ssn: that mac80211 knows
 *
 * Context: lock of the medium held.
 * Return: the number in the request, if the firmware has taken that
 */
u16 hwx_fwba_ssn(struct ieee80211_sta *sta, u8 tid, u16 ssn)
{
	const struct hwx_fwba_asked *asked = &hwx_peer(sta)->asked[tid];

	return asked->pending ? asked->ssn : ssn;
}

/**
 * hwx_fwba_ready() - the host has started a session to receive in
 * @radio: receiver
 * @vif: interface
 * @sta: sender
 * @tid: of the session
 *
 * Context: lock of the medium held.
 */
void hwx_fwba_ready(struct hwx_radio *radio, struct ieee80211_vif *vif,
		    struct ieee80211_sta *sta, u8 tid)
{
	struct hwx_fwba_asked *asked = &hwx_peer(sta)->asked[tid];

	if (!asked->pending)
		return;
	asked->pending = false;
	hwx_fwba_answer(radio, vif, sta, tid, WLAN_STATUS_SUCCESS);
}

static void hwx_fwba_ended(struct ieee80211_vif *vif, struct ieee80211_sta *sta,
			   const struct hwx_delba *delba, u64 now_ns)
{
	u16 params = le16_to_cpu(delba->params);
	u8 tid = u16_get_bits(params, IEEE80211_DELBA_PARAM_TID_MASK);
	struct hwx_peer *peer = hwx_peer(sta);

	if (!(params & IEEE80211_DELBA_PARAM_INITIATOR_MASK)) {
		peer->fwq[tid].window = 0;
		hwx_fwba_over(&peer->fwq[tid], now_ns);
	} else if (peer->rx_sessions & BIT(tid)) {
		peer->rx_sessions &= ~BIT(tid);
		ieee80211_stop_rx_ba_session_offl(vif, sta->addr, tid);
	}
}

/* Read the category and what follows it; says whether it was all there. */
static bool hwx_fwba_read(const struct sk_buff *skb, void *body, u32 bytes)
{
	u8 category;

	return !skb_copy_bits(skb, sizeof(struct ieee80211_hdr_3addr),
			      &category, 1) &&
	       category == WLAN_CATEGORY_BACK &&
	       !skb_copy_bits(skb, sizeof(struct ieee80211_hdr_3addr) + 1,
			      body, bytes);
}

static bool hwx_fwba_take(struct hwx_radio *radio, struct ieee80211_vif *vif,
			  struct ieee80211_sta *sta, const struct sk_buff *skb)
{
	union {
		u8 action;
		struct hwx_addba_req req;
		struct hwx_addba_resp resp;
		struct hwx_delba delba;
	} body;
	u64 now_ns = ktime_get_ns();

	if (!hwx_fwba_read(skb, &body.action, sizeof(body.action)))
		return false;
	if (body.action == WLAN_ACTION_ADDBA_REQ &&
	    hwx_fwba_read(skb, &body.req, sizeof(body.req)))
		hwx_fwba_asked(radio, vif, sta, &body.req);
	else if (body.action == WLAN_ACTION_ADDBA_RESP &&
		 hwx_fwba_read(skb, &body.resp, sizeof(body.resp)))
		hwx_fwba_answered(radio, vif, sta, &body.resp, now_ns);
	else if (body.action == WLAN_ACTION_DELBA &&
		 hwx_fwba_read(skb, &body.delba, sizeof(body.delba)))
		hwx_fwba_ended(vif, sta, &body.delba, now_ns);
	else
		return false;
	return true;
}

/**
 * hwx_fwba_receive() - does the firmware keep a frame to itself?
 * @radio: receiver, the addressee
 * @desc: what arrives, and can be read
 *
 * Context: lock of the medium and RCU read lock held.
 * Return: true when it is not to be handed up
 */
bool hwx_fwba_receive(struct hwx_radio *radio, const struct hwx_desc *desc)
{
	const struct ieee80211_hdr *hdr = (const void *)desc->skb->data;
	struct ieee80211_sta *sta;
	struct hwx_vif *hvif;

	if (!hwx_fwba_owns(radio) || !ieee80211_is_action(hdr->frame_control))
		return false;
	hvif = hwx_deliver_vif(radio->medium, hdr->addr1);
	sta = ieee80211_find_sta_by_ifaddr(radio->hw, hdr->addr2, hdr->addr1);
	if (!sta || !hvif || hwx_peer(sta)->gone)
		return false;
	/* in clear text although it must not be, or not ours to decrypt */
	if (sta->mfp != !!desc->key_print)
		return false;
	return hwx_fwba_take(radio, hvif->vif, sta, desc->skb);
}

/**
 * hwx_fwba_bar() - an MPDU was given up: the peer need not wait for it
 * @radio: sender
 * @desc: the MPDU
 *
 * Context: lock of the medium held.
 */
void hwx_fwba_bar(struct hwx_radio *radio, const struct hwx_desc *desc)
{
	struct ieee80211_bar *bar;
	struct sk_buff *skb;

	if (!desc->sta || !desc->vif ||
	    !hwx_peer(desc->sta)->fwq[desc->tid].window)
		return;
	skb = dev_alloc_skb(sizeof(*bar));
	if (!skb)
		return;
	memset(IEEE80211_SKB_CB(skb), 0, sizeof(struct ieee80211_tx_info));
	bar = skb_put_zero(skb, sizeof(*bar));
	bar->frame_control = cpu_to_le16(IEEE80211_FTYPE_CTL |
					 IEEE80211_STYPE_BACK_REQ);
	ether_addr_copy(bar->ra, desc->sta->addr);
	ether_addr_copy(bar->ta, desc->vif->addr);
	bar->control = cpu_to_le16(IEEE80211_BAR_CTRL_ACK_POLICY_NORMAL |
				   IEEE80211_BAR_CTRL_CBMTID_COMPRESSED_BA |
				   u16_encode_bits(desc->tid,
						   IEEE80211_BAR_CTRL_TID_INFO_MASK));
	bar->start_seq_num = cpu_to_le16(IEEE80211_SN_TO_SEQ(hwx_seq_add(desc->sn, 1)));
	hwx_tx_own(radio, desc->vif, desc->sta, skb, skb_get_queue_mapping(desc->skb));
}

/**
 * hwx_fwba_forget() - a station goes
 * @radio: owner
 * @vif: interface
 * @sta: station, not yet marked as gone
 *
 * Context: lock of the medium held.
 */
void hwx_fwba_forget(struct hwx_radio *radio, struct ieee80211_vif *vif,
		     struct ieee80211_sta *sta)
{
	struct hwx_fwq *fwq;
	int tid;

	for (tid = 0; tid < IEEE80211_NUM_TIDS; tid++) {
		fwq = &hwx_peer(sta)->fwq[tid];
		list_del_init(&fwq->ba.node);
		if (hwx_fwba_owns(radio) && fwq->window && radio->started)
			hwx_fwba_delba(radio, vif, sta, tid);
		fwq->window = 0;
	}
}

/**
 * hwx_fwba_init() - a radio without sessions
 * @radio: being made
 */
void hwx_fwba_init(struct hwx_radio *radio)
{
	INIT_LIST_HEAD(&radio->fwba.asking);
	hrtimer_setup(&radio->fwba.timer, hwx_fwba_fire, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
}

/**
 * hwx_fwba_stop() - no more waiting for answers
 * @radio: no longer started
 *
 * Context: process, no locks held.
 */
void hwx_fwba_stop(struct hwx_radio *radio)
{
	hrtimer_cancel(&radio->fwba.timer);
}
