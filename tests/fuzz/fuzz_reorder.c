// SPDX-License-Identifier: GPL-2.0
/*
 * The reorder buffer under any order of arrivals: what goes up is in order and
 * comes once, and no more is held than the window spans.
 */
#include <string.h>

#include "fuzz.h"
#include "reorder.h"

static u16 last;
static bool any;

/* A frame goes up that has waited. */
static void released(u16 seq)
{
	if (any)
		CHECK(hwx_seq_after(seq, last) < HWX_SEQ_COUNT / 2 + HWX_REORDER_MAX);
	CHECK(!any || seq != last);
	last = seq;
	any = true;
}

static void step(struct hwx_reorder *r, const u16 *slots)
{
	u16 head = r->head;
	u32 slot;

	if (hwx_reorder_step(r, &slot)) {
		CHECK(slots[slot] == head);
		released(head);
	}
	CHECK(r->head == hwx_seq_add(head, 1));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	u16 slots[HWX_REORDER_MAX];
	struct hwx_reorder r;

	any = false;
	hwx_reorder_init(&r, fuzz_take(&input, 2) % HWX_SEQ_COUNT,
			 1 + fuzz_take(&input, 1) % HWX_REORDER_MAX);
	while (input.size) {
		u8 kind = fuzz_take(&input, 1);
		u16 seq = hwx_seq_add(r.head, kind < 200 ? kind :
				      fuzz_take(&input, 2));
		u16 shift = hwx_reorder_shift(&r, seq), held;

		while (shift--)
			step(&r, slots);
		held = r.n_held;
		if (hwx_reorder_add(&r, seq) == HWX_REORDER_HOLD) {
			CHECK(hwx_seq_after(seq, r.head) < r.window);
			CHECK(r.n_held == held + 1);
			slots[hwx_reorder_slot(seq)] = seq;
		}
		while (hwx_reorder_ready(&r))
			step(&r, slots);
		CHECK(r.n_held < r.window || !r.n_held);
	}
	return 0;
}
