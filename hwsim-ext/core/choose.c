// SPDX-License-Identifier: GPL-2.0
#include "airtime.h"
#include "choose.h"
#include "per.h"

#define HWX_IP_BITS 12000
#define HWX_MPDU_BYTES 1538
#define HWX_SUBFRAME_BYTES 1544

u32 hwx_choose_goodput_kbps(const struct hwx_rate *rate,
			    const struct hwx_choose_peer *peer, u32 snr_db)
{
	u32 fit = hwx_ppdu_max_bytes(rate, peer->ppdu_ns) / HWX_SUBFRAME_BYTES;
	u32 n = peer->frames < fit ? peer->frames : fit;
	u32 loss_ppm = hwx_per_ppm(rate, snr_db, HWX_MPDU_BYTES);
	u64 cycle_ns;

	if (!n || rate->mode < HWX_MODE_HT)
		n = 1;
	cycle_ns = (u64)hwx_ppdu_ns(rate, n * HWX_SUBFRAME_BYTES) +
		   HWX_CHOOSE_OVERHEAD_NS;
	/* bits * 10^6 / ns is kb/s, and the rest is ppm: nothing to scale */
	return div_u64((u64)n * HWX_IP_BITS * (HWX_PER_SURE_PPM - loss_ppm),
		       cycle_ns);
}

/* The best so far. */
struct hwx_best {
	const struct hwx_choose_peer *peer;
	struct hwx_rate *rate;
	u32 snr_db;
	u32 kbps;
	bool any;
};

static void hwx_best_try(struct hwx_best *best, const struct hwx_rate *rate)
{
	u32 kbps;

	if (hwx_rate_check(rate))
		return;
	kbps = hwx_choose_goodput_kbps(rate, best->peer, best->snr_db);
	if (best->any && kbps <= best->kbps)
		return;
	best->any = true;
	best->kbps = kbps;
	*best->rate = *rate;
}

static void hwx_best_legacy(struct hwx_best *best)
{
	struct hwx_rate rate = { .nss = 1, .bw_mhz = 20 };
	const u16 *legacy = best->peer->legacy_100kbps;
	u32 i;

	for (i = 0; i < 12 && legacy[i]; i++) {
		rate.legacy_100kbps = legacy[i];
		rate.mode = HWX_MODE_OFDM;
		rate.gi_ns = 800;
		if (legacy[i] < 60 || legacy[i] == 110) {
			rate.mode = HWX_MODE_DSSS;
			rate.gi_ns = 0;
		}
		hwx_best_try(best, &rate);
	}
}

static void hwx_best_streams(struct hwx_best *best, u8 nss)
{
	const struct hwx_choose_peer *peer = best->peer;
	struct hwx_rate rate = { .mode = peer->mode, .nss = nss };

	for (rate.bw_mhz = 20; rate.bw_mhz <= peer->bw_mhz; rate.bw_mhz *= 2) {
		rate.gi_ns = 800;
		if (peer->mode != HWX_MODE_HE && peer->sgi & rate.bw_mhz / 20)
			rate.gi_ns = 400;
		for (rate.mcs = 0; rate.mcs <= peer->mcs_max[nss - 1];
		     rate.mcs++)
			hwx_best_try(best, &rate);
	}
}

void hwx_choose_rate(const struct hwx_choose_peer *peer, u32 snr_db,
		     struct hwx_rate *rate)
{
	struct hwx_best best = { .peer = peer, .rate = rate, .snr_db = snr_db };
	u8 nss;

	if (peer->mode < HWX_MODE_HT) {
		hwx_best_legacy(&best);
		return;
	}
	for (nss = 1; nss <= HWX_CHOOSE_NSS_MAX; nss++)
		if (peer->mcs_max[nss - 1] != HWX_CHOOSE_NO_MCS)
			hwx_best_streams(&best, nss);
}
