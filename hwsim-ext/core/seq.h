/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sequence numbers, which count modulo 4096 (802.11-2020 9.2.4.4.2): the window
 * of a block ack originator, and what a receiver remembers to know a repetition.
 */
#ifndef HWX_CORE_SEQ_H
#define HWX_CORE_SEQ_H

#include "types.h"

#define HWX_SEQ_COUNT 4096
#define HWX_SEEN_MAX 256

/**
 * struct hwx_seen - which sequence numbers of a sender and TID have arrived
 * @newest: the last one; valid when @any
 * @any: at least one has
 * @bits: bit n % HWX_SEEN_MAX tells of a number n among the last HWX_SEEN_MAX
 *	up to @newest whether it has arrived
 */
struct hwx_seen {
	u16 newest;
	bool any;
	u64 bits[HWX_SEEN_MAX / 64];
};

/**
 * hwx_seq_add() - count on
 * @seq: 0..4095
 * @count: any
 *
 * Return: the number @count after @seq
 */
static inline u16 hwx_seq_add(u16 seq, u32 count)
{
	return (seq + count) % HWX_SEQ_COUNT;
}

/**
 * hwx_seq_after() - the way from one number to another, forwards
 * @seq: 0..4095
 * @start: 0..4095
 *
 * Return: 0..4095
 */
static inline u16 hwx_seq_after(u16 seq, u16 start)
{
	return (seq + HWX_SEQ_COUNT - start) % HWX_SEQ_COUNT;
}

/**
 * hwx_seq_in_window() - may an originator send this number?
 * @seq: 0..4095
 * @oldest: the oldest that is neither acknowledged nor given up
 * @window: agreed block ack buffer size
 *
 * Return: true when the receiver has room for it (802.11-2020 10.25.6)
 */
static inline bool hwx_seq_in_window(u16 seq, u16 oldest, u16 window)
{
	return hwx_seq_after(seq, oldest) < window;
}

/**
 * hwx_seen_add() - a number arrives
 * @seen: all zero before the first
 * @seq: 0..4095
 *
 * A number that lies further back than the memory reaches counts as new and is
 * not remembered.
 *
 * Return: false when it has arrived before
 */
bool hwx_seen_add(struct hwx_seen *seen, u16 seq);

#endif
