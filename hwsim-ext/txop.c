// SPDX-License-Identifier: GPL-2.0
/*
 * TXOPs: how long an access category may go on after it won the medium
 * (802.11-2020 10.23.2.9).
 */
#include "hwx.h"

/**
 * hwx_txop_end_ns() - when the TXOP that begins now is over
 * @edca: access category
 * @now_ns: begin
 *
 * Return: ns, 0 when the limit is one PPDU an access
 */
u64 hwx_txop_end_ns(const struct hwx_edca *edca, u64 now_ns)
{
	u32 limit_ns = edca->f.params.txop_ns;

	return limit_ns ? now_ns + limit_ns : 0;
}

/**
 * hwx_txop_room_ns() - the longest PPDU that fits the TXOP with its response
 * @x: with rate; not begun
 * @now_ns: when it would begin
 *
 * The first PPDU leaves room for an RTS, whether it will have one or not.
 *
 * Return: ns, U32_MAX without a limit
 */
u32 hwx_txop_room_ns(const struct hwx_exchange *x, u64 now_ns)
{
	const struct hwx_phy_timing *timing = &x->air->timing;
	u64 other_ns = timing->sifs_ns + hwx_ba_ns(&x->rate, x->fwq->window) +
		       2 * hwx_signal_ext_ns(x->air, &x->rate);

	if (!x->txop_end_ns)
		return U32_MAX;
	if (x->phase != HWX_PHASE_GAP && x->edca->radio->params.rts_bytes)
		other_ns += hwx_rts_cts_ns(&x->rate, timing);
	if (now_ns + other_ns >= x->txop_end_ns)
		return 0;
	return x->txop_end_ns - now_ns - other_ns;
}
