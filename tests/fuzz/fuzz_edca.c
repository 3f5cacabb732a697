// SPDX-License-Identifier: GPL-2.0
/*
 * One EDCA function under any order of events: the counter is the one that
 * the slot-by-slot reference finds, the window stays in its bounds, and
 * access is never before the end of AIFS.
 */
#include "fuzz.h"

static struct hwx_edca_params take_params(struct fuzz_input *input)
{
	struct hwx_edca_params params = {};

	params.aifsn = 1 + fuzz_take(input, 1) % 15;
	params.cw_min = (1U << fuzz_take(input, 1) % 11) - 1;
	params.cw_max = (1U << fuzz_take(input, 1) % 16) - 1;
	if (params.cw_max < params.cw_min)
		params.cw_max = params.cw_min;
	params.qos = fuzz_take(input, 1) & 1;
	return params;
}

static void become_busy(struct hwx_edcaf *f, const struct hwx_phy_timing *timing,
			u64 now_ns)
{
	bool was_busy = f->busy;
	u32 backoff = f->backoff;
	u32 expected = ref_backoff_after(f, timing, now_ns);

	hwx_edcaf_freeze(f, timing, now_ns);
	CHECK(f->busy);
	CHECK(f->backoff == (was_busy ? backoff : expected));
}

static void check_access(const struct hwx_edcaf *f,
			 const struct hwx_phy_timing *timing, u64 arrival_ns)
{
	u64 start_ns = hwx_edcaf_start_ns(f, timing);
	u64 access_ns = hwx_edcaf_access_ns(f, timing, arrival_ns);

	CHECK(access_ns >= arrival_ns && access_ns >= start_ns);
	if (access_ns > arrival_ns)
		CHECK((access_ns - start_ns) / timing->slot_ns == f->backoff);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	struct hwx_edca_params params = take_params(&input);
	u8 band = fuzz_take(&input, 1);
	struct hwx_phy_timing timing;
	struct hwx_prng prng;
	struct hwx_edcaf f;
	u64 now_ns = 0;

	hwx_phy_timing_get(band & 1, band & 2, &timing);
	hwx_prng_seed(&prng, fuzz_take(&input, 8));
	hwx_edcaf_init(&f, &params);
	while (input.size) {
		u8 event = fuzz_take(&input, 1);

		now_ns += fuzz_take(&input, 3);
		switch (event % 6) {
		case 0:
			become_busy(&f, &timing, now_ns);
			break;
		case 1:
			hwx_edcaf_resume(&f, now_ns);
			CHECK(!f.busy && f.idle_ns == now_ns);
			break;
		case 2:
			hwx_edcaf_draw(&f, &prng);
			CHECK(f.backoff <= f.cw);
			break;
		case 3:
			hwx_edcaf_failure(&f);
			break;
		case 4:
			hwx_edcaf_success(&f);
			CHECK(f.cw == params.cw_min);
			break;
		default:
			params = take_params(&input);
			hwx_edcaf_configure(&f, &params);
		}
		CHECK(f.cw >= params.cw_min && f.cw <= params.cw_max);
		if (!f.busy)
			check_access(&f, &timing, now_ns);
	}
	return 0;
}
