/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One EDCA function: when may this queue send?
 *
 * Time runs in ns of the caller's clock.  The counter is worked off in whole
 * slots that begin AIFS after the medium fell idle; the model is that of
 * 802.11-2020 10.23.2.4: the boundary at the end of AIFS itself counts as a
 * slot when the countdown is interrupted (QoS), which is also Bianchi's rule;
 * a non-QoS station (DCF) does not count it.
 */
#ifndef HWX_CORE_EDCA_H
#define HWX_CORE_EDCA_H

#include "airtime.h"
#include "prng.h"
#include "types.h"

/**
 * struct hwx_edca_params - as conf_tx gives them
 * @aifsn: slots after SIFS, 1..15 (DCF: 2)
 * @cw_min: 2^n - 1
 * @cw_max: 2^n - 1, at least @cw_min
 * @txop_ns: 0 is one exchange per access
 * @qos: EDCA; false is DCF
 */
struct hwx_edca_params {
	u8 aifsn;
	u16 cw_min;
	u16 cw_max;
	u32 txop_ns;
	bool qos;
};

/**
 * struct hwx_edcaf - state of one EDCA function
 * @params: as configured
 * @cw: contention window now
 * @backoff: slots left, counted from @start_ns
 * @idle_ns: when the medium as heard here last fell idle (or the end of the
 *	EIFS or response timeout that stands for it)
 * @busy: the countdown is frozen
 */
struct hwx_edcaf {
	struct hwx_edca_params params;
	u32 cw;
	u32 backoff;
	u64 idle_ns;
	bool busy;
};

/**
 * hwx_edcaf_init() - a function that never sent
 * @f: filled: cw is cw_min, no backoff, idle since 0
 * @params: as configured
 */
void hwx_edcaf_init(struct hwx_edcaf *f, const struct hwx_edca_params *params);

/**
 * hwx_edcaf_configure() - new parameters, the countdown goes on
 * @f: the function; cw is brought into the new range
 * @params: as configured
 */
void hwx_edcaf_configure(struct hwx_edcaf *f,
			 const struct hwx_edca_params *params);

/**
 * hwx_edcaf_draw() - draw a backoff uniformly from 0..cw
 * @f: the function
 * @prng: of the medium
 */
void hwx_edcaf_draw(struct hwx_edcaf *f, struct hwx_prng *prng);

/**
 * hwx_edcaf_mean_ns() - what the first backoff costs on average
 * @f: the function
 * @timing: of the band
 *
 * Return: cw_min / 2 slots, in ns (may be half a slot)
 */
u64 hwx_edcaf_mean_ns(const struct hwx_edcaf *f,
		      const struct hwx_phy_timing *timing);

/**
 * hwx_edcaf_start_ns() - end of AIFS, where the slots begin
 * @f: not busy
 * @timing: of the band
 *
 * Return: idle_ns + SIFS + aifsn * slot
 */
u64 hwx_edcaf_start_ns(const struct hwx_edcaf *f,
		       const struct hwx_phy_timing *timing);

/**
 * hwx_edcaf_access_ns() - when it may send if the medium stays idle
 * @f: not busy
 * @timing: of the band
 * @arrival_ns: when the head frame was there
 *
 * The slot boundary at which the counter is zero, or @arrival_ns when the
 * countdown was over before the frame came.
 *
 * Return: ns
 */
u64 hwx_edcaf_access_ns(const struct hwx_edcaf *f,
			const struct hwx_phy_timing *timing, u64 arrival_ns);

/**
 * hwx_edcaf_freeze() - the medium became busy
 * @f: the function
 * @timing: of the band
 * @now_ns: start of the first PPDU heard
 *
 * Works off the slots that passed: none before the end of AIFS, else
 * floor((now - start) / slot), plus one for QoS, and never below zero.
 * Nothing happens if it is frozen already.
 */
void hwx_edcaf_freeze(struct hwx_edcaf *f, const struct hwx_phy_timing *timing,
		      u64 now_ns);

/**
 * hwx_edcaf_resume() - the medium fell idle
 * @f: the function
 * @idle_ns: since when
 */
void hwx_edcaf_resume(struct hwx_edcaf *f, u64 idle_ns);

/**
 * hwx_edcaf_success() - the exchange worked or was given up: back to cw_min
 * @f: the function
 */
void hwx_edcaf_success(struct hwx_edcaf *f);

/**
 * hwx_edcaf_failure() - no response: double the window up to cw_max
 * @f: the function
 */
void hwx_edcaf_failure(struct hwx_edcaf *f);

#endif
