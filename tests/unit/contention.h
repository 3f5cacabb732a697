/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Saturated stations that all hear each other, driven by core/edca.
 */
#ifndef HWX_TEST_CONTENTION_H
#define HWX_TEST_CONTENTION_H

#include "exchange.h"

#define CONTENTION_STATIONS_MAX 32

/**
 * struct contention_result - what came out
 * @collision_share: attempts that collided over all attempts
 * @goodput_mbps: of all stations together
 * @fairness: Jain's index over the stations' deliveries
 */
struct contention_result {
	double collision_share;
	double goodput_mbps;
	double fairness;
};

/**
 * contention_run() - let stations contend
 * @c: what each of them sends
 * @stations: 1 to CONTENTION_STATIONS_MAX
 * @attempts_max: tries before a frame is given up, 0 is no limit
 * @accesses: channel accesses to simulate
 *
 * A collider notices after the response timeout, the others go on when the
 * air falls silent (none of them could decode either preamble: no EIFS).
 *
 * Return: averages over the run
 */
struct contention_result contention_run(const struct exchange_case *c,
					unsigned int stations,
					unsigned int attempts_max,
					unsigned int accesses);

#endif
