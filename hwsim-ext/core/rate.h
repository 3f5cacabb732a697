/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Data rates: which exist, what they are called, how many bits a symbol has.
 *
 * Names (exact, lower case):
 *   legacy-1 legacy-2 legacy-5.5 legacy-11               DSSS/CCK, 2.4 GHz
 *   legacy-6 -9 -12 -18 -24 -36 -48 -54                  OFDM
 *   ht20|ht40 -mcs0..31 [-sgi]
 *   vht20|vht40|vht80|vht160 -nss1..8 -mcs0..9 [-sgi]
 *   he20|he40|he80|he160 -nss1..8 -mcs0..11 -gi800|-gi1600|-gi3200
 * Without -sgi HT and VHT use the 800 ns guard interval.
 */
#ifndef HWX_CORE_RATE_H
#define HWX_CORE_RATE_H

#include "types.h"

#define HWX_RATE_NAME_MAX 32

enum hwx_rate_mode {
	HWX_MODE_DSSS,
	HWX_MODE_OFDM,
	HWX_MODE_HT,
	HWX_MODE_VHT,
	HWX_MODE_HE,
};

/**
 * struct hwx_rate - one data rate
 * @mode: enum hwx_rate_mode
 * @mcs: MCS per stream count: HT 0..7 (@nss holds the rest of the HT index),
 *	VHT 0..9, HE 0..11; 0 for legacy
 * @nss: spatial streams, 1 for legacy
 * @bw_mhz: 20, 40, 80, 160
 * @gi_ns: 400 or 800 (HT, VHT), 800, 1600, 3200 (HE), 800 for OFDM, 0 for DSSS
 * @legacy_100kbps: 10..540 for DSSS and OFDM, else 0
 */
struct hwx_rate {
	u8 mode;
	u8 mcs;
	u8 nss;
	u16 bw_mhz;
	u16 gi_ns;
	u16 legacy_100kbps;
};

/**
 * hwx_rate_equal() - the same rate?
 * @a: one rate
 * @b: another
 *
 * Return: true when all fields are equal
 */
bool hwx_rate_equal(const struct hwx_rate *a, const struct hwx_rate *b);

/**
 * hwx_rate_check() - is this rate legal?
 * @rate: any field values
 *
 * Source: IEEE 802.11-2020 tables 19-27 ff. (HT), 21-29 ff. (VHT: the
 * combinations where N_CBPS/N_ES or N_DBPS/N_ES is no integer do not exist),
 * 802.11ax-2021 27.5 (HE).
 *
 * Return: NULL when legal, else one clause in plain words saying why not
 */
const char *hwx_rate_check(const struct hwx_rate *rate);

/**
 * hwx_rate_parse() - read the name of a rate
 * @text: NUL-terminated name
 * @rate: filled on success only
 * @why: set to one clause in plain words on failure (static storage), to
 *	NULL on success
 *
 * Return: 0 or -EINVAL
 */
int hwx_rate_parse(const char *text, struct hwx_rate *rate, const char **why);

/**
 * hwx_rate_format() - write the name of a legal rate
 * @rate: a legal rate
 * @buf: at least HWX_RATE_NAME_MAX bytes
 * @len: size of @buf
 *
 * Return: length of the name
 */
int hwx_rate_format(const struct hwx_rate *rate, char *buf, size_t len);

/**
 * hwx_rate_dbps() - data bits per OFDM symbol, N_DBPS
 * @rate: a legal rate other than DSSS
 *
 * N_DBPS = floor(N_SD * N_BPSCS * R * N_SS); OFDM: 4 us * rate.
 *
 * Return: bits per symbol
 */
u32 hwx_rate_dbps(const struct hwx_rate *rate);

/**
 * hwx_rate_encoders() - number of BCC encoders, N_ES
 * @rate: a legal rate
 *
 * Each of them adds 6 tail bits to a PPDU.
 *
 * Return: 1 for OFDM, 1 to 2 for HT, 1 to 12 for VHT, 0 for DSSS (no code)
 * and for HE (LDPC, no tail)
 */
u32 hwx_rate_encoders(const struct hwx_rate *rate);

/**
 * hwx_rate_kbps() - PHY rate
 * @rate: a legal rate
 *
 * Return: kb/s, rounded down
 */
u32 hwx_rate_kbps(const struct hwx_rate *rate);

#endif
