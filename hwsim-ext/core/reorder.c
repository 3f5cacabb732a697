// SPDX-License-Identifier: GPL-2.0
#include "reorder.h"

/* numbers further ahead than that lie behind */
#define HWX_REORDER_HALF (HWX_SEQ_COUNT / 2)

static u64 *hwx_reorder_word(struct hwx_reorder *reorder, u32 slot)
{
	return &reorder->held[slot / 64];
}

static bool hwx_reorder_holds(const struct hwx_reorder *reorder, u32 slot)
{
	return reorder->held[slot / 64] >> (slot % 64) & 1;
}

void hwx_reorder_init(struct hwx_reorder *reorder, u16 start, u16 window)
{
	memset(reorder, 0, sizeof(*reorder));
	reorder->head = start;
	reorder->window = window;
}

u16 hwx_reorder_shift(const struct hwx_reorder *reorder, u16 seq)
{
	u16 ahead = hwx_seq_after(seq, reorder->head);

	if (ahead >= HWX_REORDER_HALF || ahead < reorder->window)
		return 0;
	return ahead - reorder->window + 1;
}

enum hwx_reorder_verdict hwx_reorder_add(struct hwx_reorder *reorder, u16 seq)
{
	u32 slot = hwx_reorder_slot(seq);

	if (hwx_seq_after(seq, reorder->head) >= HWX_REORDER_HALF)
		return reorder->started ? HWX_REORDER_DROP : HWX_REORDER_PASS;
	reorder->started = true;
	if (hwx_reorder_holds(reorder, slot))
		return HWX_REORDER_DROP;
	*hwx_reorder_word(reorder, slot) |= (u64)1 << (slot % 64);
	reorder->n_held++;
	return HWX_REORDER_HOLD;
}

bool hwx_reorder_ready(const struct hwx_reorder *reorder)
{
	return hwx_reorder_holds(reorder, hwx_reorder_slot(reorder->head));
}

bool hwx_reorder_step(struct hwx_reorder *reorder, u32 *slot)
{
	*slot = hwx_reorder_slot(reorder->head);
	reorder->head = hwx_seq_add(reorder->head, 1);
	if (!hwx_reorder_holds(reorder, *slot))
		return false;
	*hwx_reorder_word(reorder, *slot) &= ~((u64)1 << (*slot % 64));
	reorder->n_held--;
	return true;
}
