/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How long things last on the air.  All times in ns.
 */
#ifndef HWX_CORE_AIRTIME_H
#define HWX_CORE_AIRTIME_H

#include "rate.h"
#include "types.h"

/* aPPDUMaxTime of VHT and HE, and in practice of HT */
#define HWX_PPDU_MAX_NS 5484000

/* control frame and MAC lengths in bytes, FCS included */
#define HWX_ACK_BYTES 14
#define HWX_CTS_BYTES 14
#define HWX_RTS_BYTES 20
#define HWX_BA64_BYTES 32
#define HWX_BA256_BYTES 56
#define HWX_FCS_BYTES 4

/**
 * struct hwx_phy_timing - the constants of a band
 * @sifs_ns: 16 us at 5 and 6 GHz, 10 us at 2.4 GHz
 * @slot_ns: 9 us; 20 us in a 2.4 GHz BSS with long slots
 * @signal_ext_ns: 6 us after each OFDM, HT and HE PPDU at 2.4 GHz, else 0
 * @ack_timeout_ns: from the end of a PPDU until a missing response is
 *	noticed: SIFS + slot + aRxPHYStartDelay (20 us)
 */
struct hwx_phy_timing {
	u32 sifs_ns;
	u32 slot_ns;
	u32 signal_ext_ns;
	u32 ack_timeout_ns;
};

/**
 * hwx_phy_timing_get() - constants of a band
 * @two_ghz: 2.4 GHz
 * @short_slot: 9 us slots; ignored (always short) outside 2.4 GHz
 * @timing: filled
 */
void hwx_phy_timing_get(bool two_ghz, bool short_slot,
			struct hwx_phy_timing *timing);

/**
 * hwx_ppdu_ns() - duration of one PPDU, signal extension not included
 * @rate: a legal rate
 * @psdu_bytes: MPDU with FCS, or the A-MPDU with delimiters and padding
 *
 * TXTIME of IEEE 802.11-2020 17.4.3 (OFDM), 19.4.3 (HT mixed: 32 + 4 N_LTF),
 * 21.4.3 (VHT: 36 + 4 N_LTF), 802.11ax-2021 27.4.3 (HE SU: 36 us + N_LTF *
 * (6.4 us 2x HE-LTF + GI; 4x LTF 12.8 us with the 3.2 us GI), no packet
 * extension, LDPC: no tail bits), 16.2.3 (DSSS, long preamble 192 us).
 * Short-GI data of HT and VHT is rounded up to 4 us.
 *
 * Return: ns, at most U32_MAX
 */
u32 hwx_ppdu_ns(const struct hwx_rate *rate, u32 psdu_bytes);

/**
 * hwx_ppdu_max_bytes() - largest PSDU that fits a duration
 * @rate: a legal rate
 * @max_ns: longest PPDU
 *
 * Return: largest B with hwx_ppdu_ns(rate, B) <= @max_ns, 0 when none fits
 */
u32 hwx_ppdu_max_bytes(const struct hwx_rate *rate, u32 max_ns);

/**
 * hwx_response_rate() - rate of the ACK, BlockAck or CTS to a data PPDU
 * @data: rate of the PPDU that is answered
 * @resp: filled: highest of 6, 12, 24 Mb/s not above the reference rate of
 *	@data (802.11-2020 10.6.6.5 and table 10-10: same modulation and
 *	coding); DSSS and CCK data is answered at its own rate
 */
void hwx_response_rate(const struct hwx_rate *data, struct hwx_rate *resp);

/**
 * hwx_ack_ns() - duration of the ACK that answers @data
 * @data: rate of the PPDU that is answered
 *
 * Return: ns
 */
u32 hwx_ack_ns(const struct hwx_rate *data);

/**
 * hwx_ba_bytes() - length of a compressed BlockAck
 * @window: agreed buffer size; above 64 the bitmap has 256 bits
 *
 * Return: bytes, FCS included
 */
u32 hwx_ba_bytes(u32 window);

/**
 * hwx_eifs_ext_ns() - by how much EIFS is longer than DIFS
 * @two_ghz: 2.4 GHz, where the lowest rate is 1 Mb/s; else 6 Mb/s
 * @timing: constants of the band
 *
 * SIFS and the ACK at the lowest mandatory rate, 802.11-2020 10.3.7.
 *
 * Return: ns
 */
u32 hwx_eifs_ext_ns(bool two_ghz, const struct hwx_phy_timing *timing);

/**
 * hwx_ba_ns() - duration of the compressed BlockAck that answers @data
 * @data: rate of the PPDU that is answered
 * @window: agreed buffer size; above 64 the bitmap has 256 bits
 *
 * Return: ns
 */
u32 hwx_ba_ns(const struct hwx_rate *data, u32 window);

/**
 * hwx_rts_cts_ns() - RTS + SIFS + CTS + SIFS before @data, the signal
 * extensions of RTS and CTS included
 * @data: rate of the PPDU that is protected
 * @timing: constants of the band
 *
 * Return: ns
 */
u32 hwx_rts_cts_ns(const struct hwx_rate *data,
		   const struct hwx_phy_timing *timing);

#endif
