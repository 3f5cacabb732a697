// SPDX-License-Identifier: GPL-2.0
/*
 * Sequence numbers: the window of an originator, the memory of a receiver, then
 * a lossy sender built on the former.
 */
#include "lossy.h"
#include "seq.h"

static void numbers_wrap(void **state)
{
	(void)state;
	assert_int_equal(hwx_seq_add(4095, 1), 0);
	assert_int_equal(hwx_seq_add(4000, 4096), 4000);
	assert_int_equal(hwx_seq_after(3, 4094), 5);
	assert_int_equal(hwx_seq_after(4094, 3), 4091);
	assert_int_equal(hwx_seq_after(7, 7), 0);
}

static void window_counts_from_the_oldest(void **state)
{
	static const struct {
		u16 seq, oldest, window;
		bool in;
	} cases[] = {
		{ 100, 100, 1, true },	  { 101, 100, 1, false },
		{ 163, 100, 64, true },	  { 164, 100, 64, false },
		{ 99, 100, 64, false },	  { 3, 4036, 64, true },
		{ 4, 4036, 64, false },	  { 255, 0, 256, true },
		{ 256, 0, 256, false },	  { 100, 100, 0, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		if (hwx_seq_in_window(cases[i].seq, cases[i].oldest,
				      cases[i].window) != cases[i].in)
			fail_msg("case %zu", i);
}

static void what_comes_twice_is_known(void **state)
{
	static const struct {
		u16 seq;
		bool is_new;
	} arrivals[] = {
		{ 4090, true },	 { 4090, false }, { 4094, true },
		{ 4091, true },	 { 4094, false }, { 4091, false },
		{ 2, true },	 { 4093, true },  { 4095, true },
		{ 0, true },	 { 2, false },	  { 4093, false },
		{ 4095, false }, { 1, true },	  { 4092, true },
		/* 255 back is remembered, 256 back is not */
		{ 257, true },	 { 2, false },	  { 1, true },
		/* far ahead: everything before is forgotten */
		{ 1000, true },	 { 257, true },	  { 999, true },
		{ 1000, false },
		/* half a turn ahead is behind */
		{ 3048, true },	 { 1000, false },
	};
	struct hwx_seen seen = {};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(arrivals); i++)
		if (hwx_seen_add(&seen, arrivals[i].seq) != arrivals[i].is_new)
			fail_msg("arrival %zu: %u", i, arrivals[i].seq);
}

/* against a list of all numbers ever, within reach of the memory */
static void random_arrivals_agree_with_a_list(void **state)
{
	enum { STEPS = 60000 };
	static bool arrived[STEPS * 4 + 600];
	struct hwx_seen seen = {};
	struct hwx_prng prng;
	u32 newest = 300;

	(void)state;
	hwx_prng_seed(&prng, 1);
	hwx_seen_add(&seen, newest % HWX_SEQ_COUNT);
	arrived[newest] = true;
	for (int step = 0; step < STEPS; step++) {
		u32 at = newest + 4 - hwx_prng_below(&prng, HWX_SEEN_MAX + 4);

		if (hwx_prng_below(&prng, 1000) == 0)
			at = newest + 1 + hwx_prng_below(&prng, 300);
		assert_int_equal(hwx_seen_add(&seen, at % HWX_SEQ_COUNT),
				 !arrived[at]);
		arrived[at] = true;
		if (at > newest)
			newest = at;
	}
	assert_true(newest > 2 * HWX_SEQ_COUNT);
}

/* means that ns-3 and an independent window model found for VHT80 */
static void lossy_sender_has_the_known_means(void **state)
{
	static const struct {
		u32 loss_ppm;
		double mean_ampdu, goodput_mbps;
	} cases[] = {
		{ 0, 64, 673.8 },
		{ 10000, 51.7, 639.0 },
		{ 100000, 34.2, 519.0 },
		{ 300000, 25.76, 370.5 },
	};
	const struct exchange_case c = { "vht80-nss2-mcs9-sgi", 64, 1048575,
					 1472, true };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct lossy_result r = lossy_run(&c, cases[i].loss_ppm, 40000);

		assert_near("mean A-MPDU", r.mean_ampdu / cases[i].mean_ampdu,
			    1, 0.01);
		assert_near("goodput", r.goodput_mbps / cases[i].goodput_mbps,
			    1, 0.01);
		assert_near("tries per MPDU", r.tries_per_mpdu,
			    1e6 / (1e6 - cases[i].loss_ppm), 0.005);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_wrap),
		cmocka_unit_test(window_counts_from_the_oldest),
		cmocka_unit_test(what_comes_twice_is_known),
		cmocka_unit_test(random_arrivals_agree_with_a_list),
		cmocka_unit_test(lossy_sender_has_the_known_means),
	};

	return cmocka_run_group_tests_name("seq", tests, NULL, NULL);
}
