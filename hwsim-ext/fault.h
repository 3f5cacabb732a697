/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a radio remembers of faults under way, in its firmware and at the host.
 */
#ifndef HWX_FAULT_H
#define HWX_FAULT_H

#include <linux/hrtimer.h>
#include <linux/list.h>
#include <linux/types.h>

#include "core/counters.h"

/*
 * enum hwx_fault_kind - what can be made to fail, see core/counters.h
 */
enum hwx_fault_kind {
#define X(UPPER, name, help) HWX_FAULT_##UPPER,
	HWX_FAULTS(X)
#undef X
	HWX_FAULT_COUNT
};

/**
 * struct hwx_echo - what the firmware says of a frame too late or wrongly
 * @node: in one of the lists below
 * @due_ns: when it says so, if late
 * @id: of a descriptor, or of none
 * @generation: of its use that is meant
 */
struct hwx_echo {
	struct list_head node;
	u64 due_ns;
	u32 id;
	u32 generation;
};

/**
 * struct hwx_fault - faults of the firmware under way
 * @late: echoes that wait for their time, the next one first
 * @false_ones: echoes that go with the next indication
 * @n_echoes: in all three lists
 * @paused: the firmware does nothing
 * @pause_end_ns: until then
 * @timer: fires at the first of these times
 *
 * All but the timer under the lock of the medium.
 */
struct hwx_fault {
	struct list_head late;
	struct list_head false_ones;
	u32 n_echoes;
	bool paused;
	u64 pause_end_ns;
	struct hrtimer timer;
};

/**
 * struct hwx_reclaim - frames whose completion the host waits for in vain
 * @told: echoes that were indicated
 * @missing: frames, the oldest first
 * @timer: fires when the oldest has waited long enough
 *
 * All but the timer under the lock of the medium.
 */
struct hwx_reclaim {
	struct list_head told;
	struct list_head missing;
	struct hrtimer timer;
};

#endif
