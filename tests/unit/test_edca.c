// SPDX-License-Identifier: GPL-2.0
/*
 * One EDCA function: its window, its countdown, its access time.
 */
#include "test.h"

static const struct hwx_edca_params be = { .aifsn = 3, .cw_min = 15,
					   .cw_max = 1023, .qos = true };
static const struct hwx_edca_params dcf = { .aifsn = 2, .cw_min = 15,
					    .cw_max = 1023, .qos = false };

static struct hwx_phy_timing five_ghz;

static int get_timing(void **state)
{
	(void)state;
	hwx_phy_timing_get(false, true, &five_ghz);
	return 0;
}

static struct hwx_edcaf counting(const struct hwx_edca_params *params,
				 u32 backoff, u64 idle_ns)
{
	struct hwx_edcaf f;

	hwx_edcaf_init(&f, params);
	f.backoff = backoff;
	hwx_edcaf_resume(&f, idle_ns);
	return f;
}

static void new_function_is_ready(void **state)
{
	struct hwx_edcaf f;

	(void)state;
	memset(&f, 0xff, sizeof(f));
	hwx_edcaf_init(&f, &be);
	assert_int_equal(f.cw, 15);
	assert_int_equal(f.backoff, 0);
	assert_int_equal(f.idle_ns, 0);
	assert_false(f.busy);
}

static void window_doubles_and_returns(void **state)
{
	static const u32 ladder[] = { 15, 31, 63, 127, 255, 511, 1023, 1023 };
	struct hwx_edcaf f;

	(void)state;
	hwx_edcaf_init(&f, &be);
	for (size_t i = 0; i < ARRAY_SIZE(ladder); i++) {
		assert_int_equal(f.cw, ladder[i]);
		hwx_edcaf_failure(&f);
	}
	hwx_edcaf_success(&f);
	assert_int_equal(f.cw, 15);
}

static void window_of_one_value_stays(void **state)
{
	const struct hwx_edca_params fixed = { .aifsn = 1, .cw_min = 0,
					       .cw_max = 0, .qos = true };
	struct hwx_prng prng;
	struct hwx_edcaf f;

	(void)state;
	hwx_prng_seed(&prng, 1);
	hwx_edcaf_init(&f, &fixed);
	hwx_edcaf_failure(&f);
	assert_int_equal(f.cw, 0);
	hwx_edcaf_draw(&f, &prng);
	assert_int_equal(f.backoff, 0);
}

static void configure_keeps_the_countdown(void **state)
{
	const struct hwx_edca_params narrow = { 2, 3, 7, 1504000, true };
	const struct hwx_edca_params wide = { 7, 31, 1023, 0, true };
	struct hwx_edcaf f = counting(&be, 9, 1000);

	(void)state;
	hwx_edcaf_configure(&f, &narrow);
	assert_int_equal(f.cw, 7);
	assert_int_equal(f.backoff, 9);
	assert_int_equal(f.idle_ns, 1000);
	assert_int_equal(f.params.txop_ns, 1504000);
	hwx_edcaf_configure(&f, &wide);
	assert_int_equal(f.cw, 31);
	assert_int_equal(hwx_edcaf_start_ns(&f, &five_ghz),
			 1000 + 16000 + 7 * 9000);
}

static void draw_fills_the_window(void **state)
{
	enum { DRAWS = 100000 };
	u32 counts[32] = {};
	struct hwx_prng prng;
	struct hwx_edcaf f;

	(void)state;
	hwx_prng_seed(&prng, 1);
	hwx_edcaf_init(&f, &be);
	hwx_edcaf_failure(&f);
	for (int i = 0; i < DRAWS; i++) {
		hwx_edcaf_draw(&f, &prng);
		assert_in_range(f.backoff, 0, 31);
		counts[f.backoff]++;
	}
	for (int i = 0; i < 32; i++)
		assert_near("share", counts[i] * 32.0 / DRAWS, 1, 0.08);
}

