/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One saturated sender that loses MPDUs: what was not acknowledged goes first,
 * then new numbers as far as core/seq lets them, as in aggregate.c.
 */
#ifndef HWX_TEST_LOSSY_H
#define HWX_TEST_LOSSY_H

#include "exchange.h"

/**
 * struct lossy_result - what came out
 * @mean_ampdu: MPDUs per PPDU
 * @goodput_mbps: of UDP payload
 * @tries_per_mpdu: MPDUs sent per MPDU delivered
 */
struct lossy_result {
	double mean_ampdu;
	double goodput_mbps;
	double tries_per_mpdu;
};

/**
 * lossy_run() - send with independent losses and no retry limit
 * @c: what is sent; with a window above 1
 * @loss_ppm: of MPDUs, below 1000000
 * @ppdus: PPDUs to simulate
 *
 * The BlockAck always arrives, and each backoff is the mean one.
 *
 * Return: averages over the run
 */
struct lossy_result lossy_run(const struct exchange_case *c, u32 loss_ppm,
			      unsigned int ppdus);

#endif
