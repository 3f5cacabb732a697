/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How much fits into one A-MPDU: the limits and a builder that adds one
 * MPDU after the other and says which limit stopped it.
 */
#ifndef HWX_CORE_AMPDU_H
#define HWX_CORE_AMPDU_H

#include "counters.h"
#include "rate.h"
#include "types.h"

#define HWX_DELIMITER_BYTES 4

enum hwx_close_reason {
#define X(UPPER, name, help) HWX_CLOSE_##UPPER,
	HWX_CLOSE_REASONS(X)
#undef X
	HWX_CLOSE_REASON_COUNT
};

/**
 * struct hwx_ampdu_limits - what one A-MPDU may be
 * @frames: most MPDUs, at least 1 (ampdu_frames)
 * @window: agreed block ack buffer size, at least 1
 * @bytes: longest PSDU in bytes
 * @ppdu_ns: longest PPDU in ns (ampdu_us, at most HWX_PPDU_MAX_NS)
 * @min_spacing_ns: minimum MPDU start spacing of the receiver, 0 is none, at
 *	most 16000
 */
struct hwx_ampdu_limits {
	u32 frames;
	u32 window;
	u32 bytes;
	u32 ppdu_ns;
	u32 min_spacing_ns;
};

/**
 * struct hwx_ampdu - an A-MPDU being built
 * @rate: rate it will be sent at
 * @max_frames: smaller of frames and window
 * @window_binds: the window is not larger than the frame limit
 * @max_bytes: from the byte limit and the duration
 * @duration_binds: the duration is the smaller of the two
 * @min_mpdu_bytes: a subframe that another one follows is stretched by
 *	delimiters to this
 * @frames: MPDUs so far
 * @psdu_bytes: PSDU so far, the last subframe unpadded
 * @last_bytes: the last subframe alone, unpadded
 */
struct hwx_ampdu {
	struct hwx_rate rate;
	u32 max_frames;
	bool window_binds;
	u32 max_bytes;
	bool duration_binds;
	u32 min_mpdu_bytes;
	u32 frames;
	u32 psdu_bytes;
	u32 last_bytes;
};

/**
 * hwx_ampdu_init() - start an empty A-MPDU
 * @ampdu: filled
 * @rate: a legal HT, VHT or HE rate
 * @limits: what it may be
 */
void hwx_ampdu_init(struct hwx_ampdu *ampdu, const struct hwx_rate *rate,
		    const struct hwx_ampdu_limits *limits);

/**
 * hwx_ampdu_add() - add one MPDU if it fits
 * @ampdu: being built
 * @mpdu_bytes: MPDU with header and FCS, without delimiter and padding, at
 *	most 65535
 * @reason: on refusal the limit that was hit
 *
 * Each subframe is delimiter + MPDU, and every one but the last is padded to
 * a multiple of 4 (802.11-2020 9.7.1).  The first MPDU always fits, so that
 * a frame too long for its limits still leaves the queue.
 *
 * Return: true when added
 */
bool hwx_ampdu_add(struct hwx_ampdu *ampdu, u32 mpdu_bytes,
		   enum hwx_close_reason *reason);

/**
 * hwx_ampdu_room() - the longest MPDU that the limits on bytes and duration
 *	still allow
 * @ampdu: being built
 *
 * The first MPDU may be longer than that.
 *
 * Return: bytes
 */
u32 hwx_ampdu_room(const struct hwx_ampdu *ampdu);

/**
 * hwx_ampdu_full() - could not one more MPDU of any length be added?
 * @ampdu: being built
 * @reason: when full, the limit that is reached
 *
 * True only for the limits on the number of MPDUs.
 *
 * Return: true when full
 */
bool hwx_ampdu_full(const struct hwx_ampdu *ampdu,
		    enum hwx_close_reason *reason);

/**
 * hwx_smpdu_bytes() - PSDU of a single MPDU
 * @rate: rate it is sent at
 * @mpdu_bytes: MPDU with header and FCS
 *
 * VHT and HE always carry an A-MPDU, a single MPDU gets one delimiter; HT and
 * legacy carry it bare.
 *
 * Return: bytes
 */
u32 hwx_smpdu_bytes(const struct hwx_rate *rate, u32 mpdu_bytes);

#endif
