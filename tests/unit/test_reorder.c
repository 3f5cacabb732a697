// SPDX-License-Identifier: GPL-2.0
/*
 * The reorder buffer: orders of arrival in a table, and at random against what a
 * recipient promises: in order, nothing twice, nothing held for ever.
 */
#include "reorder.h"
#include "test.h"

#define SESSION_MPDUS 20000

/* Everything that the head passes is noted in @up; returns how many. */
static u32 arrive(struct hwx_reorder *r, u16 seq, u16 *slots, u16 *up)
{
	u16 shift = hwx_reorder_shift(r, seq);
	u32 slot, n = 0;

	while (shift--)
		if (hwx_reorder_step(r, &slot))
			up[n++] = slots[slot];
	switch (hwx_reorder_add(r, seq)) {
	case HWX_REORDER_HOLD:
		slots[hwx_reorder_slot(seq)] = seq;
		break;
	case HWX_REORDER_PASS:
		up[n++] = seq;
		break;
	case HWX_REORDER_DROP:
		break;
	}
	while (hwx_reorder_ready(r))
		if (hwx_reorder_step(r, &slot))
			up[n++] = slots[slot];
	return n;
}

static const struct {
	u16 start, window;
	u16 in[8];
	u16 n_in;
	u16 out[8];
	u16 n_out;
} orders[] = {
	/* in order */
	{ 10, 4, { 10, 11, 12 }, 3, { 10, 11, 12 }, 3 },
	/* a gap that closes, across the end of the numbers */
	{ 4095, 4, { 0, 1, 4095, 2 }, 4, { 4095, 0, 1, 2 }, 4 },
	/* nothing twice: held, and handed up */
	{ 10, 4, { 11, 11, 10, 10, 11 }, 5, { 10, 11 }, 2 },
	/* what is ahead of the window pushes it on */
	{ 10, 4, { 11, 12, 14 }, 3, { 11, 12 }, 2 },
	{ 10, 4, { 11, 20, 10 }, 3, { 11 }, 1 },
	/* sent before the session */
	{ 10, 4, { 8, 9, 10, 9 }, 4, { 8, 9, 10 }, 3 },
	{ 10, 1, { 11, 10 }, 2, { 11 }, 1 },
};

static void orders_of_arrival(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(orders); i++) {
		u16 slots[HWX_REORDER_MAX], up[HWX_REORDER_MAX];
		struct hwx_reorder r;
		u32 n = 0;

		hwx_reorder_init(&r, orders[i].start, orders[i].window);
		for (u32 k = 0; k < orders[i].n_in; k++)
			n += arrive(&r, orders[i].in[k], slots, up + n);
		if (n != orders[i].n_out ||
		    memcmp(up, orders[i].out, n * sizeof(*up)))
			fail_msg("row %u", i);
	}
}

/* A sender that keeps to its window and repeats what is lost. */
static void random_losses(u16 window, u32 loss_percent)
{
	u16 slots[HWX_REORDER_MAX], up[HWX_REORDER_MAX];
	struct hwx_reorder r;
	struct hwx_prng prng;
	bool got[HWX_REORDER_MAX] = {};
	u32 base = 4000, expected = 4000;

	hwx_prng_seed(&prng, window + loss_percent);
	hwx_reorder_init(&r, base % HWX_SEQ_COUNT, window);
	while (base < SESSION_MPDUS) {
		for (u32 i = 0; i < window; i++) {
			u32 number = base + i, n;

			if (hwx_prng_below(&prng, 100) < loss_percent)
				continue;
			n = arrive(&r, number % HWX_SEQ_COUNT, slots, up);
			got[number % HWX_REORDER_MAX] = true;
			for (u32 k = 0; k < n; k++)
				assert_int_equal(up[k],
						 expected++ % HWX_SEQ_COUNT);
		}
		for (; got[base % HWX_REORDER_MAX]; base++)
			got[base % HWX_REORDER_MAX] = false;
		assert_int_equal(base, expected);
		assert_true(r.n_held < window);
	}
}

static void in_order_and_once(void **state)
{
	(void)state;
	random_losses(64, 0);
	random_losses(64, 10);
	random_losses(64, 50);
	random_losses(256, 30);
	random_losses(1, 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(orders_of_arrival),
		cmocka_unit_test(in_order_and_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
