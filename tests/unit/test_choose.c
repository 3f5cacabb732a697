// SPDX-License-Identifier: GPL-2.0
/*
 * The rate that carries most: against a search over all rates with floating
 * point, and what the formula says at a few points.
 */
#include <math.h>

#include "airtime.h"
#include "choose.h"
#include "per.h"
#include "test.h"

static const struct hwx_choose_peer vht = {
	.mode = HWX_MODE_VHT,
	.bw_mhz = 80,
	.mcs_max = { 9, 9, -1, -1, -1, -1, -1, -1 },
	.sgi = 7,
	.frames = 64,
	.ppdu_ns = 4000000,
};

static double goodput(const struct hwx_rate *rate,
		      const struct hwx_choose_peer *peer, u32 snr_db)
{
	double n = floor(hwx_ppdu_max_bytes(rate, peer->ppdu_ns) / 1544.0);

	n = n > peer->frames ? peer->frames : n;
	n = n < 1 || rate->mode < HWX_MODE_HT ? 1 : n;
	return n * 12000 * (1 - hwx_per_ppm(rate, snr_db, 1538) / 1e6) /
	       (hwx_ppdu_ns(rate, n * 1544) + 158500) * 1e6;
}

/* may @peer use it? */
static bool allowed(const struct hwx_choose_peer *peer,
		    const struct hwx_rate *rate)
{
	if (rate->mode != peer->mode || rate->bw_mhz > peer->bw_mhz ||
	    rate->mcs > peer->mcs_max[rate->nss - 1])
		return false;
	if (rate->mode == HWX_MODE_HE)
		return rate->gi_ns == 800;
	return rate->gi_ns == 800 || peer->sgi & rate->bw_mhz / 20;
}

static void expect_best(const struct hwx_choose_peer *peer, u32 snr_db)
{
	static struct hwx_rate rates[REF_RATES_MAX];
	unsigned int n = ref_legal_rates(rates);
	struct hwx_rate chosen;
	double best = 0, got;

	for (unsigned int i = 0; i < n; i++)
		if (allowed(peer, &rates[i]))
			best = fmax(best, goodput(&rates[i], peer, snr_db));
	hwx_choose_rate(peer, snr_db, &chosen);
	got = goodput(&chosen, peer, snr_db);
	if (!allowed(peer, &chosen) || hwx_rate_check(&chosen))
		fail_msg("at %u dB a rate the peer does not have", snr_db);
	if (got < best * 0.99999 - 1)
		fail_msg("at %u dB %f kb/s instead of %f", snr_db, got, best);
	if (fabs(hwx_choose_goodput_kbps(&chosen, peer, snr_db) - got) > 2)
		fail_msg("at %u dB the formula gives %u instead of %f", snr_db,
			 hwx_choose_goodput_kbps(&chosen, peer, snr_db), got);
}

static void best_of_all(void **state)
{
	struct hwx_choose_peer ht = vht, he = vht, single = vht;

	(void)state;
	ht.mode = HWX_MODE_HT;
	ht.bw_mhz = 40;
	ht.mcs_max[0] = 7;
	ht.mcs_max[1] = 7;
	he.mode = HWX_MODE_HE;
	he.bw_mhz = 160;
	he.mcs_max[0] = 11;
	he.mcs_max[1] = 11;
	he.frames = 256;
	single.frames = 1;
	for (u32 snr_db = 0; snr_db <= 70; snr_db++) {
		expect_best(&vht, snr_db);
		expect_best(&ht, snr_db);
		expect_best(&he, snr_db);
		expect_best(&single, snr_db);
	}
}

static void more_signal_never_carries_less(void **state)
{
	struct hwx_rate rate;
	u32 kbps, last = 0;

	(void)state;
	for (u32 snr_db = 0; snr_db <= 70; snr_db++) {
		hwx_choose_rate(&vht, snr_db, &rate);
		kbps = hwx_choose_goodput_kbps(&rate, &vht, snr_db);
		assert_true(kbps >= last);
		last = kbps;
	}
	/* tests/guest/goodput.test.sh: 686.6 Mb/s of IP */
	assert_int_equal(last / 100, 6866);
}

static void named(const struct hwx_choose_peer *peer, u32 snr_db,
		  const char *name)
{
	char got[HWX_RATE_NAME_MAX];
	struct hwx_rate rate;

	hwx_choose_rate(peer, snr_db, &rate);
	hwx_rate_format(&rate, got, sizeof(got));
	assert_string_equal(got, name);
}

static void ends_of_the_scale(void **state)
{
	struct hwx_choose_peer legacy = {
		.mode = HWX_MODE_OFDM,
		.legacy_100kbps = { 10, 20, 55, 110, 60, 90, 120, 180, 240, 360,
				    480, 540 },
		.frames = 64,
		.ppdu_ns = 4000000,
	};

	(void)state;
	named(&vht, 60, "vht80-nss2-mcs9-sgi");
	named(&vht, 0, "vht20-nss1-mcs0-sgi");
	named(&legacy, 60, "legacy-54");
	/* nothing carries anything: the first of its rates */
	named(&legacy, 0, "legacy-1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(best_of_all),
		cmocka_unit_test(more_signal_never_carries_less),
		cmocka_unit_test(ends_of_the_scale),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
