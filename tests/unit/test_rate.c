// SPDX-License-Identifier: GPL-2.0
/*
 * Every rate: legal or not, its name, its speed.
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

static bool listed(const struct hwx_rate *rate)
{
	for (unsigned int i = 0; i < rate_count; i++)
		if (hwx_rate_equal(rate, &rates[i]))
			return true;
	return false;
}

/* 12 legacy, 128 HT, 640 VHT less 10 holes at two guard intervals, 1152 HE */
static void list_is_complete(void **state)
{
	(void)state;
	assert_int_equal(rate_count, 12 + 128 + 640 - 20 + 1152);
}

static void one_field_makes_another_rate(void **state)
{
	struct hwx_rate rate = rate_named("vht80-nss2-mcs9-sgi");
	struct hwx_rate others[6] = { rate, rate, rate, rate, rate, rate };

	(void)state;
	others[0].mode = HWX_MODE_HE;
	others[1].mcs = 8;
	others[2].nss = 1;
	others[3].bw_mhz = 40;
	others[4].gi_ns = 800;
	others[5].legacy_100kbps = 10;
	assert_true(hwx_rate_equal(&rate, &rate));
	for (unsigned int i = 0; i < ARRAY_SIZE(others); i++)
		assert_false(hwx_rate_equal(&rate, &others[i]));
}

static void names_round_trip(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < rate_count; i++) {
		char name[HWX_RATE_NAME_MAX];
		struct hwx_rate parsed;
		const char *why = "never set";
		int len = hwx_rate_format(&rates[i], name, sizeof(name));

		assert_null(hwx_rate_check(&rates[i]));
		assert_int_equal(len, strlen(name));
		if (hwx_rate_parse(name, &parsed, &why))
			fail_msg("%s: %s", name, why);
		assert_null(why);
		assert_true(hwx_rate_equal(&parsed, &rates[i]));
	}
}

static void short_buffer_is_respected(void **state)
{
	struct hwx_rate rate = rate_named("vht80-nss2-mcs9-sgi");
	char buf[8] = "xxxxxxx";

	(void)state;
	assert_int_equal(hwx_rate_format(&rate, buf, 5), 4);
	assert_string_equal(buf, "vht8");
	assert_int_equal(buf[5], 'x');
	assert_int_equal(hwx_rate_format(&rate, buf, 0), 0);
}

/* take the next digit of a number in mixed radix */
static unsigned int digit(unsigned int *number, unsigned int radix)
{
	unsigned int value = *number % radix;

	*number /= radix;
	return value;
}

/* all fields run over their ranges and a little beyond */
static void check_knows_exactly_the_list(void **state)
{
	static const u16 widths[] = { 0, 5, 20, 40, 80, 160, 320 };
	static const u16 intervals[] = { 0, 200, 400, 800, 1600, 3200 };
	const unsigned int combinations = 6 * 14 * 10 * 7 * 6 * 12;
	unsigned int legal = 0;

	(void)state;
	for (unsigned int i = 0; i < combinations; i++) {
		unsigned int rest = i;
		struct hwx_rate rate;
		const char *why;

		rate.mode = digit(&rest, HWX_MODE_HE + 2);
		rate.mcs = digit(&rest, 14);
		rate.nss = digit(&rest, 10);
		rate.bw_mhz = widths[digit(&rest, ARRAY_SIZE(widths))];
		rate.gi_ns = intervals[digit(&rest, ARRAY_SIZE(intervals))];
		rate.legacy_100kbps = 10 * digit(&rest, 12);

		why = hwx_rate_check(&rate);
		if (why) {
			assert_true(strlen(why) > 10);
			continue;
		}
		legal++;
		assert_true(listed(&rate));
	}
	/* all but 5.5 and the six OFDM rates that are not among these */
	assert_int_equal(legal, rate_count - 7);
}

static void check_knows_the_legacy_rates(void **state)
{
	unsigned int legal = 0;

	(void)state;
	for (int mode = HWX_MODE_DSSS; mode <= HWX_MODE_OFDM; mode++)
		for (int legacy = 0; legacy <= 1000; legacy++) {
			struct hwx_rate rate = {
				mode, 0, 1, 20,
				mode == HWX_MODE_OFDM ? 800 : 0, legacy
			};

			if (hwx_rate_check(&rate))
				continue;
			legal++;
			assert_true(listed(&rate));
		}
	assert_int_equal(legal, 12);
}

