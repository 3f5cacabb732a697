// SPDX-License-Identifier: GPL-2.0
/*
 * Down the chain of rates.
 */
#include "chain.h"

u32 hwx_chain_stage(const u8 *counts, u32 n, u32 sent)
{
	u32 stage = 0;

	while (stage + 1 < n && counts[stage + 1] && sent >= counts[stage])
		sent -= counts[stage++];
	return stage;
}
