/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the driver remembers: mediums, radios, interfaces, stations, frames.
 */
#ifndef HWX_STATE_H
#define HWX_STATE_H

#include <linux/hashtable.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/kthread.h>
#include <linux/list.h>
#include <linux/netdevice.h>
#include <linux/spinlock.h>
#include <linux/wait.h>
#include <linux/workqueue.h>
#include <net/mac80211.h>
#include <net/netlink.h>

#include "air.h"
#include "compat/compat.h"
#include "config.h"
#include "core/airtime.h"
#include "core/ampdu.h"
#include "core/amsdu.h"
#include "core/chain.h"
#include "core/counters.h"
#include "core/edca.h"
#include "core/per.h"
#include "core/prng.h"
#include "core/rate.h"
#include "core/reorder.h"
#include "core/seq.h"
#include "desc.h"
#include "fault.h"
#include "firmware.h"
#include "ppdu.h"
#include "uapi/linux/hwsim_ext.h"

struct hwx_medium;
struct hwx_order;
struct hwx_radio;

/* A station stays within one CCA time of another's first slot: both send. */
#define HWX_CCA_NS 4000
#define HWX_NOISE_DBM (-92)
#define HWX_TX_POWER_DBM 20
#define HWX_NUM_BANDS 2
#define HWX_NUM_KEYS 4
/* descriptors beyond tx_desc, for frames that must not wait behind data */
#define HWX_URGENT_DESC 64

/*
 * enum hwx_starved - why an A-MPDU found no more frames, see core/counters.h
 */
enum hwx_starved {
#define X(UPPER, name, help) HWX_STARVED_##UPPER,
	HWX_STARVED(X)
#undef X
	HWX_STARVED_COUNT
};

/*
 * struct hwx_stats - statistics of a radio, see core/counters.h
 *
 * Under the lock of the medium.  Air times are in ns here.
 */
struct hwx_stats {
#define X(UPPER, name, help) u64 name;
	HWX_COUNTERS(X)
#undef X
	u64 close_reason[HWX_CLOSE_REASON_COUNT];
	u64 starved[HWX_STARVED_COUNT];
	u64 faults[HWX_FAULT_COUNT];
#define X(UPPER, name, help) u64 air_##name##_ns;
	HWX_AIRTIMES(X)
#undef X
#define X(UPPER, name, bins, help) u64 name[bins];
	HWX_HISTOGRAMS(X)
#undef X
};

/**
 * struct hwx_link - one direction between two radios, once it was set
 * @node: in the hash of the medium; under its lock
 * @from: sender
 * @to: receiver
 * @params: see there; under the lock of the medium
 */
struct hwx_link {
	struct hlist_node node;
	struct hwx_radio *from;
	struct hwx_radio *to;
	struct hwx_link_params params;
};

/**
 * struct hwx_fwq - firmware queue of one receiver and TID, or of all frames of
 *	an access category that have no such receiver
 * @node: in the round or the stuck ones of its EDCA queue while it has frames
 * @edca: the EDCA queue it feeds
 * @frames: not yet sent, in order
 * @retry: sent and not acknowledged, in order; go first
 * @len: frames in both
 * @session_frames: frames of block ack sessions and block ack requests between
 *	the queue and their report
 * @ring_used: data frames between the queue and their report
 * @ring_full: no more are taken until a quarter is free; under tx_lock
 * @stopping: interface of a session that ends, while mac80211 waits for that
 * @next_sn: sequence number of the next new MPDU
 * @window: agreed block ack buffer size, 0 without a session
 * @air_ns: duration of exchanges that nobody was told of yet
 * @unanswered: exchanges in a row that got no answer; moves the sender down
 *	the chain of rates until an answer comes or a frame is given up
 * @tid: of the frames; only for a receiver's queues
 * @amsdu: the session allows A-MSDUs
 * @ba: see there
 * @stuck: the firmware has lost sight of it
 * @served_ns: when frames of it were last put into a PPDU
 *
 * All under the lock of the medium.
 */
struct hwx_fwq {
	struct list_head node;
	struct hwx_edca *edca;
	struct list_head frames;
	struct list_head retry;
	u32 len;
	u32 session_frames;
	u32 ring_used;
	bool ring_full;
	struct ieee80211_vif *stopping;
	u16 next_sn;
	u16 window;
	u32 air_ns;
	u8 unanswered;
	u8 tid;
	bool amsdu;
	bool stuck;
	u64 served_ns;
	struct hwx_fwba ba;
};