static void bad_names_are_refused(void **state)
{
	static const struct {
		const char *name;
		const char *clause;
	} cases[] = {
		{ "", "is named like" },
		{ "auto", "is named like" },
		{ "VHT80-nss2-mcs9", "is named like" },
		{ "vht80", "is named like" },
		{ "vht80-nss2", "is named like" },
		{ "vht80-nss2-mcs9-lgi", "is named like" },
		{ "vht80-nss2-mcs9-sgi ", "is named like" },
		{ " vht80-nss2-mcs9-sgi", "is named like" },
		{ "vht80-nss02-mcs9", "is named like" },
		{ "vht080-nss2-mcs9", "is named like" },
		{ "vht80-mcs9", "is named like" },
		{ "vht80-nss2-mcs9-gi400", "is named like" },
		{ "vht80-nss-2-mcs9", "is named like" },
		{ "he80-nss2-mcs11", "is named like" },
		{ "he80-nss2-mcs11-sgi", "is named like" },
		{ "he80-nss2-mcs11-gi0800", "is named like" },
		{ "ht20-nss2-mcs7", "is named like" },
		{ "legacy-", "is named like" },
		{ "legacy-054", "is named like" },
		{ "legacy-5.", "is named like" },
		{ "legacy-5.50", "is named like" },
		{ "legacy-11.0", "is named like" },
		{ "ht99999-mcs1", "is named like" },
		{ "legacy-0", "legacy rates are" },
		{ "legacy-7", "legacy rates are" },
		{ "legacy-54.5", "legacy rates are" },
		{ "legacy-6560", "legacy rates are" },
		{ "ht80-mcs1", "20 or 40 MHz" },
		{ "ht20-mcs32", "MCS 0 to 31" },
		{ "ht20-mcs256", "MCS 0 to 31" },
		{ "vht10-nss1-mcs0", "20, 40, 80 or 160 MHz" },
		{ "vht80-nss0-mcs0", "1 to 8 spatial streams" },
		{ "vht80-nss9-mcs0", "1 to 8 spatial streams" },
		{ "vht80-nss257-mcs0", "1 to 8 spatial streams" },
		{ "vht80-nss1-mcs10", "MCS 0 to 9" },
		{ "vht80-nss1-mcs265", "MCS 0 to 9" },
		{ "vht20-nss1-mcs9", "do not divide evenly" },
		{ "vht20-nss8-mcs9-sgi", "do not divide evenly" },
		{ "vht80-nss3-mcs6", "do not divide evenly" },
		{ "vht80-nss7-mcs6", "do not divide evenly" },
		{ "vht80-nss6-mcs9", "do not divide evenly" },
		{ "vht160-nss3-mcs9", "do not divide evenly" },
		{ "he60-nss1-mcs0-gi800", "20, 40, 80 or 160 MHz" },
		{ "he80-nss9-mcs0-gi800", "1 to 8 spatial streams" },
		{ "he80-nss1-mcs12-gi800", "MCS 0 to 11" },
		{ "he80-nss1-mcs0-gi400", "800, 1600 or 3200 ns" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_rate rate, before;
		const char *why = NULL;

		memset(&rate, 0xa5, sizeof(rate));
		before = rate;
		assert_int_equal(hwx_rate_parse(cases[i].name, &rate, &why),
				 -EINVAL);
		if (!why || !strstr(why, cases[i].clause))
			fail_msg("\"%s\": %s", cases[i].name, why);
		assert_memory_equal(&rate, &before, sizeof(rate));
	}
}

/* whatever is read is written the same: no second spelling slips in */
static void near_names_have_one_spelling(void **state)
{
	static const char extra[] = "0159-.asm ";

	(void)state;
	for (unsigned int i = 0; i < rate_count; i++) {
		char name[HWX_RATE_NAME_MAX], near[HWX_RATE_NAME_MAX + 1];
		int len = hwx_rate_format(&rates[i], name, sizeof(name));

		for (int at = 0; at <= len; at++)
			for (const char *c = extra; *c; c++) {
				char again[HWX_RATE_NAME_MAX];
				struct hwx_rate rate;
				const char *why;

				memcpy(near, name, at);
				near[at] = *c;
				strcpy(near + at + 1, name + at);
				if (hwx_rate_parse(near, &rate, &why))
					continue;
				hwx_rate_format(&rate, again, sizeof(again));
				assert_string_equal(again, near);
			}
	}
}

static void speed_is_bits_over_symbol(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < rate_count; i++) {
		const struct hwx_rate *r = &rates[i];
		u64 bits, symbol_ns;

		if (r->legacy_100kbps) {
			assert_int_equal(hwx_rate_kbps(r),
					 r->legacy_100kbps * 100);
			continue;
		}
		bits = ref_bits_per_symbol_12ths(r) / 12;
		symbol_ns = (r->mode == HWX_MODE_HE ? 12800 : 3200) + r->gi_ns;
		assert_int_equal(hwx_rate_dbps(r), bits);
		assert_int_equal(hwx_rate_kbps(r), bits * 1000000 / symbol_ns);
		/* outside HE the standard never rounds a symbol */
		if (r->mode != HWX_MODE_HE)
			assert_int_equal(ref_bits_per_symbol_12ths(r) % 12, 0);
	}
}

