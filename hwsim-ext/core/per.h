/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How likely an MPDU is lost, given the ratio of signal to noise.
 *
 * At the threshold of a rate an MPDU of the reference length is lost with a
 * tenth; each dB more divides the exponent of what survives by ten:
 *
 *   PER = 1 - 0.9 ^ (bytes / reference length * 10 ^ (threshold - SNR))
 *
 * docs/medium-model.md, "Loss", says where the thresholds come from.
 */
#ifndef HWX_CORE_PER_H
#define HWX_CORE_PER_H

#include "rate.h"
#include "types.h"

#define HWX_PER_SURE_PPM 1000000
/* no MPDU is longer, 802.11-2020 table 9-25 */
#define HWX_PER_BYTES_MAX 11454

/**
 * hwx_per_threshold_tenths_db() - SNR at which a tenth is lost
 * @rate: a legal rate
 *
 * Return: tenths of a dB
 */
u32 hwx_per_threshold_tenths_db(const struct hwx_rate *rate);

/**
 * hwx_per_reference_bytes() - of which length a tenth is lost at the threshold
 * @rate: a legal rate
 *
 * Return: bytes
 */
u32 hwx_per_reference_bytes(const struct hwx_rate *rate);

/**
 * hwx_per_ppm() - packet error rate of one MPDU
 * @rate: a legal rate
 * @snr_db: in the bandwidth of the PPDU, at most 1000000
 * @bytes: length with FCS; more than HWX_PER_BYTES_MAX are taken as that many
 *
 * Return: ppm, rounded: 0 to HWX_PER_SURE_PPM
 */
u32 hwx_per_ppm(const struct hwx_rate *rate, u32 snr_db, u32 bytes);

#endif