/**
 * struct hwx_edca - one access category of a radio, or its beacon queue
 * @radio: owner
 * @node: in the contenders of the medium while it counts down
 * @f: countdown
 * @round: firmware queues that hold frames, served in turn
 * @stuck: firmware queues that hold frames and fell out of the round
 * @lap_ns: a queue that was served then has been served again since
 * @direct: firmware queue of frames without one of their own
 * @hwq: hardware queue, while the driver builds PPDUs ahead
 * @arrival_ns: when the head frame was there, U64_MAX without one
 * @wait_ns: since when it waits, the order of service of a fifo medium
 * @contending: @node is linked
 * @ac: mac80211 number, HWX_EDCA_BEACON or HWX_EDCA_OFFCHAN
 *
 * All under the lock of the medium.
 */
struct hwx_edca {
	struct hwx_radio *radio;
	struct list_head node;
	struct hwx_edcaf f;
	struct list_head round;
	struct list_head stuck;
	u64 lap_ns;
	struct hwx_fwq direct;
	struct hwx_hwq hwq;
	u64 arrival_ns;
	u64 wait_ns;
	bool contending;
	u8 ac;
};

/* after the access categories: beacons, and frames on another channel */
#define HWX_EDCA_BEACON IEEE80211_NUM_ACS
#define HWX_EDCA_OFFCHAN (IEEE80211_NUM_ACS + 1)
#define HWX_NUM_EDCA (IEEE80211_NUM_ACS + 2)

/*
 * enum hwx_phase - where an exchange is
 * @HWX_PHASE_NONE: not on the air
 * @HWX_PHASE_RTS: RTS; or CTS-to-self and the SIFS after it
 * @HWX_PHASE_CTS: SIFS, CTS, SIFS
 * @HWX_PHASE_DATA: the PPDU
 * @HWX_PHASE_RESPONSE: SIFS, ack or block ack
 * @HWX_PHASE_GAP: the SIFS before the next PPDU of a TXOP
 */
enum hwx_phase {
	HWX_PHASE_NONE,
	HWX_PHASE_RTS,
	HWX_PHASE_CTS,
	HWX_PHASE_DATA,
	HWX_PHASE_RESPONSE,
	HWX_PHASE_GAP,
};

enum hwx_protection {
	HWX_PROTECT_NONE,
	HWX_PROTECT_RTS,
	HWX_PROTECT_CTS_TO_SELF,
};

/**
 * struct hwx_exchange - what a radio has on the air: a PPDU with all that
 *	belongs to it, or several in a row in one TXOP
 * @node: in the medium
 * @phase: what @next_ns will end
 * @edca: whose turn it is
 * @to: radio that it is addressed to, NULL for a group or nobody
 * @air: channel it occupies
 * @ppdu: the data
 * @guard_rate: of the RTS or CTS in front
 * @protection: what stands in front of the PPDU
 * @txop_end_ns: end of the TXOP, 0 for one PPDU an access
 * @access_ns: begin of what it occupies the air with: RTS, CTS or PPDU
 * @start_ns: begin of the PPDU
 * @data_end_ns: end of the PPDU
 * @end_ns: end of the response, or @data_end_ns if none is expected
 * @phase_ns: begin of the current phase
 * @next_ns: end of the current phase
 * @respond: a response is expected
 * @answering: the addressee has begun to speak
 * @collided: another transmission overlapped what is on the air in this phase,
 *	at the radio it is meant for
 * @jammer: whose transmission it was, when the receiver had locked on ours by
 *	then; NULL else
 *
 * All under the lock of the medium.  A radio sends one thing at a time, so it
 * has one exchange.
 */
struct hwx_exchange {
	struct list_head node;
	enum hwx_phase phase;
	struct hwx_edca *edca;
	struct hwx_radio *to;
	struct hwx_air *air;
	struct hwx_ppdu ppdu;
	struct hwx_rate guard_rate;
	enum hwx_protection protection;
	u64 txop_end_ns;
	u64 access_ns;
	u64 start_ns;
	u64 data_end_ns;
	u64 end_ns;
	u64 phase_ns;
	u64 next_ns;
	bool respond;
	bool answering;
	bool collided;
	struct hwx_radio *jammer;
};

/**
 * struct hwx_pool - descriptors of a radio
 * @free: unused ones
 * @chunks: allocations, each a header and an array
 * @size: allocated
 * @used: taken by data
 * @urgent: taken by management frames and beacons
 * @stopped: mac80211 queues are stopped for want of descriptors
 *
 * Under the lock of the medium.
 */
struct hwx_pool {
	struct list_head free;
	struct list_head chunks;
	u32 size;
	u32 used;
	u32 urgent;
	bool stopped;
};

/**
 * struct hwx_completion - finished frames on their way to mac80211
 * @done: finished, not yet indicated; under the lock of the medium
 * @done_count: of them
 * @done_ppdus: PPDUs from hardware queues that finished since the last
 *	indication
 * @indicated: to be reported; under the lock of the medium
 * @wanted: the driver has something to do; under the lock of the medium
 * @timer: ends the wait of the oldest in @done
 * @tasklet: reports in softirq
 * @work: reports in the kthread
 */
