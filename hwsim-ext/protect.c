// SPDX-License-Identifier: GPL-2.0
/*
 * What stands in front of a PPDU: RTS and CTS, CTS-to-self, or nothing.
 *
 * An RTS goes before unicast PPDUs longer than a threshold (rts_bytes or that
 * of the wiphy, "iw phy PHY set rts"), and when rate control asks for it.
 * CTS-to-self goes before OFDM PPDUs in a 2.4 GHz BSS that protects itself from
 * stations which know DSSS only (802.11-2020 10.3.2.13).
 */
#include "hwx.h"

static const struct hwx_desc *hwx_first_frame(const struct hwx_exchange *x)
{
	return list_first_entry(&x->ppdu.frames, struct hwx_desc, node);
}

/* Do stations that know DSSS only have to be told? */
static bool hwx_erp_protected(const struct hwx_exchange *x)
{
	const struct ieee80211_vif *vif = hwx_first_frame(x)->vif;

	return hwx_two_ghz(x->air) && x->ppdu.rate.mode != HWX_MODE_DSSS &&
	       vif && vif->bss_conf.use_cts_prot;
}

/* The highest DSSS rate that all stations of the BSS know. */
static void hwx_erp_rate(const struct hwx_exchange *x, struct hwx_rate *rate)
{
	const struct ieee80211_vif *vif = hwx_first_frame(x)->vif;
	const struct ieee80211_supported_band *sband;
	u16 best_100kbps = 10;
	int i;

	sband = x->edca->radio->hw->wiphy->bands[NL80211_BAND_2GHZ];
	for (i = 0; i < sband->n_bitrates; i++)
		if (vif->bss_conf.basic_rates & BIT(i) &&
		    hwx_phy_is_dsss(sband->bitrates[i].bitrate))
			best_100kbps = max(best_100kbps,
					   sband->bitrates[i].bitrate);
	hwx_phy_legacy(rate, best_100kbps);
}

/* The longest PSDU that needs no RTS. */
static u32 hwx_rts_threshold(const struct hwx_radio *radio)
{
	u32 bytes = radio->params.rts_bytes ?: U32_MAX;

	return min(bytes, READ_ONCE(radio->hw->wiphy->rts_threshold));
}

/**
 * hwx_protect_choose() - what does this PPDU need in front?
 * @x: about to begin, with frames, rate, length and addressee
 *
 * Sets guard_rate.
 *
 * Context: lock of the medium and RCU read lock held.
 * Return: the protection
 */
enum hwx_protection hwx_protect_choose(struct hwx_exchange *x)
{
	bool erp = hwx_erp_protected(x);

	if (erp)
		hwx_erp_rate(x, &x->guard_rate);
	else
		hwx_response_rate(&x->ppdu.rate, &x->guard_rate);
	if (x->respond &&
	    (x->ppdu.rc_rts ||
	     x->ppdu.psdu_bytes > hwx_rts_threshold(x->edca->radio)))
		return HWX_PROTECT_RTS;
	return erp ? HWX_PROTECT_CTS_TO_SELF : HWX_PROTECT_NONE;
}

/**
 * hwx_signal_ext_ns() - the silence after a PPDU at 2.4 GHz
 * @air: channel
 * @rate: of the PPDU; only OFDM and later have it
 *
 * Return: ns
 */
u32 hwx_signal_ext_ns(const struct hwx_air *air, const struct hwx_rate *rate)
{
	return rate->mode == HWX_MODE_DSSS ? 0 : air->timing.signal_ext_ns;
}

/**
 * hwx_protect_first_ns() - how long the first frame of a protection takes
 * @x: with protection and guard_rate
 *
 * Return: ns of the RTS, or of the CTS-to-self and the SIFS after it
 */
u32 hwx_protect_first_ns(const struct hwx_exchange *x)
{
	u32 ext_ns = hwx_signal_ext_ns(x->air, &x->guard_rate);

	if (x->protection == HWX_PROTECT_RTS)
		return hwx_ppdu_ns(&x->guard_rate, HWX_RTS_BYTES) + ext_ns;
	return hwx_ppdu_ns(&x->guard_rate, HWX_CTS_BYTES) + ext_ns +
	       x->air->timing.sifs_ns;
}

/**
 * hwx_protect_answer_ns() - from the end of the RTS to the begin of the PPDU
 * @x: with guard_rate
 *
 * Return: ns of SIFS, CTS, SIFS
 */
u32 hwx_protect_answer_ns(const struct hwx_exchange *x)
{
	return 2 * x->air->timing.sifs_ns + hwx_ack_ns(&x->guard_rate) +
	       hwx_signal_ext_ns(x->air, &x->guard_rate);
}
