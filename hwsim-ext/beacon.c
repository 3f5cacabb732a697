// SPDX-License-Identifier: GPL-2.0
/*
 * Beacons and the clock they carry.
 *
 * TBTTs are the multiples of the beacon interval of the TSF, which each radio
 * counts from a moment of its own.  A beacon is
 * handed to the beacon queue at its TBTT and sent PIFS after the air is idle;
 * its timestamp is that of its first bit.  Group-addressed frames that waited
 * for power save follow it.
 */
#include "hwx.h"

/**
 * hwx_tsf_us() - the clock of a radio
 * @radio: which
 * @now_ns: monotonic time
 *
 * Return: us
 */
u64 hwx_tsf_us(const struct hwx_radio *radio, u64 now_ns)
{
	return div_u64(now_ns, NSEC_PER_USEC) + radio->tsf_offset_us;
}

/**
 * hwx_beacon_stamp() - write the timestamp
 * @radio: sender
 * @skb: beacon
 * @start_ns: begin of its PPDU
 *
 * The timestamp stands behind the 24-byte header and is the TSF when its own
 * first bit is on the air; the preamble and header of a 6 Mb/s frame take
 * 52 us.
 */
void hwx_beacon_stamp(struct hwx_radio *radio, struct sk_buff *skb,
		      u64 start_ns)
{
	struct ieee80211_mgmt *mgmt = (struct ieee80211_mgmt *)skb->data;

	mgmt->u.beacon.timestamp =
		cpu_to_le64(hwx_tsf_us(radio, start_ns) + 52);
}

static void hwx_beacon_send(struct hwx_vif *hvif)
{
	struct ieee80211_vif *vif = hvif->vif;
	struct hwx_radio *radio = hvif->radio;
	struct sk_buff *skb;

	skb = ieee80211_beacon_get(radio->hw, vif, 0);
	if (skb)
		hwx_tx_urgent(radio, vif, NULL, skb, HWX_EDCA_BEACON, true);
	while ((skb = ieee80211_get_buffered_bc(radio->hw, vif)))
		hwx_tx_urgent(radio, vif, NULL, skb, HWX_EDCA_BEACON, false);
	if (vif->bss_conf.csa_active && hwx_csa_is_complete(vif))
		hwx_csa_finish(vif);
}

static enum hrtimer_restart hwx_beacon_fire(struct hrtimer *timer)
{
	struct hwx_vif *hvif = container_of(timer, struct hwx_vif,
					    beacon_timer);

	if (!READ_ONCE(hvif->beaconing))
		return HRTIMER_NORESTART;
	rcu_read_lock();
	hwx_beacon_send(hvif);
	rcu_read_unlock();
	hvif->tbtt_ns += hvif->beacon_int_ns;
	hrtimer_set_expires(timer, ns_to_ktime(hvif->tbtt_ns));
	return HRTIMER_RESTART;
}

/**
 * hwx_beacon_init() - an interface that does not beacon
 * @hvif: being made
 */
void hwx_beacon_init(struct hwx_vif *hvif)
{
	hrtimer_setup(&hvif->beacon_timer, hwx_beacon_fire, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
}

/**
 * hwx_beacon_start() - send beacons
 * @hvif: interface
 * @interval_tu: beacon interval in units of 1024 us
 *
 * Context: process.
 */
void hwx_beacon_start(struct hwx_vif *hvif, u32 interval_tu)
{
	u64 now_us = hwx_tsf_us(hvif->radio, ktime_get_ns());
	u32 interval_us = max(interval_tu, 1u) * 1024;
	u32 past_us;

	hwx_beacon_stop(hvif);
	div_u64_rem(now_us, interval_us, &past_us);
	hvif->beacon_int_ns = interval_us * NSEC_PER_USEC;
	hvif->tbtt_ns = (now_us - past_us + interval_us -
			 hvif->radio->tsf_offset_us) * NSEC_PER_USEC;
	WRITE_ONCE(hvif->beaconing, true);
	hrtimer_start(&hvif->beacon_timer, ns_to_ktime(hvif->tbtt_ns),
		      HRTIMER_MODE_ABS_SOFT);
}

/**
 * hwx_beacon_stop() - send no more
 * @hvif: interface
 *
 * Context: process, no locks held.
 */
void hwx_beacon_stop(struct hwx_vif *hvif)
{
	WRITE_ONCE(hvif->beaconing, false);
	hrtimer_cancel(&hvif->beacon_timer);
}
