// SPDX-License-Identifier: GPL-2.0
#include "exchange.h"

/* an MPDU of equal MSDUs, as many as asked for */
static struct hwx_amsdu mpdu_of(const struct exchange_case *c)
{
	const struct hwx_amsdu_limits limits = {
		.msdus = c->msdus ? c->msdus : 1, .amsdu_bytes = 65535,
		.mpdu_bytes = 11454,
	};
	u32 msdu_bytes = c->payload_bytes + UDP_HEADERS_BYTES + LLC_BYTES;
	u32 overhead_bytes = (c->qos ? QOS_MPDU_BYTES : PLAIN_MPDU_BYTES) -
			     LLC_BYTES + c->security_bytes;
	struct hwx_amsdu amsdu;

	hwx_amsdu_init(&amsdu, &limits, overhead_bytes, msdu_bytes);
	while (hwx_amsdu_add(&amsdu, msdu_bytes, 65535))
		;
	return amsdu;
}

struct exchange exchange_run(const struct exchange_case *c)
{
	const struct hwx_edca_params params = {
		.aifsn = c->qos ? 3 : 2, .cw_min = 15, .cw_max = 1023,
		.qos = c->qos,
	};
	const struct hwx_ampdu_limits limits = {
		.frames = c->frames ? c->frames : c->window,
		.window = c->window, .bytes = c->bytes,
		.ppdu_ns = c->ppdu_ns ? c->ppdu_ns : HWX_PPDU_MAX_NS,
	};
	struct hwx_amsdu mpdu = mpdu_of(c);
	u32 mpdu_bytes = hwx_amsdu_mpdu_bytes(&mpdu);
	struct hwx_rate rate = rate_named(c->rate);
	struct exchange x = { .frames = 1 };
	struct hwx_phy_timing timing;
	struct hwx_edcaf edcaf;

	hwx_phy_timing_get(false, true, &timing);
	hwx_edcaf_init(&edcaf, &params);

	if (c->window > 1) {
		enum hwx_close_reason reason;
		struct hwx_ampdu ampdu;

		hwx_ampdu_init(&ampdu, &rate, &limits);
		while (hwx_ampdu_add(&ampdu, mpdu_bytes, &reason))
			;
		x.frames = ampdu.frames;
		x.ppdu_ns = hwx_ppdu_ns(&rate, ampdu.psdu_bytes);
		x.response_ns = hwx_ba_ns(&rate, c->window);
	} else {
		x.ppdu_ns = hwx_ppdu_ns(&rate,
					hwx_smpdu_bytes(&rate, mpdu_bytes));
		x.response_ns = hwx_ack_ns(&rate);
	}

	x.cycle_ns = hwx_edcaf_start_ns(&edcaf, &timing) +
		     hwx_edcaf_mean_ns(&edcaf, &timing) + x.ppdu_ns +
		     timing.sifs_ns + x.response_ns;
	if (c->rts)
		x.cycle_ns += hwx_rts_cts_ns(&rate, &timing);
	x.goodput_mbps = 8e3 * x.frames * mpdu.msdus * c->payload_bytes /
			 x.cycle_ns;
	return x;
}
