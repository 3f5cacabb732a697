/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which rate carries most over a link whose noise is known: what firmware that
 * knows everything would choose.
 */
#ifndef HWX_CORE_CHOOSE_H
#define HWX_CORE_CHOOSE_H

#include "rate.h"
#include "types.h"

#define HWX_CHOOSE_NSS_MAX 8
#define HWX_CHOOSE_NO_MCS (-1)
/* AIFS, mean backoff, SIFS and block ack of best effort at 5 GHz */
#define HWX_CHOOSE_OVERHEAD_NS 158500

/**
 * struct hwx_choose_peer - the rates that both ends have
 * @mode: HT, VHT or HE; OFDM for a peer with legacy rates alone
 * @bw_mhz: widest, 20 to 160
 * @mcs_max: highest MCS with 1, 2 and so on streams, or HWX_CHOOSE_NO_MCS
 * @sgi: widths with a short guard interval (HT, VHT), each as one bit: its value
 *	over 20
 * @legacy_100kbps: rates of a legacy peer, 0 after the last one
 * @frames: MPDUs in an A-MPDU, at least 1
 * @ppdu_ns: longest PPDU
 */
struct hwx_choose_peer {
	enum hwx_rate_mode mode;
	u16 bw_mhz;
	s8 mcs_max[HWX_CHOOSE_NSS_MAX];
	u8 sgi;
	u16 legacy_100kbps[12];
	u32 frames;
	u32 ppdu_ns;
};

/**
 * hwx_choose_goodput_kbps() - what a rate carries
 * @rate: a legal rate
 * @peer: limits of an A-MPDU
 * @snr_db: of the link, at most 1000000
 *
 * IP packets of 1500 bytes, that is MPDUs of 1538 and subframes of 1544, as many
 * as the limits allow:
 *
 *   n * 12000 bits * (1 - PER(1538)) / (PPDU + HWX_CHOOSE_OVERHEAD_NS)
 *
 * Return: kb/s
 */
u32 hwx_choose_goodput_kbps(const struct hwx_rate *rate,
			    const struct hwx_choose_peer *peer, u32 snr_db);

/**
 * hwx_choose_rate() - the rate that carries most
 * @peer: rates to choose from
 * @snr_db: of the link
 * @rate: filled; the slowest of all where none carries anything
 */
void hwx_choose_rate(const struct hwx_choose_peer *peer, u32 snr_db,
		     struct hwx_rate *rate);

#endif
