// SPDX-License-Identifier: GPL-2.0
/*
 * What a receiver remembers of sequence numbers.
 */
#include "seq.h"

static u64 *hwx_seen_word(struct hwx_seen *seen, u16 seq)
{
	return &seen->bits[seq % HWX_SEEN_MAX / 64];
}

static u64 hwx_seen_bit(u16 seq)
{
	return 1ULL << seq % 64;
}

/* numbers that are passed over have not arrived */
static void hwx_seen_advance(struct hwx_seen *seen, u16 seq, u32 ahead)
{
	if (!seen->any || ahead >= HWX_SEEN_MAX)
		memset(seen->bits, 0, sizeof(seen->bits));
	else
		while (--ahead > 0) {
			seen->newest = hwx_seq_add(seen->newest, 1);
			*hwx_seen_word(seen, seen->newest) &=
				~hwx_seen_bit(seen->newest);
		}
	seen->any = true;
	seen->newest = seq;
	*hwx_seen_word(seen, seq) |= hwx_seen_bit(seq);
}

bool hwx_seen_add(struct hwx_seen *seen, u16 seq)
{
	u32 ahead = hwx_seq_after(seq, seen->newest);
	u64 *word = hwx_seen_word(seen, seq);

	if (!seen->any || (ahead && ahead < HWX_SEQ_COUNT / 2)) {
		hwx_seen_advance(seen, seq, ahead);
		return true;
	}
	if (hwx_seq_after(seen->newest, seq) >= HWX_SEEN_MAX)
		return true;
	if (*word & hwx_seen_bit(seq))
		return false;
	*word |= hwx_seen_bit(seq);
	return true;
}