/* Mb/s as printed in the tables of the standard, one decimal */
static void speed_is_the_published_one(void **state)
{
	static const struct {
		const char *format;
		double mbps[12];
	} cases[] = {
		{ "ht20-mcs%d", { 6.5, 13, 19.5, 26, 39, 52, 58.5, 65 } },
		{ "ht40-mcs%d-sgi", { 15, 30, 45, 60, 90, 120, 135, 150 } },
		{ "vht20-nss3-mcs%d",
		  { 19.5, 39, 58.5, 78, 117, 156, 175.5, 195, 234, 260 } },
		{ "vht40-nss1-mcs%d-sgi",
		  { 15, 30, 45, 60, 90, 120, 135, 150, 180, 200 } },
		{ "vht80-nss1-mcs%d",
		  { 29.3, 58.5, 87.8, 117, 175.5, 234, 263.3, 292.5, 351,
		    390 } },
		{ "vht80-nss2-mcs%d-sgi",
		  { 65, 130, 195, 260, 390, 520, 585, 650, 780, 866.7 } },
		{ "vht160-nss8-mcs%d-sgi",
		  { 520, 1040, 1560, 2080, 3120, 4160, 4680, 5200, 6240,
		    6933.3 } },
		{ "he20-nss1-mcs%d-gi800",
		  { 8.6, 17.2, 25.8, 34.4, 51.6, 68.8, 77.4, 86, 103.2, 114.7,
		    129, 143.4 } },
		{ "he80-nss1-mcs%d-gi800",
		  { 36, 72.1, 108.1, 144.1, 216.2, 288.2, 324.3, 360.3, 432.4,
		    480.4, 540.4, 600.5 } },
		{ "he80-nss2-mcs%d-gi3200",
		  { 61.3, 122.5, 183.8, 245, 367.5, 490, 551.3, 612.5, 735,
		    816.7, 918.8, 1020.8 } },
		{ "he160-nss8-mcs%d-gi800",
		  { 576.5, 1152.9, 1729.4, 2305.9, 3458.8, 4611.8, 5188.2,
		    5764.7, 6917.6, 7686.3, 8647.1, 9607.8 } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		for (int mcs = 0; mcs < 12 && cases[i].mbps[mcs]; mcs++) {
			char name[HWX_RATE_NAME_MAX];
			struct hwx_rate rate;
			double whole_bits;

			snprintf(name, sizeof(name), cases[i].format, mcs);
			rate = rate_named(name);
			/* the table of HE ignores that N_DBPS is rounded down */
			whole_bits = rate.mode == HWX_MODE_HE ? 1 / 13.6 : 0;
			assert_near(name, hwx_rate_kbps(&rate) / 1000.0,
				    cases[i].mbps[mcs], 0.0501 + whole_bits);
		}
}

static void encoders_are_the_published_ones(void **state)
{
	static const struct {
		const char *name;
		u32 encoders;
	} cases[] = {
		{ "legacy-11", 0 },	    { "legacy-54", 1 },
		{ "ht20-mcs31", 1 },	    { "ht40-mcs15", 1 },
		{ "ht40-mcs20", 1 },	    { "ht40-mcs21", 2 },
		{ "ht40-mcs27", 1 },	    { "ht40-mcs28", 2 },
		{ "vht80-nss2-mcs6", 1 },   { "vht80-nss2-mcs7", 2 },
		{ "vht80-nss2-mcs9", 2 },   { "vht40-nss4-mcs6-sgi", 1 },
		{ "vht80-nss7-mcs2", 3 },   { "vht80-nss8-mcs7", 6 },
		{ "vht160-nss5-mcs8", 8 },  { "vht160-nss7-mcs5", 7 },
		{ "vht160-nss7-mcs9", 12 }, { "vht160-nss8-mcs9", 12 },
		{ "he160-nss8-mcs11-gi800", 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_rate rate = rate_named(cases[i].name);

		if (hwx_rate_encoders(&rate) != cases[i].encoders)
			fail_msg("%s: %u encoders", cases[i].name,
				 hwx_rate_encoders(&rate));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(list_is_complete),
		cmocka_unit_test(one_field_makes_another_rate),
		cmocka_unit_test(names_round_trip),
		cmocka_unit_test(short_buffer_is_respected),
		cmocka_unit_test(check_knows_exactly_the_list),
		cmocka_unit_test(check_knows_the_legacy_rates),
		cmocka_unit_test(bad_names_are_refused),
		cmocka_unit_test(near_names_have_one_spelling),
		cmocka_unit_test(speed_is_bits_over_symbol),
		cmocka_unit_test(speed_is_the_published_one),
		cmocka_unit_test(encoders_are_the_published_ones),
	};

	return cmocka_run_group_tests_name("rate", tests, list_rates, NULL);
}
