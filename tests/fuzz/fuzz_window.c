// SPDX-License-Identifier: GPL-2.0
/*
 * A block ack scoreboard under any order of events, against a plain map of
 * all 4096 sequence numbers.
 */
#include <string.h>

#include "fuzz.h"
#include "window.h"

/* 1 for a number that was sent and neither acknowledged nor given up */
static u8 open_numbers[HWX_SEQ_COUNT];
static unsigned int open_count;

static void settle(struct hwx_window *w, u16 seq)
{
	CHECK(hwx_window_pending(w, seq) == open_numbers[seq]);
	CHECK(hwx_window_settle(w, seq) == open_numbers[seq]);
	open_count -= open_numbers[seq];
	open_numbers[seq] = 0;
}

static void block_ack(struct hwx_window *w, struct fuzz_input *input)
{
	u16 ssn = fuzz_take(input, 2) % HWX_SEQ_COUNT;
	u32 bits = fuzz_take(input, 1), expected = 0;
	u8 bitmap[HWX_WINDOW_MAX / 8];

	for (size_t i = 0; i < sizeof(bitmap); i++)
		bitmap[i] = fuzz_take(input, 1);
	for (u32 i = 0; i < bits; i++) {
		u16 seq = (ssn + i) % HWX_SEQ_COUNT;

		if (bitmap[i / 8] >> (i % 8) & 1) {
			expected += open_numbers[seq];
			open_count -= open_numbers[seq];
			open_numbers[seq] = 0;
		}
	}
	CHECK(hwx_window_block_ack(w, ssn, bitmap, bits) == expected);
}

/* the walk meets every open number once, and the window starts at the first */
static void check_walk(const struct hwx_window *w)
{
	unsigned int found = 0;
	u16 seq = w->start;

	for (; hwx_window_next_pending(w, &seq);
	     seq = (seq + 1) % HWX_SEQ_COUNT) {
		CHECK(open_numbers[seq]);
		CHECK(found > 0 || seq == w->start);
		found++;
	}
	CHECK(found == open_count);
	CHECK(hwx_window_room(w) <= w->size);
	CHECK(found > 0 || hwx_window_room(w) == w->size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	struct hwx_window w;
	u16 start = fuzz_take(&input, 2);

	memset(open_numbers, 0, sizeof(open_numbers));
	open_count = 0;
	hwx_window_init(&w, start, fuzz_take(&input, 2));
	while (input.size) {
		u8 event = fuzz_take(&input, 1);
		u32 room = hwx_window_room(&w);
		u16 seq = w.next;

		if (event < 128) {
			CHECK(hwx_window_take(&w, &seq) == (room > 0));
			open_count += room > 0 && !open_numbers[seq];
			open_numbers[seq] |= room > 0;
		} else if (event < 192) {
			settle(&w, (w.start + event % 8) % HWX_SEQ_COUNT);
		} else if (event < 224) {
			settle(&w, (w.start + fuzz_take(&input, 2)) %
					   HWX_SEQ_COUNT);
		} else {
			block_ack(&w, &input);
		}
		check_walk(&w);
	}
	return 0;
}
