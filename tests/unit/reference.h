/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A second opinion on core/, written from the standard in the plainest way:
 * explicit lists, tenths of a microsecond, one slot after the other.  Shared
 * by the unit tests and the fuzzers.
 */
#ifndef HWX_TEST_REFERENCE_H
#define HWX_TEST_REFERENCE_H

#include "airtime.h"
#include "ampdu.h"
#include "edca.h"
#include "rate.h"

#define REF_RATES_MAX 2048

/**
 * ref_legal_rates() - list every rate of the standard that core/ names
 * @rates: filled
 *
 * Return: how many
 */
unsigned int ref_legal_rates(struct hwx_rate rates[REF_RATES_MAX]);

/**
 * ref_bits_per_symbol() - N_DBPS as a fraction of 12ths
 * @rate: HT, VHT or HE
 *
 * Return: 12 * N_DBPS before rounding down
 */
u64 ref_bits_per_symbol_12ths(const struct hwx_rate *rate);

/**
 * ref_ppdu_ns() - TXTIME without signal extension
 * @rate: a legal rate
 * @bytes: PSDU
 *
 * Return: ns
 */
u64 ref_ppdu_ns(const struct hwx_rate *rate, u64 bytes);

/**
 * ref_ampdu_bytes() - PSDU of an A-MPDU
 * @rate: rate it is sent at
 * @mpdu_bytes: lengths of its MPDUs
 * @count: how many
 * @min_spacing_ns: minimum MPDU start spacing
 *
 * Return: bytes, the last subframe unpadded
 */
u64 ref_ampdu_bytes(const struct hwx_rate *rate, const u32 *mpdu_bytes,
		    unsigned int count, u32 min_spacing_ns);

/**
 * ref_backoff_after() - work a counter off, slot boundary by slot boundary
 * @f: state before the medium became busy
 * @timing: of the band
 * @now_ns: start of the busy time
 *
 * Return: the counter when it freezes
 */
u32 ref_backoff_after(const struct hwx_edcaf *f,
		      const struct hwx_phy_timing *timing, u64 now_ns);

#endif
