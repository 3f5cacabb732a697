// SPDX-License-Identifier: GPL-2.0
/*
 * The packet error rate: thresholds from the sensitivities of the standard,
 * values from floating point, and that it is monotone in everything.
 */
#include <math.h>

#include "per.h"
#include "test.h"

static struct hwx_rate rates[REF_RATES_MAX];
static unsigned int rate_count;

static int list_rates(void **state)
{
	(void)state;
	rate_count = ref_legal_rates(rates);
	return 0;
}

/*
 * Receiver minimum input level sensitivity in 20 MHz.  Noise of -174 dBm/Hz is
 * -101 dBm there; noise figure and implementation margin are 10 and 5 dB.
 */
static const struct {
	const char *name;
	int sensitivity_dbm;
} sensitivities[] = {
	{ "legacy-6", -82 }, { "legacy-9", -81 }, { "legacy-12", -79 },
	{ "legacy-18", -77 }, { "legacy-24", -74 }, { "legacy-36", -70 },
	{ "legacy-48", -66 }, { "legacy-54", -65 },
	{ "legacy-1", -83 }, { "legacy-2", -80 },
	{ "legacy-5.5", -79 }, { "legacy-11", -76 },
	{ "ht20-mcs0", -82 }, { "ht20-mcs1", -79 }, { "ht20-mcs2", -77 },
	{ "ht20-mcs3", -74 }, { "ht20-mcs4", -70 }, { "ht20-mcs5", -66 },
	{ "ht20-mcs6", -65 }, { "ht20-mcs7", -64 },
	{ "vht20-nss1-mcs0", -82 }, { "vht20-nss1-mcs7", -64 },
	{ "vht20-nss1-mcs8", -59 }, { "vht40-nss1-mcs9", -57 },
	{ "he20-nss1-mcs0-gi800", -82 }, { "he20-nss1-mcs9-gi800", -57 },
	{ "he20-nss1-mcs10-gi800", -54 }, { "he20-nss1-mcs11-gi800", -52 },
};

static void thresholds_are_sensitivities_less_noise(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(sensitivities); i++) {
		struct hwx_rate rate = rate_named(sensitivities[i].name);
		int tenths = 10 * (sensitivities[i].sensitivity_dbm + 101 -
				   10 - 5);

		if ((int)hwx_per_threshold_tenths_db(&rate) != tenths)
			fail_msg("%s: %u instead of %d", sensitivities[i].name,
				 hwx_per_threshold_tenths_db(&rate), tenths);
	}
}

static void streams_share_the_power(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < rate_count; i++) {
		struct hwx_rate one = rates[i];
		double more = 100 * log10(rates[i].nss);

		one.nss = 1;
		assert_near("streams",
			    (double)hwx_per_threshold_tenths_db(&rates[i]) -
			    hwx_per_threshold_tenths_db(&one), more, 0.5);
	}
}

static void width_and_guard_interval_do_not_matter(void **state)
{
	struct hwx_rate narrow = rate_named("vht20-nss2-mcs5");
	struct hwx_rate wide = rate_named("vht160-nss2-mcs5-sgi");

	(void)state;
	for (u32 snr_db = 0; snr_db <= 40; snr_db++)
		assert_int_equal(hwx_per_ppm(&narrow, snr_db, 1538),
				 hwx_per_ppm(&wide, snr_db, 1538));
}

/* computed with 50 decimal digits from the formula */
static const struct {
	const char *name;
	u32 snr_db;
	u32 bytes;
	u32 ppm;
} known[] = {
	{ "vht80-nss1-mcs0", 4, 4096, 100000 },
	{ "vht80-nss1-mcs0", 3, 4096, 651322 },
	{ "vht80-nss1-mcs0", 5, 4096, 10481 },
	{ "vht80-nss1-mcs0", 9, 4096, 1 },
	{ "vht80-nss1-mcs0", 10, 1538, 0 },
	{ "legacy-6", 4, 1000, 100000 },
	{ "legacy-24", 10, 32, 286201 },
	{ "legacy-24", 11, 1538, 802189 },
	{ "legacy-1", 3, 1024, 100000 },
	{ "legacy-1", 0, 14, 763185 },
	{ "vht80-nss2-mcs9-sgi", 32, 1538, 38789 },
	{ "vht80-nss2-mcs9-sgi", 31, 1538, 326735 },
	{ "vht80-nss2-mcs9-sgi", 30, 1538, 980864 },
	{ "vht80-nss2-mcs9-sgi", 29, 1538, 1000000 },
	{ "vht80-nss2-mcs9-sgi", 33, 1538, 3948 },
	{ "he80-nss3-mcs11-gi800", 38, 1538, 220901 },
	{ "he80-nss3-mcs11-gi800", 37, 1538, 917600 },
	{ "he80-nss3-mcs11-gi800", 39, 11454, 169642 },
	{ "ht20-mcs15", 24, 0, 0 },
	{ "ht20-mcs15", 0, 1, 1000000 },
	{ "vht80-nss4-mcs4", 21, 104, 26397 },
};

