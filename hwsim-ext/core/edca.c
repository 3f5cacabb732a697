// SPDX-License-Identifier: GPL-2.0
/*
 * The countdown of one EDCA function.  It is never stepped slot by slot: the
 * counter is brought up to date when the medium becomes busy, so an idle
 * medium costs nothing.
 */
#include "edca.h"

void hwx_edcaf_init(struct hwx_edcaf *f, const struct hwx_edca_params *params)
{
	memset(f, 0, sizeof(*f));
	f->params = *params;
	f->cw = params->cw_min;
}

void hwx_edcaf_configure(struct hwx_edcaf *f,
			 const struct hwx_edca_params *params)
{
	f->params = *params;
	if (f->cw < params->cw_min)
		f->cw = params->cw_min;
	if (f->cw > params->cw_max)
		f->cw = params->cw_max;
}

void hwx_edcaf_draw(struct hwx_edcaf *f, struct hwx_prng *prng)
{
	f->backoff = hwx_prng_below(prng, f->cw + 1);
}

u64 hwx_edcaf_mean_ns(const struct hwx_edcaf *f,
		      const struct hwx_phy_timing *timing)
{
	return (u64)f->params.cw_min * timing->slot_ns / 2;
}

u64 hwx_edcaf_start_ns(const struct hwx_edcaf *f,
		       const struct hwx_phy_timing *timing)
{
	return f->idle_ns + timing->sifs_ns +
	       (u64)f->params.aifsn * timing->slot_ns;
}

u64 hwx_edcaf_access_ns(const struct hwx_edcaf *f,
			const struct hwx_phy_timing *timing, u64 arrival_ns)
{
	u64 zero_ns = hwx_edcaf_start_ns(f, timing) +
		      (u64)f->backoff * timing->slot_ns;

	return arrival_ns > zero_ns ? arrival_ns : zero_ns;
}

void hwx_edcaf_freeze(struct hwx_edcaf *f, const struct hwx_phy_timing *timing,
		      u64 now_ns)
{
	u64 start_ns = hwx_edcaf_start_ns(f, timing);
	u64 slots;

	if (f->busy)
		return;
	f->busy = true;
	if (now_ns < start_ns)
		return;

	slots = div_u64(now_ns - start_ns, timing->slot_ns);
	if (f->params.qos)
		slots++;
	f->backoff = slots < f->backoff ? f->backoff - (u32)slots : 0;
}

void hwx_edcaf_resume(struct hwx_edcaf *f, u64 idle_ns)
{
	f->idle_ns = idle_ns;
	f->busy = false;
}

void hwx_edcaf_success(struct hwx_edcaf *f)
{
	f->cw = f->params.cw_min;
}

void hwx_edcaf_failure(struct hwx_edcaf *f)
{
	f->cw = 2 * f->cw + 1;
	if (f->cw > f->params.cw_max)
		f->cw = f->params.cw_max;
}
