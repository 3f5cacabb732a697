/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How much fits into one A-MSDU: a builder that adds one MSDU after the other.
 */
#ifndef HWX_CORE_AMSDU_H
#define HWX_CORE_AMSDU_H

#include "rate.h"
#include "types.h"

/* destination, source, length */
#define HWX_SUBFRAME_HEADER_BYTES 14

/**
 * struct hwx_amsdu_limits - what one A-MSDU may be
 * @msdus: most MSDUs, at least 1 (amsdu_frames, or fewer by the peer's wish)
 * @amsdu_bytes: longest A-MSDU, that is frame body before encryption
 * @mpdu_bytes: longest MPDU, header, cipher and FCS included
 */
struct hwx_amsdu_limits {
	u32 msdus;
	u32 amsdu_bytes;
	u32 mpdu_bytes;
};

/**
 * struct hwx_amsdu_peer - what a peer takes
 * @ht_7935: HT capability "maximum A-MSDU length" is set
 * @vht_mpdu: VHT capability "maximum MPDU length", 0, 1 or 2
 * @vht: it has VHT capabilities
 * @msdus: most MSDUs in an A-MSDU, 0 is any number
 */
struct hwx_amsdu_peer {
	bool ht_7935;
	u8 vht_mpdu;
	bool vht;
	u32 msdus;
};

/**
 * struct hwx_amsdu - an A-MSDU being built
 * @limits: see there
 * @overhead_bytes: of the MPDU around it
 * @msdus: so far
 * @first_bytes: the first MSDU alone
 * @body_bytes: all of them with subframe headers, the last one unpadded
 */
struct hwx_amsdu {
	struct hwx_amsdu_limits limits;
	u32 overhead_bytes;
	u32 msdus;
	u32 first_bytes;
	u32 body_bytes;
};

/**
 * hwx_amsdu_limits_of() - limits of a peer at a rate
 * @limits: filled
 * @peer: capabilities
 * @mode: of the rate, HT or later
 * @msdus: most MSDUs that the sender wants
 *
 * 802.11-2020 table 9-25: in an HT PPDU the A-MSDU is at most 3839 or 7935
 * bytes and the MPDU, being in an A-MPDU, at most 4095; in a VHT PPDU the MPDU
 * is at most 3895, 7991 or 11454.  An HE PPDU to a peer without VHT (2.4 GHz)
 * has the HT limit of the A-MSDU and none of the MPDU.
 */
void hwx_amsdu_limits_of(struct hwx_amsdu_limits *limits,
			 const struct hwx_amsdu_peer *peer, enum hwx_rate_mode mode,
			 u32 msdus);

/**
 * hwx_amsdu_init() - an MPDU with one MSDU
 * @amsdu: filled
 * @limits: of more than one
 * @overhead_bytes: header, cipher and FCS
 * @msdu_bytes: LLC header and payload
 */
void hwx_amsdu_init(struct hwx_amsdu *amsdu,
		    const struct hwx_amsdu_limits *limits, u32 overhead_bytes,
		    u32 msdu_bytes);

/**
 * hwx_amsdu_add() - add one MSDU if it fits
 * @amsdu: being built
 * @msdu_bytes: LLC header and payload, at most 65535
 * @room_bytes: longest MPDU that there is room for elsewhere
 *
 * Each subframe is a header of 14 bytes and an MSDU, and every one but the last
 * is padded to a multiple of 4 (802.11-2020 9.3.2.2.2).
 *
 * Return: true when added
 */
bool hwx_amsdu_add(struct hwx_amsdu *amsdu, u32 msdu_bytes, u32 room_bytes);

/**
 * hwx_amsdu_mpdu_bytes() - length of the MPDU
 * @amsdu: being built
 *
 * Return: bytes; a single MSDU has no subframe header
 */
u32 hwx_amsdu_mpdu_bytes(const struct hwx_amsdu *amsdu);

#endif
