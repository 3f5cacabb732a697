// SPDX-License-Identifier: GPL-2.0
/*
 * The end of a PPDU: who gets it.
 *
 * A unicast PPDU goes to the interfaces with its address, found in the hash of
 * the medium, a group-addressed one to every started radio on the channel that
 * wants it.  Radios that want everything (monitor mode) get theirs besides.
 * Receivers get copies; the original waits for its completion at the sender.
 */
#include <linux/etherdevice.h>
#include <linux/if_arp.h>

#include "hwx.h"

static bool hwx_listens(const struct hwx_radio *radio,
			const struct hwx_exchange *x)
{
	return radio->started && radio != x->edca->radio &&
	       hwx_sense_hears(radio, x->edca->radio) &&
	       (hwx_air_decodes(radio->air, x->air) ||
		hwx_air_decodes(radio->scan.air, x->air));
}

static struct sk_buff *hwx_copy(const struct sk_buff *skb, bool rx_csum)
{
	struct ieee80211_hdr *hdr = (struct ieee80211_hdr *)skb->data;
	struct sk_buff *copy;
	u32 pad;

	/* the IP header, behind the 802.11 header and LLC, is aligned */
	pad = NET_SKB_PAD + (ieee80211_hdrlen(hdr->frame_control) & 3);
	copy = dev_alloc_skb(skb->len + pad);
	if (!copy)
		return NULL;
	skb_reserve(copy, pad);
	skb_copy_bits(skb, 0, skb_put(copy, skb->len), skb->len);

	if (skb_has_frag_list(skb)) {
		hwx_frags_csum(skb, copy->data);
	} else if (skb->ip_summed == CHECKSUM_PARTIAL) {
		copy->ip_summed = CHECKSUM_PARTIAL;
		copy->csum_start = skb_headroom(copy) +
				   skb_checksum_start_offset(skb);
		copy->csum_offset = skb->csum_offset;
		if (!rx_csum && skb_checksum_help(copy)) {
			dev_kfree_skb_any(copy);
			return NULL;
		}
	}
	return copy;
}

static void hwx_rx_status(const struct hwx_radio *radio,
			  const struct hwx_exchange *x,
			  struct ieee80211_rx_status *status)
{
	memset(status, 0, sizeof(*status));
	status->band = x->air->chan.band;
	status->freq = KHZ_TO_MHZ(x->air->chan.primary_khz);
	status->signal = hwx_link_signal_dbm(x->edca->radio, radio);
	status->mactime = hwx_tsf_us(radio, x->start_ns);
	status->flag = RX_FLAG_MACTIME_START;
	status->boottime_ns = x->start_ns;
	hwx_phy_rx_rate(radio, &x->ppdu.rate, status->band, status);
}

/* Hand one frame to one radio. */
static void hwx_deliver_frame(struct hwx_radio *radio,
			      const struct hwx_exchange *x,
			      struct ieee80211_sta *sta,
			      const struct hwx_desc *desc)
{
	struct ieee80211_rx_status *status;
	struct ieee80211_hdr *hdr;
	struct sk_buff *copy;

	copy = list_empty(&desc->msdus) ?
	       hwx_copy(desc->skb, radio->params.csum) : hwx_amsdu_copy(desc);
	if (!copy) {
		radio->stats.rx_dropped++;
		return;
	}
	status = IEEE80211_SKB_RXCB(copy);
	hwx_rx_status(radio, x, status);
	if (desc->key_print)
		status->flag |= RX_FLAG_DECRYPTED | RX_FLAG_IV_STRIPPED |
				RX_FLAG_MIC_STRIPPED;
	if (desc->attempts > 1) {
		hdr = (struct ieee80211_hdr *)copy->data;
		hdr->frame_control |= cpu_to_le16(IEEE80211_FCTL_RETRY);
	}
	hwx_order_add(radio, sta, desc, copy, x->data_end_ns);
}

/* The air time of a PPDU goes up with its last frame, see hwx_rx_airtime(). */
static void hwx_deliver_airtime(struct hwx_radio *radio,
				const struct hwx_exchange *x, u32 waiting)
{
	struct sk_buff_head *queue = &radio->rx.waiting;

	if (radio == x->to && skb_queue_len(queue) > waiting)
		skb_peek_tail(queue)->mark = div_u64(x->end_ns - x->access_ns,
						     NSEC_PER_USEC);
}

