/* SPDX-License-Identifier: GPL-2.0 */
/*
 * PPDUs, and what decides which frames are put into them: hardware queues that
 * the driver fills, and firmware that fetches.
 */
#ifndef HWX_PPDU_H
#define HWX_PPDU_H

#include <linux/hrtimer.h>
#include <linux/list.h>

#include "core/ampdu.h"
#include "core/rate.h"

struct hwx_air;
struct hwx_fwq;

/*
 * enum hwx_slot - what a PPDU counts as in a hardware queue
 * @HWX_SLOT_SINGLE: a frame outside of block ack sessions
 * @HWX_SLOT_AMPDU: frames of a session, one or more
 */
enum hwx_slot { HWX_SLOT_SINGLE, HWX_SLOT_AMPDU, HWX_SLOT_COUNT };

/**
 * struct hwx_hwq - hardware queue that the driver fills with PPDUs
 * @staged: PPDUs that wait for the medium, in order
 * @used: PPDUs between staging and their report, by kind
 * @done: of these, sent and not yet indicated
 * @indicated: of these, to be reported
 *
 * All under the lock of the medium.
 */
struct hwx_hwq {
	struct list_head staged;
	u32 used[HWX_SLOT_COUNT];
	u32 done[HWX_SLOT_COUNT];
	u32 indicated[HWX_SLOT_COUNT];
};

/**
 * struct hwx_ppdu - frames that go on the air together
 * @node: in a hardware queue, or free
 * @fwq: where unacknowledged frames go back to; NULL once gone
 * @frames: the MPDUs, in order
 * @n: how many
 * @rate: of the data
 * @psdu_bytes: length of the PSDU
 * @reason: why the aggregate was closed
 * @ampdu: an A-MPDU with a block ack, else a single MPDU with a normal ack
 * @sample: one frame with which rate control tries a rate
 * @rc_rts: rate control wants an RTS
 * @slot: what it counts as in a hardware queue
 * @unrated: a single frame that gets its rate when it is sent
 * @ready_ns: when all frames have crossed the host interface
 *
 * All under the lock of the medium.
 */
struct hwx_ppdu {
	struct list_head node;
	struct hwx_fwq *fwq;
	struct list_head frames;
	u32 n;
	struct hwx_rate rate;
	u32 psdu_bytes;
	enum hwx_close_reason reason;
	bool ampdu;
	bool sample;
	bool rc_rts;
	bool unrated;
	enum hwx_slot slot;
	u64 ready_ns;
};

/**
 * struct hwx_wish - what the next PPDU of a queue still lacks
 * @frames: as many more
 * @bytes: of MSDUs
 */
struct hwx_wish {
	u32 frames;
	u32 bytes;
};

/**
 * struct hwx_room - the air that a PPDU is made for
 * @air: its channel, NULL when the radio has none
 * @txop_ns: what is left of the TXOP, 0 when it is for one PPDU
 * @later: not the first PPDU of its TXOP: sent only if it fits
 */
struct hwx_room {
	const struct hwx_air *air;
	u64 txop_ns;
	bool later;
};

/**
 * struct hwx_txq - a queue of mac80211 that firmware fetches from; the driver's
 *	part of ieee80211_txq
 * @node: in the fetcher while firmware knows that frames are there
 * @round: of the fetcher in which it was last looked at
 *
 * All under the lock of the medium.
 */
struct hwx_txq {
	struct list_head node;
	u32 round;
};

/**
 * struct hwx_fetch - firmware that fetches frames (tx_mode pull)
 * @txqs: that have frames, in the order of service
 * @round: number of the current one
 * @timer: asks again when nothing else would
 *
 * All under the lock of the medium.
 */
struct hwx_fetch {
	struct list_head txqs;
	u32 round;
	struct hrtimer timer;
};

#endif
