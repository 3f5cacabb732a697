// SPDX-License-Identifier: GPL-2.0
/*
 * The scoreboard of a block ack originator.
 */
#include "window.h"

static u16 hwx_seq_add(u16 seq, u32 count)
{
	return (seq + count) % HWX_SEQ_COUNT;
}

/* how far seq lies after start */
static u16 hwx_seq_after(u16 seq, u16 start)
{
	return (seq + HWX_SEQ_COUNT - start) % HWX_SEQ_COUNT;
}

static u64 hwx_settled_bit(u16 seq)
{
	return 1ULL << seq % 64;
}

static u64 *hwx_settled_word(struct hwx_window *window, u16 seq)
{
	return &window->settled[seq % HWX_WINDOW_MAX / 64];
}

static bool hwx_settled(const struct hwx_window *window, u16 seq)
{
	return window->settled[seq % HWX_WINDOW_MAX / 64] &
	       hwx_settled_bit(seq);
}

void hwx_window_init(struct hwx_window *window, u16 start, u16 size)
{
	memset(window, 0, sizeof(*window));
	window->start = start % HWX_SEQ_COUNT;
	window->next = window->start;
	window->size = size < HWX_WINDOW_MAX ? size : HWX_WINDOW_MAX;
	if (window->size == 0)
		window->size = 1;
}

u32 hwx_window_room(const struct hwx_window *window)
{
	return window->size - hwx_seq_after(window->next, window->start);
}

bool hwx_window_take(struct hwx_window *window, u16 *seq)
{
	if (hwx_window_room(window) == 0)
		return false;

	*seq = window->next;
	window->next = hwx_seq_add(window->next, 1);
	return true;
}

bool hwx_window_pending(const struct hwx_window *window, u16 seq)
{
	return hwx_seq_after(seq, window->start) <
		       hwx_seq_after(window->next, window->start) &&
	       !hwx_settled(window, seq);
}

bool hwx_window_next_pending(const struct hwx_window *window, u16 *seq)
{
	u32 newest = hwx_seq_after(window->next, window->start);
	u32 offset;

	for (offset = hwx_seq_after(*seq, window->start); offset < newest;
	     offset++) {
		u16 candidate = hwx_seq_add(window->start, offset);

		if (!hwx_settled(window, candidate)) {
			*seq = candidate;
			return true;
		}
	}
	return false;
}

/* a number that leaves the window gives its bit back */
static void hwx_window_advance(struct hwx_window *window)
{
	while (window->start != window->next &&
	       hwx_settled(window, window->start)) {
		*hwx_settled_word(window, window->start) &=
			~hwx_settled_bit(window->start);
		window->start = hwx_seq_add(window->start, 1);
	}
}

bool hwx_window_settle(struct hwx_window *window, u16 seq)
{
	if (!hwx_window_pending(window, seq))
		return false;

	*hwx_settled_word(window, seq) |= hwx_settled_bit(seq);
	hwx_window_advance(window);
	return true;
}

u32 hwx_window_block_ack(struct hwx_window *window, u16 ssn, const u8 *bitmap,
			 u32 bits)
{
	u32 acknowledged = 0;
	u32 i;

	for (i = 0; i < bits; i++)
		if (bitmap[i / 8] & 1U << i % 8)
			acknowledged += hwx_window_settle(window,
							  hwx_seq_add(ssn, i));
	return acknowledged;
}