/*
 * Hand what arrives to one radio, which knows the sender of a unicast PPDU as
 * @sta, or not; says whether anything did arrive.
 */
static bool hwx_deliver_to(struct hwx_radio *radio, struct hwx_exchange *x,
			   struct ieee80211_sta *sta, u64 key_print)
{
	struct hwx_radio *from = x->edca->radio;
	u32 bytes = 0, loss_ppm = 0;
	u32 waiting = skb_queue_len(&radio->rx.waiting);
	struct hwx_desc *desc;
	bool any = false;

	list_for_each_entry(desc, &x->ppdu.frames, node) {
		if (desc->mpdu_bytes != bytes) {
			bytes = desc->mpdu_bytes;
			loss_ppm = hwx_link_loss(from, radio, &x->ppdu.rate,
						 bytes);
		}
		if (hwx_link_draw(from->medium, loss_ppm))
			continue;
		any = true;
		if (radio == x->to)
			desc->got = true;
		if (sta && hwx_session_repeats(sta, desc))
			continue;
		/* what cannot be decrypted is received, but of no use */
		if (desc->key_print && desc->key_print != key_print)
			continue;
		if (radio == x->to && hwx_fwba_receive(radio, desc))
			continue;
		hwx_order_bar(radio, sta, desc, x->data_end_ns);
		hwx_deliver_frame(radio, x, sta, desc);
	}
	if (any)
		radio->stats.air_rx_ns += x->end_ns - x->access_ns;
	hwx_deliver_airtime(radio, x, waiting);
	hwx_rx_flush(radio, x->data_end_ns);
	return any;
}

/* Is this group-addressed frame for this interface? */
static bool hwx_vif_wants(const struct hwx_vif *hvif,
			  const struct ieee80211_hdr *hdr)
{
	switch (hvif->vif->type) {
	case NL80211_IFTYPE_STATION:
	case NL80211_IFTYPE_P2P_CLIENT:
		return ether_addr_equal(hdr->addr2, hvif->bssid) ||
		       ether_addr_equal(hdr->addr3, hvif->bssid);
	case NL80211_IFTYPE_AP:
	case NL80211_IFTYPE_P2P_GO:
		/* beacons tell of neighbours that need protection */
		return ieee80211_is_probe_req(hdr->frame_control) ||
		       ieee80211_is_beacon(hdr->frame_control) ||
		       ether_addr_equal(hdr->addr3, hvif->addr) ||
		       (ieee80211_is_mgmt(hdr->frame_control) &&
			is_broadcast_ether_addr(hdr->addr3));
	default:
		return true;
	}
}

/* The group key of the interface that wants the frame, by way of @print. */
static bool hwx_radio_wants(const struct hwx_radio *radio,
			    const struct hwx_desc *desc, u64 *print)
{
	struct ieee80211_hdr *hdr = (struct ieee80211_hdr *)desc->skb->data;
	const struct hwx_vif *hvif;

	*print = 0;
	list_for_each_entry(hvif, &radio->vifs, node) {
		if (!hwx_vif_wants(hvif, hdr))
			continue;
		*print = hvif->key_print[desc->key_idx];
		return true;
	}
	if (ieee80211_is_beacon(hdr->frame_control) ||
	    ieee80211_is_probe_resp(hdr->frame_control))
		return radio->scan.air ||
		       (radio->filter & FIF_BCN_PRBRESP_PROMISC);
	return false;
}

static void hwx_deliver_group(struct hwx_exchange *x,
			      const struct hwx_desc *desc)
{
	struct hwx_medium *medium = x->edca->radio->medium;
	struct hwx_radio *radio;
	u64 print;

	list_for_each_entry(radio, &medium->started, medium_node) {
		if (radio->rx_all || !hwx_listens(radio, x))
			continue;
		if (hwx_radio_wants(radio, desc, &print))
			hwx_deliver_to(radio, x, NULL, print);
	}
}

/* The interface that a unicast PPDU is addressed to, if its radio listens. */
static struct hwx_vif *hwx_addressee(struct hwx_exchange *x, const u8 *addr)
{
	struct hwx_medium *medium = x->edca->radio->medium;
	u32 key = get_unaligned((u32 *)(addr + 2));
	struct hwx_vif *hvif;