struct hwx_completion {
	struct list_head done;
	u32 done_count;
	u32 done_ppdus;
	struct list_head indicated;
	bool wanted;
	struct hrtimer timer;
	struct tasklet_struct tasklet;
	struct kthread_work work;
};

/**
 * struct hwx_rx - received frames on their way to mac80211
 * @waiting: under the lock of the medium
 * @ready: the same, released for NAPI; under its own lock
 * @timer: ends the wait of the oldest in @waiting
 * @napi: delivers @ready; then runs completions and refills when
 *	completion_ctx is napi
 */
struct hwx_rx {
	struct sk_buff_head waiting;
	struct sk_buff_head ready;
	struct hrtimer timer;
	struct napi_struct napi;
};

/**
 * struct hwx_scan - a scan or a remain-on-channel in progress
 * @lock: protects the members below but @air
 * @work: takes the next step
 * @vif: that asked; NULL when idle
 * @req: scan request; NULL while remaining on a channel
 * @next: index of the next channel
 * @addr: sender of the probe requests
 * @air: channel listened to; under the lock of the medium
 */
struct hwx_scan {
	struct mutex lock;
	struct delayed_work work;
	struct ieee80211_vif *vif;
	struct ieee80211_scan_request *req;
	u32 next;
	u8 addr[ETH_ALEN];
	struct hwx_air *air;
};

/**
 * struct hwx_radio - one phy
 * @hw: of mac80211
 * @id: for users
 * @node: in hwx_radios
 * @medium: its air; fixed
 * @medium_node: in the medium while started; under its lock
 * @params: see there
 * @stats: see there
 * @started: between start and stop; under the lock of the medium
 * @rx_all: hands up everything it hears; under the lock of the medium
 * @filter: FIF_* of mac80211; under the lock of the medium
 * @vifs: interfaces; under the lock of the medium
 * @air: operating channel; under the lock of the medium
 * @air_users: interfaces on it; under the lock of the medium
 * @air_busy_base_ns: busy time of its channel when tuned to; under the medium
 *	lock
 * @air_since_ns: when tuned to; under the lock of the medium
 * @air_tuned: its air times when it tuned to @air, less what a reset of the
 *	statistics has taken off since; under the lock of the medium
 * @deaf_links: radios that it does not hear; under the lock of the medium
 * @deaf_node: in the medium while @deaf_links; under its lock
 * @cca: carrier sense while @deaf_links; see there
 * @blocked_ns: the radio waits for a response, or out an EIFS, until then
 * @bus_free_ns: when the host interface has moved what it holds
 * @edca: access categories and the beacon queue
 * @xchg: what it has on the air
 * @ppdus: those that may be in hardware queues
 * @ppdus_free: unused ones
 * @tx_lock: orders dequeue and queueing, outside the lock of the medium
 * @pool: descriptors
 * @fetch: see there
 * @completion: see there
 * @fault: see there
 * @reclaim: see there
 * @rx: see there
 * @worker: runs completions when completion_ctx is kthread; NULL until it was
 *	for the first time; written under hwx_radios_lock
 * @drained: woken when the last descriptor comes back
 * @scan: see there
 * @leave: takes the radio out of mac80211
 * @fwba: sessions asked for, oldest first, the timer that ends the wait, number of
 *	the next own frame and token of the last request; under the lock of the
 *	medium
 * @order: buffers in which frames wait, longest first, and the timer that ends the
 *	wait; under the lock of the medium
 * @netdev: NAPI needs one
 * @tsf_offset_us: TSF minus monotonic time
 * @bands: capabilities of this radio
 * @channels: of each band
 * @iftype_data: HE capabilities by band and kind of interface
 */
struct hwx_radio {
	struct ieee80211_hw *hw;
	u32 id;
	struct list_head node;
	struct hwx_medium *medium;
	struct list_head medium_node;
	struct hwx_params params;
	struct hwx_stats stats;

	bool started;
	bool rx_all;
	unsigned int filter;
	struct list_head vifs;
	struct hwx_air *air;
	unsigned int air_users;
	u64 air_busy_base_ns;
	u64 air_since_ns;
	struct hwx_air_times air_tuned;
	unsigned int deaf_links;
	struct list_head deaf_node;
	struct hwx_cca cca;
	u64 blocked_ns;
	u64 bus_free_ns;
	struct hwx_edca edca[HWX_NUM_EDCA];
	struct hwx_exchange xchg;
	struct hwx_ppdu *ppdus;
	struct list_head ppdus_free;

