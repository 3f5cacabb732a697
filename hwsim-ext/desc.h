/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Frames on their way through the driver.
 */
#ifndef HWX_DESC_H
#define HWX_DESC_H

#include <linux/list.h>
#include <net/mac80211.h>

#include "core/chain.h"
#include "core/rate.h"

/**
 * struct hwx_try - transmissions of a frame in a row at one rate
 * @rate: which
 * @count: how many
 */
struct hwx_try {
	struct hwx_rate rate;
	u8 count;
};

/**
 * struct hwx_desc - a frame between dequeue and completion
 * @node: in a firmware queue, a PPDU, a completion list or the pool
 * @msdus: the other frames of its MPDU, while it is one with several
 * @skb: the original, un-orphaned unless the radio orphans early
 * @sta: receiver for the tx status; NULL when unknown or gone
 * @vif: sender; NULL once gone
 * @key_print: fingerprint of the key the hardware encrypts with, 0 is none
 * @ready_ns: when the frame has crossed the host interface
 * @finished_ns: end of its last exchange, while it is @missing
 * @id: what the firmware calls it; fixed
 * @generation: counts its uses
 * @mpdu_bytes: length on the air of the MPDU that it begins, FCS and cipher
 *	overhead included
 * @rate: it was last sent at
 * @tries: what was tried, oldest first; only of frames that are not @ampdu
 * @n_tries: entries of @tries in use
 * @ppdu_ns: duration of the exchange, and of those before of which no frame was
 *	done, on the first frame of a PPDU that is done, else 0
 * @ampdu_len: MPDUs in its last PPDU, on the first frame of one, else 0
 * @ampdu_acked: of these acknowledged
 * @attempts: transmissions so far
 * @ack_dbm: signal of the acknowledgement, when @acked
 * @sn: sequence number
 * @tid: 0..15, IEEE80211_NUM_TIDS for non-QoS
 * @band: of a record without a frame
 * @n_msdus: MSDUs in @skb
 * @key_idx: index of that key
 * @ampdu: may be aggregated
 * @noack: no acknowledgement is expected
 * @got: the receiver has it
 * @acked: outcome
 * @numbered: @sn is its number, else it gets one when it is first sent
 * @bar: a block ack request, or a given-up MPDU that one is to follow
 * @mergeable: may share an A-MSDU with others
 * @session: counted in its firmware queue as frame of a block ack session
 * @ring: counted in its firmware queue as entry of the ring
 * @dropped: given back without an outcome
 * @own: of our own making, no status is reported
 * @urgent: from the reserve of the pool: management frames and beacons
 * @missing: finished, and the host has not been told
 */
struct hwx_desc {
	struct list_head node;
	struct list_head msdus;
	struct sk_buff *skb;
	struct ieee80211_sta *sta;
	struct ieee80211_vif *vif;
	u64 key_print;
	u64 ready_ns;
	u64 finished_ns;
	u32 id;
	u32 generation;
	u32 mpdu_bytes;
	u32 ppdu_ns;
	struct hwx_rate rate;
	struct hwx_try tries[HWX_CHAIN_MAX];
	u8 n_tries;
	u16 sn;
	u16 ampdu_len;
	u16 ampdu_acked;
	u8 attempts;
	s8 ack_dbm;
	u8 tid;
	u8 band;
	u8 n_msdus;
	u8 key_idx;
	u8 ampdu:1, noack:1, got:1, acked:1, dropped:1, own:1, urgent:1;
	u8 numbered:1, bar:1, mergeable:1, session:1, ring:1, missing:1;
};

#endif
