// SPDX-License-Identifier: GPL-2.0
/*
 * The scoreboard of a block ack originator, then a lossy sender built on it.
 */
#include "lossy.h"
#include "window.h"

static u16 take(struct hwx_window *w)
{
	u16 seq = 0xffff;

	assert_true(hwx_window_take(w, &seq));
	return seq;
}

static void sizes_are_bounded(void **state)
{
	static const struct {
		u16 asked, size;
	} cases[] = { { 0, 1 },	    { 1, 1 },	  { 64, 64 },
		      { 256, 256 }, { 257, 256 }, { 65535, 256 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_window w;

		hwx_window_init(&w, 4095, cases[i].asked);
		assert_int_equal(w.size, cases[i].size);
		assert_int_equal(hwx_window_room(&w), cases[i].size);
	}
}

static void full_window_takes_no_more(void **state)
{
	struct hwx_window w;
	u16 seq = 7;

	(void)state;
	hwx_window_init(&w, 4094, 4);
	assert_int_equal(take(&w), 4094);
	assert_int_equal(take(&w), 4095);
	assert_int_equal(take(&w), 0);
	assert_int_equal(take(&w), 1);
	assert_int_equal(hwx_window_room(&w), 0);
	assert_false(hwx_window_take(&w, &seq));
	assert_int_equal(seq, 7);
}

/* one hole at the start holds everything back, whatever else arrived */
static void oldest_hole_pins_the_window(void **state)
{
	const u8 bitmap[8] = { 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };
	struct hwx_window w;
	u16 seq;

	(void)state;
	hwx_window_init(&w, 100, 64);
	for (int i = 0; i < 64; i++)
		take(&w);
	assert_int_equal(hwx_window_block_ack(&w, 100, bitmap, 64), 63);
	assert_int_equal(w.start, 100);
	assert_int_equal(hwx_window_room(&w), 0);

	seq = w.start;
	assert_true(hwx_window_next_pending(&w, &seq));
	assert_int_equal(seq, 100);
	seq++;
	assert_false(hwx_window_next_pending(&w, &seq));

	assert_true(hwx_window_settle(&w, 100));
	assert_int_equal(w.start, 164);
	assert_int_equal(hwx_window_room(&w), 64);
}

static void pending_walk_is_in_order(void **state)
{
	/* 4093 and 4095 arrived, then 1 and 2 */
	const u8 bitmap[1] = { 0x35 };
	static const u16 expected[] = { 4094, 0, 3, 4 };
	struct hwx_window w;
	size_t found = 0;
	u16 seq;

	(void)state;
	hwx_window_init(&w, 4093, 16);
	for (int i = 0; i < 8; i++)
		take(&w);
	assert_int_equal(hwx_window_block_ack(&w, 4093, bitmap, 8), 4);
	for (seq = w.start; hwx_window_next_pending(&w, &seq);
	     seq = (seq + 1) % HWX_SEQ_COUNT) {
		assert_true(found < ARRAY_SIZE(expected));
		assert_int_equal(seq, expected[found++]);
	}
	assert_int_equal(found, ARRAY_SIZE(expected));
}

static void strangers_are_ignored(void **state)
{
	const u8 all[32] = { [0 ... 31] = 0xff };
	struct hwx_window w, before;

	(void)state;
	hwx_window_init(&w, 10, 64);
	take(&w);
	take(&w);
	before = w;
	/* never sent, before the window, behind it, half a turn away */
	assert_false(hwx_window_settle(&w, 12));
	assert_false(hwx_window_settle(&w, 9));
	assert_false(hwx_window_settle(&w, 74));
	assert_false(hwx_window_settle(&w, 2058));
	assert_int_equal(hwx_window_block_ack(&w, 12, all, 256), 0);
	assert_int_equal(hwx_window_block_ack(&w, 3000, all, 256), 0);
	assert_memory_equal(&w, &before, sizeof(w));
	/* an old BlockAck whose bitmap reaches into the window */
	assert_int_equal(hwx_window_block_ack(&w, 4090, all, 64), 2);
	assert_int_equal(w.start, 12);
	/* the same again tells nothing new */
	assert_int_equal(hwx_window_block_ack(&w, 4090, all, 64), 0);
}

enum fate { UNSENT, PENDING, SETTLED };

/* against an endless list of fates, over more than a turn of the numbers */
static void random_walk_agrees_with_a_list(void **state)
{
	enum { STEPS = 60000, LIST = STEPS + HWX_WINDOW_MAX };
	static const u16 sizes[] = { 1, 2, 63, 64, 65, 255, 256 };
	static u8 fate[LIST];

	(void)state;
	for (size_t s = 0; s < ARRAY_SIZE(sizes); s++) {
		u32 oldest = 0, next = 0, first = 4000;
		struct hwx_window w;
		struct hwx_prng prng;

		memset(fate, UNSENT, sizeof(fate));
		hwx_prng_seed(&prng, s);
		hwx_window_init(&w, first, sizes[s]);
		for (int step = 0; step < STEPS; step++) {
			/* a number around the window, as an endless count */
			u32 at = oldest + hwx_prng_below(&prng, sizes[s] + 4);
			u16 seq;

			if (hwx_prng_below(&prng, 2)) {
				bool room = next < oldest + sizes[s];

				assert_int_equal(hwx_window_take(&w, &seq),
						 room);
				if (!room)
					continue;
				assert_int_equal(seq, (first + next) % 4096);
				fate[next++] = PENDING;
				continue;
			}
			seq = (first + at) % 4096;
			assert_int_equal(hwx_window_pending(&w, seq),
					 fate[at] == PENDING);
			assert_int_equal(hwx_window_settle(&w, seq),
					 fate[at] == PENDING);
			if (fate[at] == PENDING)
				fate[at] = SETTLED;
			while (fate[oldest] == SETTLED)
				oldest++;
			assert_int_equal(w.start, (first + oldest) % 4096);
			assert_int_equal(hwx_window_room(&w),
					 oldest + sizes[s] - next);
		}
		assert_true(next > HWX_SEQ_COUNT + HWX_WINDOW_MAX);
	}
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
		cmocka_unit_test(sizes_are_bounded),
		cmocka_unit_test(full_window_takes_no_more),
		cmocka_unit_test(oldest_hole_pins_the_window),
		cmocka_unit_test(pending_walk_is_in_order),
		cmocka_unit_test(strangers_are_ignored),
		cmocka_unit_test(random_walk_agrees_with_a_list),
		cmocka_unit_test(lossy_sender_has_the_known_means),
	};

	return cmocka_run_group_tests_name("window", tests, NULL, NULL);
}
