// SPDX-License-Identifier: GPL-2.0
/*
 * Durations: worked examples, then every rate against the reference.
 */
#include "test.h"

static struct hwx_rate rates[REF_RATES_MAX];
static unsigned int rate_count;

static int list_rates(void **state)
{
	(void)state;
	rate_count = ref_legal_rates(rates);
	return 0;
}

static void ppdu_worked_examples(void **state)
{
	static const struct {
		const char *name;
		u32 bytes;
		u32 tenths_us;
	} cases[] = {
		/* 64, 32 and 277 MPDUs of 1538 bytes, one, and with CCMP */
		{ "vht80-nss2-mcs9-sgi", 98816, 9600 },
		{ "vht80-nss2-mcs9-sgi", 99840, 9720 },
		{ "vht80-nss2-mcs9-sgi", 49408, 5040 },
		{ "vht80-nss2-mcs9-sgi", 427688, 39960 },
		{ "vht80-nss2-mcs9-sgi", 1544, 600 },
		{ "vht80-nss2-mcs9-sgi", 1542, 600 },
		{ "vht80-nss2-mcs0-sgi", 43230, 53720 },
		{ "vht80-nss2-mcs7-sgi", 98814, 12640 },
		{ "ht20-mcs15-sgi", 64846, 36360 },
		{ "ht20-mcs15-sgi", 49406, 27800 },
		/* 50.4 us of preamble, 49 or 194 symbols of 13.6 us */
		{ "he80-nss2-mcs11-gi800", 98814, 7168 },
		{ "he80-nss2-mcs11-gi800", 395262, 26888 },
		{ "legacy-54", 1536, 2480 },
		{ "legacy-54", 1538, 2520 },
		{ "legacy-6", 1536, 20720 },
		{ "legacy-6", 1538, 20760 },
		{ "legacy-1", 100, 1920 + 8000 },
		{ "legacy-5.5", 14, 1920 + 210 },
		{ "legacy-11", 1500, 1920 + 10910 },
		/* control frames */
		{ "legacy-24", 14, 280 },
		{ "legacy-24", 20, 280 },
		{ "legacy-24", 32, 320 },
		{ "legacy-24", 56, 400 },
		{ "legacy-6", 14, 440 },
		{ "legacy-6", 32, 680 },
		{ "legacy-12", 14, 320 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_rate rate = rate_named(cases[i].name);
		u32 ns = hwx_ppdu_ns(&rate, cases[i].bytes);

		if (ns != cases[i].tenths_us * 100)
			fail_msg("%s, %u bytes: %u ns", cases[i].name,
				 cases[i].bytes, ns);
	}
}

/* the field widths that the standard gives for one byte more or less */
static void preambles(void **state)
{
	static const struct {
		const char *name;
		u32 preamble_us;
		u32 symbol_tenths_us;
	} cases[] = {
		{ "legacy-6", 20, 40 },
		{ "ht20-mcs7", 36, 40 },	{ "ht20-mcs15", 40, 40 },
		{ "ht20-mcs23", 48, 40 },	{ "ht20-mcs31", 48, 40 },
		{ "vht80-nss1-mcs7", 40, 40 },	{ "vht80-nss2-mcs7", 44, 40 },
		{ "vht80-nss3-mcs7", 52, 40 },	{ "vht80-nss4-mcs7", 52, 40 },
		{ "vht80-nss5-mcs7", 60, 40 },	{ "vht80-nss6-mcs7", 60, 40 },
		{ "vht80-nss7-mcs7", 68, 40 },	{ "vht80-nss8-mcs7", 68, 40 },
		{ "he80-nss5-mcs7-gi1600", 84, 144 },
		{ "he80-nss1-mcs7-gi3200", 52, 160 },
		{ "he80-nss8-mcs7-gi3200", 164, 160 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_rate rate = rate_named(cases[i].name);
		u32 ns = cases[i].preamble_us * 1000 +
			 cases[i].symbol_tenths_us * 100;

		/* nothing but service and tail bits is one symbol at least */
		if (hwx_rate_dbps(&rate) >= 88 || hwx_rate_dbps(&rate) == 24)
			assert_int_equal(hwx_ppdu_ns(&rate, 0), ns);
	}
}

static void every_rate_agrees_with_reference(void **state)
{
	static const u32 bytes[] = { 0, 1, 14, 66, 1538, 1542, 3892, 4095,
				     65535, 98814, 1048575, 6500631 };

	(void)state;
	for (unsigned int i = 0; i < rate_count; i++)
		for (size_t b = 0; b < ARRAY_SIZE(bytes); b++) {
			u64 expected = ref_ppdu_ns(&rates[i], bytes[b]);

			if (expected > UINT32_MAX)
				expected = UINT32_MAX;
			assert_int_equal(hwx_ppdu_ns(&rates[i], bytes[b]),
					 expected);
		}
}

static void every_length_agrees_with_reference(void **state)
{
	static const char *const names[] = {
		"legacy-1", "legacy-11", "legacy-9", "ht40-mcs29-sgi",
		"vht80-nss2-mcs9-sgi", "vht160-nss7-mcs9", "he20-nss1-mcs5-gi3200",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct hwx_rate rate = rate_named(names[i]);

		for (u32 bytes = 0; bytes < 5000; bytes++)
			assert_int_equal(hwx_ppdu_ns(&rate, bytes),
					 ref_ppdu_ns(&rate, bytes));
	}
}

static void longest_values_saturate(void **state)
{
	struct hwx_rate slow = rate_named("legacy-1");
	struct hwx_rate fast = rate_named("vht160-nss8-mcs9-sgi");

	(void)state;
	assert_int_equal(hwx_ppdu_ns(&slow, UINT32_MAX), UINT32_MAX);
	assert_int_equal(hwx_ppdu_max_bytes(&slow, UINT32_MAX), UINT32_MAX);
	assert_int_equal(hwx_ppdu_ns(&fast, UINT32_MAX), UINT32_MAX);
	assert_int_equal(hwx_ppdu_max_bytes(&fast, UINT32_MAX), UINT32_MAX);
}

static void assert_largest(const struct hwx_rate *rate, u32 max_ns)
{
	u32 bytes = hwx_ppdu_max_bytes(rate, max_ns);

	if (bytes)
		assert_true(hwx_ppdu_ns(rate, bytes) <= max_ns);
	assert_true(hwx_ppdu_ns(rate, bytes + 1) > max_ns);
}

static void max_bytes_is_the_inverse(void **state)
{
	static const u32 limits_ns[] = { 0, 20000, 39999, 40000, 60000, 100001,
					 192000, 192999, 999999, 1000000,
					 4000000, HWX_PPDU_MAX_NS, 100000000 };

	(void)state;
	for (unsigned int i = 0; i < rate_count; i++) {
		for (size_t l = 0; l < ARRAY_SIZE(limits_ns); l++)
			assert_largest(&rates[i], limits_ns[l]);
		/* at and just below a duration that is met exactly */
		for (u32 bytes = 1; bytes < 70000; bytes += 4999) {
			u32 ns = hwx_ppdu_ns(&rates[i], bytes);

			assert_largest(&rates[i], ns);
			assert_largest(&rates[i], ns - 1);
			assert_true(hwx_ppdu_max_bytes(&rates[i], ns) >= bytes);
		}
	}
}

/* 802.11-2020 table 10-10, with 6, 12 and 24 Mb/s as basic rates */
static void response_rates(void **state)
{
	static const u16 by_mcs[12] = { 60,  120, 120, 240, 240, 240,
					240, 240, 240, 240, 240, 240 };
	static const u16 ofdm[][2] = { { 60, 60 },   { 90, 60 },   { 120, 120 },
				       { 180, 120 }, { 240, 240 }, { 360, 240 },
				       { 480, 240 }, { 540, 240 } };

	(void)state;
	for (unsigned int i = 0; i < rate_count; i++) {
		struct hwx_rate resp;
		u16 expected = by_mcs[rates[i].mcs];

		hwx_response_rate(&rates[i], &resp);
		assert_null(hwx_rate_check(&resp));
		if (rates[i].mode == HWX_MODE_DSSS)
			expected = rates[i].legacy_100kbps;
		for (size_t o = 0; o < ARRAY_SIZE(ofdm); o++)
			if (rates[i].mode == HWX_MODE_OFDM &&
			    rates[i].legacy_100kbps == ofdm[o][0])
				expected = ofdm[o][1];
		assert_int_equal(resp.legacy_100kbps, expected);
	}
}

static void response_durations(void **state)
{
	static const struct {
		const char *data;
		u32 ack_us, ba64_us, ba256_us, rts_cts_us;
	} cases[] = {
		{ "vht80-nss2-mcs9-sgi", 28, 32, 40, 88 },
		{ "he80-nss2-mcs11-gi800", 28, 32, 40, 88 },
		{ "vht80-nss2-mcs0-sgi", 44, 68, 100, 52 + 16 + 44 + 16 },
		{ "ht20-mcs8", 44, 68, 100, 52 + 16 + 44 + 16 },
		{ "ht20-mcs1", 32, 44, 60, 36 + 16 + 32 + 16 },
		{ "legacy-54", 28, 32, 40, 88 },
		{ "legacy-9", 44, 68, 100, 52 + 16 + 44 + 16 },
		{ "legacy-2", 192 + 56, 192 + 128, 192 + 224,
		  192 + 80 + 16 + 192 + 56 + 16 },
	};
	struct hwx_phy_timing timing;

	(void)state;
	hwx_phy_timing_get(false, true, &timing);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_rate data = rate_named(cases[i].data);

		assert_int_equal(hwx_ack_ns(&data), cases[i].ack_us * 1000);
		assert_int_equal(hwx_ba_ns(&data, 1), cases[i].ba64_us * 1000);
		assert_int_equal(hwx_ba_ns(&data, 64), cases[i].ba64_us * 1000);
		assert_int_equal(hwx_ba_ns(&data, 65),
				 cases[i].ba256_us * 1000);
		assert_int_equal(hwx_ba_ns(&data, 256),
				 cases[i].ba256_us * 1000);
		assert_int_equal(hwx_rts_cts_ns(&data, &timing),
				 cases[i].rts_cts_us * 1000);
	}
}

static void protection_at_two_ghz_has_signal_extensions(void **state)
{
	struct hwx_rate ofdm = rate_named("ht20-mcs7");
	struct hwx_rate dsss = rate_named("legacy-1");
	struct hwx_phy_timing timing;

	(void)state;
	hwx_phy_timing_get(true, true, &timing);
	assert_int_equal(hwx_rts_cts_ns(&ofdm, &timing),
			 (28 + 6 + 10 + 28 + 6 + 10) * 1000);
	assert_int_equal(hwx_rts_cts_ns(&dsss, &timing),
			 (192 + 160 + 10 + 192 + 112 + 10) * 1000);
}

/* EIFS - DIFS: SIFS and an ACK at 6 or at 1 Mb/s */
static void eifs_is_longer_by_a_slow_ack(void **state)
{
	struct hwx_phy_timing timing;

	(void)state;
	hwx_phy_timing_get(false, true, &timing);
	assert_int_equal(hwx_eifs_ext_ns(false, &timing), (16 + 44) * 1000);
	hwx_phy_timing_get(true, true, &timing);
	assert_int_equal(hwx_eifs_ext_ns(true, &timing),
			 (10 + 192 + 112) * 1000);
}

static void band_constants(void **state)
{
	static const struct {
		bool two_ghz, short_slot;
		struct hwx_phy_timing timing;
	} cases[] = {
		{ false, true, { 16000, 9000, 0, 45000 } },
		{ false, false, { 16000, 9000, 0, 45000 } },
		{ true, true, { 10000, 9000, 6000, 39000 } },
		{ true, false, { 10000, 20000, 6000, 50000 } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_phy_timing timing;

		hwx_phy_timing_get(cases[i].two_ghz, cases[i].short_slot,
				   &timing);
		assert_memory_equal(&timing, &cases[i].timing, sizeof(timing));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ppdu_worked_examples),
		cmocka_unit_test(preambles),
		cmocka_unit_test(every_rate_agrees_with_reference),
		cmocka_unit_test(every_length_agrees_with_reference),
		cmocka_unit_test(longest_values_saturate),
		cmocka_unit_test(max_bytes_is_the_inverse),
		cmocka_unit_test(response_rates),
		cmocka_unit_test(response_durations),
		cmocka_unit_test(protection_at_two_ghz_has_signal_extensions),
		cmocka_unit_test(eifs_is_longer_by_a_slow_ack),
		cmocka_unit_test(band_constants),
	};

	return cmocka_run_group_tests_name("airtime", tests, list_rates, NULL);
}