	spinlock_t tx_lock; /* protects the order of frames of a TXQ */
	struct hwx_pool pool;
	struct hwx_fetch fetch;
	struct hwx_completion completion;
	struct hwx_fault fault;
	struct hwx_reclaim reclaim;
	struct hwx_rx rx;
	struct kthread_worker *worker;
	wait_queue_head_t drained;
	struct hwx_scan scan;
	struct work_struct leave;
	struct {
		struct list_head asking;
		struct hrtimer timer;
		u16 sn;
		u8 token;
	} fwba;
	struct {
		struct list_head waiting;
		struct hrtimer timer;
	} order;
	struct net_device *netdev;
	s64 tsf_offset_us;

	struct ieee80211_supported_band bands[HWX_NUM_BANDS];
	struct ieee80211_channel *channels[HWX_NUM_BANDS];
	struct ieee80211_sband_iftype_data *iftype_data[HWX_NUM_BANDS];
};

/**
 * struct hwx_vif - an interface; the driver's part of ieee80211_vif
 * @radio: owner
 * @addr_node: in the address hash of the medium; under its lock
 * @vif: of mac80211
 * @addr: copy of its address, the key of the hash
 * @node: in the interfaces of the radio; under the lock of the medium
 * @bssid: of its BSS; under the lock of the medium
 * @key_print: fingerprints of the group keys; under the lock of the medium
 * @beacon_timer: fires at each TBTT
 * @tbtt_ns: the next one
 * @beacon_int_ns: beacon interval
 * @beaconing: the timer is wanted
 */
struct hwx_vif {
	struct hwx_radio *radio;
	struct hlist_node addr_node;
	struct ieee80211_vif *vif;
	struct list_head node;
	u8 addr[ETH_ALEN];
	u8 bssid[ETH_ALEN];
	u64 key_print[HWX_NUM_KEYS];
	struct hrtimer beacon_timer;
	u64 tbtt_ns;
	u64 beacon_int_ns;
	bool beaconing;
};

/**
 * struct hwx_peer - a station; the driver's part of ieee80211_sta
 * @fwq: one firmware queue a TID
 * @key_print: fingerprints of the pairwise keys
 * @seen: what was received, by TID
 * @rx_sessions: TIDs with a session to receive in
 * @retries: frames sent to it again
 * @failed: frames to it that were given up
 * @tx_rate: of the last data frame to it that was no sample; its nss is 0
 *	before the first
 * @fwrate: see there
 * @asked: sessions to receive in, by TID
 * @order: what waits for its turn, by TID; NULL without a session
 * @key_bytes: that its pairwise cipher adds
 * @gone: about to be freed, takes no frames
 *
 * All under the lock of the medium.
 */
struct hwx_peer {
	struct hwx_fwq fwq[IEEE80211_NUM_TIDS];
	u64 key_print[HWX_NUM_KEYS];
	struct hwx_seen seen[IEEE80211_NUM_TIDS];
	u16 rx_sessions;
	u32 retries;
	u32 failed;
	struct hwx_rate tx_rate;
	struct hwx_fwrate fwrate;
	struct hwx_fwba_asked asked[IEEE80211_NUM_TIDS];
	struct hwx_order *order[IEEE80211_NUM_TIDS];
	u8 key_bytes;
	bool gone;
};

#define HWX_ADDR_HASH_BITS 8
#define HWX_LINK_HASH_BITS 6

/**
 * struct hwx_medium - the air that some radios share
 * @node: in the list of mediums
 * @id: for users
 * @radios_made: radios that belong to it; under hwx_radios_lock
 * @params: see there
 * @lock: protects all members below, and what the structures above say
 * @timer: runs the model at the next event
 * @armed_ns: when @timer fires, U64_MAX when it does not
 * @running: the event loop is at work and will arm the timer itself
 * @look_ns: the first event from then on has the watchdog look
 * @wake_ns: it looks then even without an event, U64_MAX if it need not
 * @prng: all randomness
 * @airs: channels in use
 * @contenders: EDCA queues that count down
 * @exchanges: on the air
 * @started: radios
 * @deaf: radios that do not hear every other
 * @sniffers: of @started with rx_all
 * @addrs: interfaces by address
 * @links: directions that were set
 * @n_links: how many
 */
struct hwx_medium {
	struct list_head node;
	u32 id;
	u32 radios_made;
	struct hwx_medium_params params;
	spinlock_t lock; /* protects the model: everything below */
	struct hrtimer timer;
	u64 armed_ns;
	bool running;
	u64 look_ns;
	u64 wake_ns;
	struct hwx_prng prng;
	struct list_head airs;
	struct list_head contenders;
	struct list_head exchanges;
	struct list_head started;
	struct list_head deaf;
	u32 sniffers;
	DECLARE_HASHTABLE(addrs, HWX_ADDR_HASH_BITS);
	DECLARE_HASHTABLE(links, HWX_LINK_HASH_BITS);
	u32 n_links;
};

#endif
