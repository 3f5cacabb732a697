// SPDX-License-Identifier: GPL-2.0
/*
 * Names and fields of rates: whatever is accepted is legal, has one spelling,
 * and its durations are those of the reference.
 */
#include <string.h>

#include "fuzz.h"

static void check_durations(const struct hwx_rate *rate, u32 number)
{
	u64 expected_ns = ref_ppdu_ns(rate, number);
	u32 ns = hwx_ppdu_ns(rate, number);
	u32 bytes = hwx_ppdu_max_bytes(rate, number);

	CHECK(ns == (expected_ns < UINT32_MAX ? expected_ns : UINT32_MAX));
	CHECK(bytes == 0 || hwx_ppdu_ns(rate, bytes) <= number);
	CHECK(bytes == UINT32_MAX || hwx_ppdu_ns(rate, bytes + 1) > number);
}

static void check_legal(const struct hwx_rate *rate, u32 number)
{
	char name[HWX_RATE_NAME_MAX];
	struct hwx_rate parsed;
	const char *why;

	CHECK(hwx_rate_kbps(rate) >= 1000);
	hwx_rate_format(rate, name, sizeof(name));
	CHECK(hwx_rate_parse(name, &parsed, &why) == 0);
	CHECK(parsed.mode == rate->mode && parsed.mcs == rate->mcs &&
	      parsed.nss == rate->nss && parsed.bw_mhz == rate->bw_mhz &&
	      parsed.gi_ns == rate->gi_ns &&
	      parsed.legacy_100kbps == rate->legacy_100kbps);
	check_durations(rate, number);
}

static void fuzz_name(struct fuzz_input *input, u32 number)
{
	char text[64], name[HWX_RATE_NAME_MAX];
	size_t len = input->size < 63 ? input->size : 63;
	struct hwx_rate rate;
	const char *why;

	memcpy(text, input->data, len);
	text[len] = '\0';
	if (hwx_rate_parse(text, &rate, &why)) {
		CHECK(why && *why);
		return;
	}
	CHECK(!why && !hwx_rate_check(&rate));
	hwx_rate_format(&rate, name, sizeof(name));
	CHECK(!strcmp(name, text));
	check_legal(&rate, number);
}

/* fields on both sides of what is legal */
static void fuzz_fields(struct fuzz_input *input, u32 number)
{
	static const u16 widths_mhz[] = { 20, 40, 80, 160, 0, 10, 320, 65535 };
	static const u16 intervals_ns[] = { 400, 800, 1600, 3200, 0, 65535 };
	struct hwx_rate rate = {};

	rate.mode = fuzz_take(input, 1) % 7;
	rate.mcs = fuzz_take(input, 1) % 14;
	rate.nss = fuzz_take(input, 1) % 10;
	rate.bw_mhz = widths_mhz[fuzz_take(input, 1) % ARRAY_SIZE(widths_mhz)];
	rate.gi_ns = intervals_ns[fuzz_take(input, 1) %
				  ARRAY_SIZE(intervals_ns)];
	rate.legacy_100kbps = fuzz_take(input, 2);
	if (!hwx_rate_check(&rate))
		check_legal(&rate, number);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	u32 number = fuzz_take(&input, 4);

	if (number & 1)
		fuzz_name(&input, number);
	else
		fuzz_fields(&input, number);
	return 0;
}
