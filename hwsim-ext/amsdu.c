// SPDX-License-Identifier: GPL-2.0
/*
 * A-MSDUs: several frames of a firmware queue in one MPDU.
 *
 * An MPDU is its first frame; the others hang on that, in order, from when it
 * is formed until its fate is known.  They share its sequence number, its
 * transmissions and its fate, and each keeps its descriptor.
 */
#include <linux/etherdevice.h>
#include <net/checksum.h>

#include "hwx.h"

/**
 * hwx_amsdu_limits() - what an A-MSDU to a station may be
 * @radio: sender
 * @fwq: queue of the station and TID
 * @sta: the station
 * @rate: of the PPDU
 * @limits: filled
 *
 * Context: lock of the medium held.
 */
void hwx_amsdu_limits(const struct hwx_radio *radio, const struct hwx_fwq *fwq,
		      const struct ieee80211_sta *sta,
		      const struct hwx_rate *rate,
		      struct hwx_amsdu_limits *limits)
{
	const struct ieee80211_link_sta *link = &sta->deflink;
	struct hwx_amsdu_peer peer = {
		.ht_7935 = link->ht_cap.cap & IEEE80211_HT_CAP_MAX_AMSDU,
		.vht = link->vht_cap.vht_supported,
		.vht_mpdu = link->vht_cap.cap & IEEE80211_VHT_CAP_MAX_MPDU_MASK,
		.msdus = sta->max_amsdu_subframes,
	};

	hwx_amsdu_limits_of(limits, &peer, rate->mode,
			    fwq->amsdu ? radio->params.amsdu_frames : 1);
}

static u32 hwx_msdu_bytes(const struct hwx_desc *desc)
{
	const struct ieee80211_hdr *hdr = (const void *)desc->skb->data;

	return desc->skb->len - ieee80211_hdrlen(hdr->frame_control);
}

static bool hwx_amsdu_joins(const struct hwx_fwq *fwq,
			    const struct hwx_desc *first,
			    const struct hwx_desc *next, u64 now_ns)
{
	return next->mergeable && next->ready_ns <= now_ns &&
	       !hwx_phy_samples(fwq->edca->radio, next) &&
	       next->key_print == first->key_print &&
	       next->key_idx == first->key_idx;
}

/**
 * hwx_amsdu_plan() - the MPDU that the next frame of a queue makes
 * @fwq: the queue
 * @first: its next frame
 * @limits: of an A-MSDU
 * @room_bytes: of an MPDU
 * @now_ns: frames that come later do not count
 * @amsdu: filled: how many frames it takes, and its length
 *
 * Context: lock of the medium held.
 */
void hwx_amsdu_plan(const struct hwx_fwq *fwq, struct hwx_desc *first,
		    const struct hwx_amsdu_limits *limits, u32 room_bytes,
		    u64 now_ns, struct hwx_amsdu *amsdu)
{
	u32 msdu_bytes = hwx_msdu_bytes(first);
	struct hwx_desc *next = first;

	hwx_amsdu_init(amsdu, limits, first->mpdu_bytes - msdu_bytes,
		       msdu_bytes);
	/* what has a number was sent before and stays as it is */
	if (first->numbered || !first->mergeable)
		return;
	list_for_each_entry_continue(next, &fwq->frames, node)
		if (!hwx_amsdu_joins(fwq, first, next, now_ns) ||
		    !hwx_amsdu_add(amsdu, hwx_msdu_bytes(next), room_bytes))
			return;
}

/**
 * hwx_amsdu_count() - how many MSDUs an MPDU carries
 * @mpdu: its first frame
 *
 * Return: at least 1
 */
u32 hwx_amsdu_count(const struct hwx_desc *mpdu)
{
	const struct hwx_desc *desc;
	u32 n = mpdu->n_msdus;

	list_for_each_entry(desc, &mpdu->msdus, node)
		n++;
	return n;
}

/**
 * hwx_amsdu_open() - an MPDU becomes single frames again
 * @mpdu: its first frame, on a list; the others follow it there, with its fate
 *
 * Return: how many frames it is
 */
u32 hwx_amsdu_open(struct hwx_desc *mpdu)
{
	struct hwx_desc *desc;
	u32 n = 1;

	list_for_each_entry(desc, &mpdu->msdus, node) {
		desc->rate = mpdu->rate;
		desc->attempts = mpdu->attempts;
		desc->got = mpdu->got;
		desc->acked = mpdu->acked;
		desc->ack_dbm = mpdu->ack_dbm;
		n++;
	}
	list_splice_init(&mpdu->msdus, &mpdu->node);
	return n;
}

/* What the hardware was to do, and what an A-MSDU cannot leave to the peer. */
static void hwx_subframe_csum(const struct sk_buff *skb, u32 header_bytes,
			      u8 *msdu, u32 bytes)
{
	u32 start = skb_checksum_start_offset(skb) - header_bytes;
	__sum16 *sum = (__sum16 *)(msdu + start + skb->csum_offset);

	*sum = csum_fold(csum_partial(msdu + start, bytes - start, 0)) ?:
	       CSUM_MANGLED_0;
}

static void hwx_subframe_add(struct sk_buff *copy, const struct sk_buff *skb)
{
	struct ieee80211_hdr *hdr = (struct ieee80211_hdr *)skb->data;
	u32 header_bytes = ieee80211_hdrlen(hdr->frame_control);
	u32 bytes = skb->len - header_bytes;
	struct ethhdr *subframe = skb_put(copy, sizeof(*subframe));
	u8 *msdu = skb_put(copy, bytes);

	BUILD_BUG_ON(sizeof(*subframe) != HWX_SUBFRAME_HEADER_BYTES);
	ether_addr_copy(subframe->h_dest, ieee80211_get_DA(hdr));
	ether_addr_copy(subframe->h_source, ieee80211_get_SA(hdr));
	subframe->h_proto = cpu_to_be16(bytes);
	skb_copy_bits(skb, header_bytes, msdu, bytes);
	if (skb->ip_summed == CHECKSUM_PARTIAL)
		hwx_subframe_csum(skb, header_bytes, msdu, bytes);
}

/* Source and destination are in the subframes, address 3 is free: the BSSID. */
static void hwx_amsdu_header(struct ieee80211_hdr *hdr)
{
	*ieee80211_get_qos_ctl(hdr) |= IEEE80211_QOS_CTL_A_MSDU_PRESENT;
	ether_addr_copy(hdr->addr3, ieee80211_has_tods(hdr->frame_control) ?
				    hdr->addr1 : hdr->addr2);
}

/**
 * hwx_amsdu_copy() - an A-MSDU as it arrives
 * @mpdu: its first frame, with others
 *
 * Context: lock of the medium held.
 * Return: one frame, or NULL without memory
 */
struct sk_buff *hwx_amsdu_copy(const struct hwx_desc *mpdu)
{
	struct ieee80211_hdr *hdr = (struct ieee80211_hdr *)mpdu->skb->data;
	u32 header_bytes = ieee80211_hdrlen(hdr->frame_control);
	const struct hwx_desc *desc;
	struct sk_buff *copy;

	copy = dev_alloc_skb(NET_SKB_PAD + mpdu->mpdu_bytes);
	if (!copy)
		return NULL;
	skb_reserve(copy, NET_SKB_PAD);
	hwx_amsdu_header(skb_put_data(copy, hdr, header_bytes));
	hwx_subframe_add(copy, mpdu->skb);
	list_for_each_entry(desc, &mpdu->msdus, node) {
		skb_put_zero(copy, -(copy->len - header_bytes) & 3);
		hwx_subframe_add(copy, desc->skb);
	}
	return copy;
}
