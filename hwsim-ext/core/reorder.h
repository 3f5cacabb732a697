/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The reorder buffer of a block ack recipient (802.11-2020 10.25.6.6): which
 * MPDUs may be handed up, in order, and which wait for others.
 *
 * It keeps numbers, not frames: a frame waits in the slot that its number maps to
 * (hwx_reorder_slot), and the owner hands up, slot after slot, what the buffer
 * releases.
 */
#ifndef HWX_CORE_REORDER_H
#define HWX_CORE_REORDER_H

#include "seq.h"
#include "types.h"

#define HWX_REORDER_MAX 256

/**
 * struct hwx_reorder - the buffer of one sender and TID
 * @head: next number to be handed up
 * @window: how many numbers it spans, 1 to HWX_REORDER_MAX
 * @held: slots that hold a frame
 * @n_held: how many
 * @started: a number at or behind the head has arrived
 */
struct hwx_reorder {
	u16 head;
	u16 window;
	u64 held[HWX_REORDER_MAX / 64];
	u16 n_held;
	bool started;
};

/*
 * enum hwx_reorder_verdict - what to do with a frame that arrives
 * @HWX_REORDER_HOLD: put it into its slot
 * @HWX_REORDER_PASS: hand it up at once, past the buffer
 * @HWX_REORDER_DROP: it is old, or there already
 */
enum hwx_reorder_verdict {
	HWX_REORDER_HOLD,
	HWX_REORDER_PASS,
	HWX_REORDER_DROP,
};

/**
 * hwx_reorder_init() - an empty buffer
 * @reorder: filled
 * @start: first number of the session
 * @window: 1 to HWX_REORDER_MAX
 */
void hwx_reorder_init(struct hwx_reorder *reorder, u16 start, u16 window);

/**
 * hwx_reorder_slot() - where a number waits
 * @seq: 0..4095
 *
 * Return: 0 to HWX_REORDER_MAX - 1
 */
static inline u32 hwx_reorder_slot(u16 seq)
{
	return seq % HWX_REORDER_MAX;
}

/**
 * hwx_reorder_shift() - how far the head has to move before a number fits
 * @reorder: the buffer
 * @seq: that arrives
 *
 * Return: numbers to be given up by hwx_reorder_step(), 0 when it fits or is old
 */
u16 hwx_reorder_shift(const struct hwx_reorder *reorder, u16 seq);

/**
 * hwx_reorder_add() - a number arrives, for which there is room
 * @reorder: the buffer
 * @seq: 0..4095
 *
 * What comes with an older number before the session has begun was sent before
 * it, and passes.
 *
 * Return: what to do with it
 */
enum hwx_reorder_verdict hwx_reorder_add(struct hwx_reorder *reorder, u16 seq);

/**
 * hwx_reorder_ready() - is the frame at the head there?
 * @reorder: the buffer
 *
 * Return: true when hwx_reorder_step() hands it up
 */
bool hwx_reorder_ready(const struct hwx_reorder *reorder);

/**
 * hwx_reorder_step() - move the head by one
 * @reorder: the buffer
 * @slot: the slot it leaves
 *
 * Return: true when there is a frame in that slot, to be handed up
 */
bool hwx_reorder_step(struct hwx_reorder *reorder, u32 *slot);

#endif
