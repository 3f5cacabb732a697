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
 * @room: what is left of the TXOP, and the channel
 * @ppdu: with queue and rate
 * @rts: RTS are in use
 *
 * The first PPDU leaves room for an RTS, whether it will have one or not.
 *
 * Return: ns, U32_MAX without a limit
 */
u32 hwx_txop_room_ns(const struct hwx_room *room, const struct hwx_ppdu *ppdu,
		     bool rts)
{
	u64 other_ns;

	if (!room->txop_ns || !room->air)
		return U32_MAX;
	other_ns = room->air->timing.sifs_ns +
		   hwx_ba_ns(&ppdu->rate, ppdu->fwq->window) +
		   2 * hwx_signal_ext_ns(room->air, &ppdu->rate);
	if (!room->later && rts)
		other_ns += hwx_rts_cts_ns(&ppdu->rate, &room->air->timing);
	return other_ns < room->txop_ns ? room->txop_ns - other_ns : 0;
}
