// SPDX-License-Identifier: GPL-2.0
/*
 * The memory of a receiver under any order of arrivals, against a plain map of
 * all 4096 sequence numbers.
 */
#include <string.h>

#include "fuzz.h"
#include "seq.h"

static bool arrived[HWX_SEQ_COUNT];

/* what lies further back than the memory reaches is forgotten */
static void forget(u16 newest, u32 ahead)
{
	u16 oldest = hwx_seq_add(newest, HWX_SEQ_COUNT - HWX_SEEN_MAX + 1);

	while (ahead-- > 0)
		arrived[hwx_seq_add(oldest, ahead)] = false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	struct hwx_seen seen = {};
	bool any = false;
	u16 newest = 0;

	memset(arrived, 0, sizeof(arrived));
	while (input.size) {
		u8 kind = fuzz_take(&input, 1);
		u16 seq = hwx_seq_add(newest, kind < 200 ?
					      kind % 16 + HWX_SEQ_COUNT - 8 :
					      fuzz_take(&input, 2));
		u32 ahead = hwx_seq_after(seq, newest);

		CHECK(hwx_seen_add(&seen, seq) == !arrived[seq]);
		if (!any || ahead < HWX_SEQ_COUNT / 2) {
			forget(newest, ahead);
			any = true;
			newest = seq;
		}
		arrived[seq] = hwx_seq_after(newest, seq) < HWX_SEEN_MAX;
		CHECK(seen.newest == newest);
	}
	return 0;
}