static void known_values(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(known); i++) {
		struct hwx_rate rate = rate_named(known[i].name);
		u32 ppm = hwx_per_ppm(&rate, known[i].snr_db, known[i].bytes);

		if (ppm != known[i].ppm)
			fail_msg("%s at %u dB, %u bytes: %u ppm, not %u",
				 known[i].name, known[i].snr_db, known[i].bytes,
				 ppm, known[i].ppm);
	}
}

static double formula_ppm(const struct hwx_rate *rate, u32 snr_db, u32 bytes)
{
	double above = snr_db - hwx_per_threshold_tenths_db(rate) / 10.0;
	double size = (double)bytes / hwx_per_reference_bytes(rate);

	return -1e6 * expm1(log(0.9) * size * pow(10, -above));
}

static void every_rate_follows_the_formula(void **state)
{
	static const u32 lengths[] = { 1, 14, 32, 104, 1000, 1538, 4095,
				       7991, 11454 };

	(void)state;
	for (unsigned int i = 0; i < rate_count; i++)
		for (u32 snr_db = 0; snr_db <= 60; snr_db++)
			for (unsigned int j = 0; j < ARRAY_SIZE(lengths); j++)
				assert_near("ppm", hwx_per_ppm(&rates[i],
							       snr_db,
							       lengths[j]),
					    formula_ppm(&rates[i], snr_db,
							lengths[j]), 1);
}

/* one and two streams put the thresholds on whole dB, three and more between */
static void longer_is_never_safer(void **state)
{
	static const char *const names[] = {
		"legacy-2", "legacy-24", "vht80-nss1-mcs4", "vht80-nss3-mcs5",
		"vht80-nss5-mcs7", "vht80-nss6-mcs0", "vht80-nss7-mcs9",
	};

	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(names); i++) {
		struct hwx_rate rate = rate_named(names[i]);

		for (u32 snr_db = 0; snr_db <= 45; snr_db++) {
			u32 before = 0;

			for (u32 bytes = 0; bytes <= HWX_PER_BYTES_MAX + 2;
			     bytes++) {
				u32 ppm = hwx_per_ppm(&rate, snr_db, bytes);

				assert_true(ppm >= before);
				before = ppm;
			}
			assert_true(before <= HWX_PER_SURE_PPM);
		}
	}
}

static void more_signal_is_never_worse(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < rate_count; i++) {
		u32 before = HWX_PER_SURE_PPM;

		for (u32 snr_db = 0; snr_db <= 100; snr_db++) {
			u32 ppm = hwx_per_ppm(&rates[i], snr_db, 1538);

			assert_true(ppm <= before);
			before = ppm;
		}
		assert_int_equal(before, 0);
	}
}

static void higher_mcs_is_never_safer(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < rate_count; i++) {
		struct hwx_rate higher = rates[i];

		higher.mcs++;
		if (rates[i].mode < HWX_MODE_HT || hwx_rate_check(&higher))
			continue;
		for (u32 snr_db = 0; snr_db <= 60; snr_db++)
			assert_true(hwx_per_ppm(&higher, snr_db, 1538) >=
				    hwx_per_ppm(&rates[i], snr_db, 1538));
	}
}

/* what stands for "one metre" must not lose anything */
static void at_60_db_nothing_is_lost(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < rate_count; i++)
		assert_int_equal(hwx_per_ppm(&rates[i], 60, HWX_PER_BYTES_MAX),
				 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(thresholds_are_sensitivities_less_noise),
		cmocka_unit_test(streams_share_the_power),
		cmocka_unit_test(width_and_guard_interval_do_not_matter),
		cmocka_unit_test(known_values),
		cmocka_unit_test(every_rate_follows_the_formula),
		cmocka_unit_test(longer_is_never_safer),
		cmocka_unit_test(more_signal_is_never_worse),
		cmocka_unit_test(higher_mcs_is_never_safer),
		cmocka_unit_test(at_60_db_nothing_is_lost),
	};

	return cmocka_run_group_tests(tests, list_rates, NULL);
}