static void mean_is_half_the_window(void **state)
{
	static const struct {
		u16 cw_min;
		bool two_ghz, short_slot;
		u64 mean_ns;
	} cases[] = {
		{ 15, false, true, 67500 },
		{ 7, false, true, 31500 },
		{ 3, false, true, 13500 },
		{ 0, false, true, 0 },
		{ 31, true, false, 310000 },
		{ 1023, false, true, 4603500 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_edca_params params = be;
		struct hwx_phy_timing timing;
		struct hwx_edcaf f;

		params.cw_min = cases[i].cw_min;
		hwx_phy_timing_get(cases[i].two_ghz, cases[i].short_slot,
				   &timing);
		hwx_edcaf_init(&f, &params);
		/* the first backoff: a window grown later does not count */
		hwx_edcaf_failure(&f);
		assert_int_equal(hwx_edcaf_mean_ns(&f, &timing),
				 cases[i].mean_ns);
	}
}

static void access_times(void **state)
{
	static const struct {
		const struct hwx_edca_params *params;
		u32 backoff;
		u64 idle_ns, arrival_ns, access_ns;
	} cases[] = {
		{ &be, 0, 0, 0, 43000 },
		{ &be, 5, 0, 0, 88000 },
		{ &be, 5, 1000000, 0, 1088000 },
		{ &dcf, 0, 1000000, 999999, 1034000 },
		/* during AIFS and the countdown nothing is gained or lost */
		{ &be, 5, 1000000, 1087999, 1088000 },
		{ &be, 5, 1000000, 1088000, 1088000 },
		/* after it the frame goes at once */
		{ &be, 5, 1000000, 1088001, 1088001 },
		{ &be, 1023, 1ULL << 50, 0,
		  (1ULL << 50) + 43000 + 1023 * 9000ULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_edcaf f = counting(cases[i].params, cases[i].backoff,
					      cases[i].idle_ns);

		assert_int_equal(hwx_edcaf_access_ns(&f, &five_ghz,
						     cases[i].arrival_ns),
				 cases[i].access_ns);
	}
}

static void freeze_works_off_whole_slots(void **state)
{
	/* AIFS ends at 43 us for BE, DIFS at 34 us */
	static const struct {
		const struct hwx_edca_params *params;
		u32 backoff;
		u64 now_ns;
		u32 left;
	} cases[] = {
		{ &be, 5, 0, 5 },	 { &be, 5, 42999, 5 },
		{ &be, 5, 43000, 4 },	 { &be, 5, 51999, 4 },
		{ &be, 5, 52000, 3 },	 { &be, 5, 79000, 0 },
		{ &be, 5, 88000, 0 },	 { &be, 5, 1ULL << 60, 0 },
		{ &be, 0, 43000, 0 },	 { &dcf, 5, 33999, 5 },
		{ &dcf, 5, 34000, 5 },	 { &dcf, 5, 42999, 5 },
		{ &dcf, 5, 43000, 4 },	 { &dcf, 5, 79000, 0 },
		{ &dcf, 5, 1ULL << 60, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_edcaf f = counting(cases[i].params, cases[i].backoff,
					      0);

		hwx_edcaf_freeze(&f, &five_ghz, cases[i].now_ns);
		assert_true(f.busy);
		if (f.backoff != cases[i].left)
			fail_msg("case %zu: %u slots left", i, f.backoff);
	}
}

static void second_freeze_changes_nothing(void **state)
{
	struct hwx_edcaf f = counting(&be, 9, 0);

	(void)state;
	hwx_edcaf_freeze(&f, &five_ghz, 43000);
	assert_int_equal(f.backoff, 8);
	hwx_edcaf_freeze(&f, &five_ghz, 99000);
	assert_int_equal(f.backoff, 8);
	hwx_edcaf_resume(&f, 200000);
	assert_false(f.busy);
	assert_int_equal(hwx_edcaf_access_ns(&f, &five_ghz, 0),
			 200000 + 43000 + 8 * 9000);
}

/* random interruptions, each worked off by the reference too */
static void random_countdowns_agree_with_reference(void **state)
{
	struct hwx_prng prng;

	(void)state;
	hwx_prng_seed(&prng, 1);
	for (int round = 0; round < 5000; round++) {
		struct hwx_edca_params params = {
			.aifsn = 1 + hwx_prng_below(&prng, 15),
			.cw_min = (1U << hwx_prng_below(&prng, 6)) - 1,
			.cw_max = 1023, .qos = hwx_prng_below(&prng, 2),
		};
		struct hwx_phy_timing timing;
		struct hwx_edcaf f;
		u64 now_ns = 0;

		hwx_phy_timing_get(hwx_prng_below(&prng, 2),
				   hwx_prng_below(&prng, 2), &timing);
		hwx_edcaf_init(&f, &params);
		hwx_edcaf_draw(&f, &prng);
		for (int busy = 0; busy < 20; busy++) {
			u32 expected;

			now_ns = f.idle_ns + hwx_prng_below(&prng, 400) * 1000;
			expected = ref_backoff_after(&f, &timing, now_ns);
			hwx_edcaf_freeze(&f, &timing, now_ns);
			assert_int_equal(f.backoff, expected);
			if (f.backoff == 0) {
				hwx_edcaf_failure(&f);
				hwx_edcaf_draw(&f, &prng);
			}
			hwx_edcaf_resume(&f, now_ns + 1 +
					     hwx_prng_below(&prng, 3000000));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(new_function_is_ready),
		cmocka_unit_test(window_doubles_and_returns),
		cmocka_unit_test(window_of_one_value_stays),
		cmocka_unit_test(configure_keeps_the_countdown),
		cmocka_unit_test(draw_fills_the_window),
		cmocka_unit_test(mean_is_half_the_window),
		cmocka_unit_test(access_times),
		cmocka_unit_test(freeze_works_off_whole_slots),
		cmocka_unit_test(second_freeze_changes_nothing),
		cmocka_unit_test(random_countdowns_agree_with_reference),
	};

	return cmocka_run_group_tests_name("edca", tests, get_timing, NULL);
}