	hash_for_each_possible(medium->addrs, hvif, addr_node, key)
		if (ether_addr_equal(hvif->addr, addr) &&
		    hwx_listens(hvif->radio, x))
			return hvif;
	return NULL;
}

/* Responses to a scan with a random address: nobody is in the hash. */
static struct hwx_radio *hwx_scanner(struct hwx_exchange *x, const u8 *addr)
{
	struct hwx_medium *medium = x->edca->radio->medium;
	struct hwx_radio *radio;

	list_for_each_entry(radio, &medium->started, medium_node)
		if (radio->scan.air && hwx_listens(radio, x) &&
		    ether_addr_equal(radio->scan.addr, addr))
			return radio;
	return NULL;
}

static bool hwx_deliver_unicast(struct hwx_exchange *x,
				const struct hwx_desc *desc)
{
	struct ieee80211_hdr *hdr = (struct ieee80211_hdr *)desc->skb->data;
	struct hwx_vif *hvif = hwx_addressee(x, hdr->addr1);
	struct hwx_radio *radio = x->to;
	struct ieee80211_sta *sta = NULL;
	u64 print = 0;

	if (!radio || !hwx_listens(radio, x))
		return false;
	if (hvif && (desc->tid < IEEE80211_NUM_TIDS || desc->key_print))
		sta = ieee80211_find_sta_by_ifaddr(radio->hw, hdr->addr2,
						   hvif->addr);
	if (x->ppdu.ampdu && !hwx_session_receives(sta, desc->tid))
		return false;
	if (radio->rx_all)
		print = desc->key_print;
	else if (sta && desc->key_print)
		print = hwx_peer(sta)->key_print[desc->key_idx];
	return hwx_deliver_to(radio, x, sta, print);
}

/* Monitors get every frame; what they can open they get opened. */
static void hwx_deliver_sniffers(struct hwx_exchange *x,
				 const struct hwx_desc *desc)
{
	struct hwx_medium *medium = x->edca->radio->medium;
	struct hwx_radio *radio;

	list_for_each_entry(radio, &medium->started, medium_node)
		if (radio->rx_all && radio != x->to && hwx_listens(radio, x))
			hwx_deliver_to(radio, x, NULL, desc->key_print);
}

/**
 * hwx_deliver_target() - which radio is a PPDU addressed to?
 * @x: about to go on the air, with frames and channel
 *
 * Context: lock of the medium held.
 * Return: the radio, or NULL for a group or nobody who listens
 */
struct hwx_radio *hwx_deliver_target(struct hwx_exchange *x)
{
	const struct hwx_desc *first;
	struct ieee80211_hdr *hdr;
	struct hwx_vif *hvif;

	first = list_first_entry(&x->ppdu.frames, struct hwx_desc, node);
	hdr = (struct ieee80211_hdr *)first->skb->data;
	if (is_multicast_ether_addr(hdr->addr1))
		return NULL;
	hvif = hwx_addressee(x, hdr->addr1);
	return hvif ? hvif->radio : hwx_scanner(x, hdr->addr1);
}

/**
 * hwx_deliver_vif() - who has an address, whether its radio listens or not?
 * @medium: that all share
 * @addr: of an interface
 *
 * Context: lock of the medium held.
 * Return: the interface or NULL
 */
struct hwx_vif *hwx_deliver_vif(struct hwx_medium *medium, const u8 *addr)
{
	u32 key = get_unaligned((u32 *)(addr + 2));
	struct hwx_vif *hvif;

	hash_for_each_possible(medium->addrs, hvif, addr_node, key)
		if (ether_addr_equal(hvif->addr, addr))
			return hvif;
	return NULL;
}

/**
 * hwx_deliver() - the PPDU has ended undisturbed
 * @x: on the air
 *
 * Context: lock of the medium and RCU read lock held.
 * Return: true when somebody will respond
 */
bool hwx_deliver(struct hwx_exchange *x)
{
	const struct hwx_desc *first;
	struct ieee80211_hdr *hdr;
	bool got = false;

	first = list_first_entry(&x->ppdu.frames, struct hwx_desc, node);
	hdr = (struct ieee80211_hdr *)first->skb->data;
	if (is_multicast_ether_addr(hdr->addr1))
		hwx_deliver_group(x, first);
	else
		got = hwx_deliver_unicast(x, first);
	if (x->edca->radio->medium->sniffers)
		hwx_deliver_sniffers(x, first);
	return got;
}
