/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The scoreboard of a block ack originator: which sequence numbers of one TID
 * may be sent, which were delivered, where the window starts.
 *
 * Sequence numbers are modulo 4096 (802.11-2020 10.25.6).  The window starts
 * at the oldest number that is neither acknowledged nor given up, and ends
 * just before start + size; numbers are handed out in order and sent again as
 * often as their owner likes while they are pending.
 */
#ifndef HWX_CORE_WINDOW_H
#define HWX_CORE_WINDOW_H

#include "types.h"

#define HWX_SEQ_COUNT 4096
#define HWX_WINDOW_MAX 256

/**
 * struct hwx_window - state of one originator
 * @start: oldest number that is pending, or @next
 * @next: the number that the next new MPDU gets
 * @size: agreed buffer size, 1..HWX_WINDOW_MAX
 * @settled: bit n % HWX_WINDOW_MAX tells of a number n in the window that it
 *	was acknowledged or given up; the bits of all others are 0
 */
struct hwx_window {
	u16 start;
	u16 next;
	u16 size;
	u64 settled[HWX_WINDOW_MAX / 64];
};

/**
 * hwx_window_init() - a session begins
 * @window: filled
 * @start: number that the first MPDU gets, 0..4095
 * @size: agreed buffer size, brought into 1..HWX_WINDOW_MAX
 */
void hwx_window_init(struct hwx_window *window, u16 start, u16 size);

/**
 * hwx_window_room() - how many new MPDUs may be numbered
 * @window: the originator
 *
 * Return: 0..size
 */
u32 hwx_window_room(const struct hwx_window *window);

/**
 * hwx_window_take() - number a new MPDU
 * @window: the originator
 * @seq: set to its number on success
 *
 * Return: false when the window is full
 */
bool hwx_window_take(struct hwx_window *window, u16 *seq);

/**
 * hwx_window_pending() - was this number sent and is it still open?
 * @window: the originator
 * @seq: 0..4095
 *
 * Return: true when it is to be sent again
 */
bool hwx_window_pending(const struct hwx_window *window, u16 seq);

/**
 * hwx_window_next_pending() - walk the pending numbers, oldest first
 * @window: the originator
 * @seq: where to look from (this number included), set to the one found;
 *	begin at window->start, go on from the number after the last one
 *
 * Return: false when there is none up to the newest
 */
bool hwx_window_next_pending(const struct hwx_window *window, u16 *seq);

/**
 * hwx_window_settle() - one MPDU was acknowledged, or given up for good
 * @window: the originator; its start moves over all settled numbers
 * @seq: 0..4095
 *
 * Return: false when @seq was not pending, and nothing changed
 */
bool hwx_window_settle(struct hwx_window *window, u16 seq);

/**
 * hwx_window_block_ack() - a BlockAck arrived
 * @window: the originator
 * @ssn: starting sequence number of the bitmap, 0..4095
 * @bitmap: bit 0 of byte 0 is @ssn; numbers that are not pending are ignored
 * @bits: length of the bitmap, at most HWX_WINDOW_MAX
 *
 * Return: how many MPDUs it acknowledged that were pending
 */
u32 hwx_window_block_ack(struct hwx_window *window, u16 ssn, const u8 *bitmap,
			 u32 bits);

#endif
