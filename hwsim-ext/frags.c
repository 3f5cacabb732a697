// SPDX-License-Identifier: GPL-2.0
/*
 * A-MSDUs that mac80211 builds when it queues frames: one skb with the first
 * subframe, and the others as a list of fragments, each with its padding in
 * front.  To the firmware that is one MPDU like any other.
 */
#include <net/checksum.h>

#include "hwx.h"

/* so many skbs and pages a frame may have, as with mt76 */
#define HWX_TX_FRAGMENTS 16

/* 802.11-2020 9.3.2.2.1: the longest A-MSDU in an HT A-MPDU */
#define HWX_HT_AMPDU_AMSDU_BYTES 4065

/**
 * hwx_frags_announce() - let mac80211 build A-MSDUs
 * @radio: being made
 */
void hwx_frags_announce(struct hwx_radio *radio)
{
	if (!radio->params.tx_amsdu)
		return;
	ieee80211_hw_set(radio->hw, TX_AMSDU);
	ieee80211_hw_set(radio->hw, TX_FRAG_LIST);
	radio->hw->max_tx_fragments = HWX_TX_FRAGMENTS;
}

/**
 * hwx_frags_limit() - what mac80211 does not know of a peer
 * @radio: sender
 * @sta: peer, with its capabilities
 *
 * Context: process.
 */
void hwx_frags_limit(const struct hwx_radio *radio, struct ieee80211_sta *sta)
{
	int tid;

	if (!radio->params.tx_amsdu || sta->deflink.vht_cap.vht_supported ||
	    sta->deflink.he_cap.has_he)
		return;
	for (tid = 0; tid < IEEE80211_NUM_TIDS; tid++)
		sta->deflink.agg.max_tid_amsdu_len[tid] =
			HWX_HT_AMPDU_AMSDU_BYTES;
}

/**
 * hwx_frags_count() - how many MSDUs are in a frame of mac80211
 * @skb: the frame
 *
 * Return: at least 1
 */
u32 hwx_frags_count(const struct sk_buff *skb)
{
	struct sk_buff *frag;
	u32 n = 1;

	skb_walk_frags(skb, frag)
		n++;
	return n;
}

/**
 * hwx_frags_last() - the last MSDU of a frame
 * @skb: the frame
 *
 * Return: itself when it has one only
 */
const struct sk_buff *hwx_frags_last(const struct sk_buff *skb)
{
	const struct sk_buff *last = skb;
	struct sk_buff *frag;

	skb_walk_frags(skb, frag)
		last = frag;
	return last;
}

/**
 * hwx_frags_orphan() - all MSDUs of a frame leave the accounts of their sockets
 * @skb: the frame
 */
void hwx_frags_orphan(struct sk_buff *skb)
{
	struct sk_buff *frag;

	skb_orphan(skb);
	skb_walk_frags(skb, frag)
		skb_orphan(frag);
}

/* What the hardware was to do, and what an A-MSDU cannot leave to the peer. */
static void hwx_frag_csum(const struct sk_buff *skb, u8 *data, u32 bytes)
{
	u32 start;
	__sum16 *sum;

	if (skb->ip_summed != CHECKSUM_PARTIAL)
		return;
	start = skb_checksum_start_offset(skb);
	sum = (__sum16 *)(data + start + skb->csum_offset);
	*sum = csum_fold(csum_partial(data + start, bytes - start, 0)) ?:
	       CSUM_MANGLED_0;
}

/**
 * hwx_frags_csum() - complete the checksums in a copy
 * @skb: a frame of several MSDUs
 * @data: all its bytes in a row
 */
void hwx_frags_csum(const struct sk_buff *skb, u8 *data)
{
	u32 bytes = skb->len;
	struct sk_buff *frag;

	skb_walk_frags(skb, frag)
		bytes -= frag->len;
	hwx_frag_csum(skb, data, bytes);
	skb_walk_frags(skb, frag) {
		data += bytes;
		bytes = frag->len;
		hwx_frag_csum(frag, data, bytes);
	}
}
