// SPDX-License-Identifier: GPL-2.0
/*
 * Packet error rate from SNR, in billionths.
 */
#include "per.h"

#define HWX_BILLION 1000000000ULL
/* -ln 0.9 and ln 2, in billionths */
#define HWX_MINUS_LN_0_9 105360516ULL
#define HWX_LN_2 693147181ULL
/* exp(-15) is less than half of a millionth */
#define HWX_SURE_EXPONENT (15 * HWX_BILLION)

/* beyond these distances from the threshold every length has one answer */
#define HWX_HOPELESS_TENTHS_DB (-60)
#define HWX_SAFE_TENTHS_DB 70

/* dB by MCS of one stream: BPSK 1/2 up to 1024-QAM 5/6 */
static const u8 hwx_mcs_db[] = { 4, 7, 9, 12, 16, 20, 21, 22, 27, 29, 32, 34 };

static const struct {
	u16 rate_100kbps;
	u8 db;
} hwx_legacy_db[] = {
	{ 10, 3 }, { 20, 6 }, { 55, 7 }, { 110, 10 },
	{ 60, 4 }, { 90, 5 }, { 120, 7 }, { 180, 9 },
	{ 240, 12 }, { 360, 16 }, { 480, 20 }, { 540, 21 },
};

/* 10 log10 of the number of streams, which share the power */
static const u8 hwx_streams_tenths_db[] = { 0, 30, 48, 60, 70, 78, 85, 90 };

static u32 hwx_legacy_threshold_db(u16 rate_100kbps)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(hwx_legacy_db) - 1; i++)
		if (hwx_legacy_db[i].rate_100kbps == rate_100kbps)
			break;
	return hwx_legacy_db[i].db;
}

u32 hwx_per_threshold_tenths_db(const struct hwx_rate *rate)
{
	if (rate->mode == HWX_MODE_DSSS || rate->mode == HWX_MODE_OFDM)
		return 10 * hwx_legacy_threshold_db(rate->legacy_100kbps);
	return 10 * hwx_mcs_db[rate->mcs] +
	       hwx_streams_tenths_db[rate->nss - 1];
}

u32 hwx_per_reference_bytes(const struct hwx_rate *rate)
{
	switch (rate->mode) {
	case HWX_MODE_DSSS:
		return 1024;
	case HWX_MODE_OFDM:
		return 1000;
	default:
		return 4096;
	}
}

/* value * 10^(tenths / 10) for tenths of -70 to 60; the value is below 2^41 */
static u64 hwx_times_power(u64 value, s32 tenths)
{
	/* millions */
	static const u32 powers[] = {
		1000000, 1258925, 1584893, 1995262, 2511886,
		3162278, 3981072, 5011872, 6309573, 7943282,
	};
	u32 decades = (tenths + 70) / 10;

	value *= powers[(tenths + 70) % 10];
	/* the millions, and the seven decades that were added above */
	for (; decades < 13; decades++)
		value = div_u64(value, 10);
	return value;
}

/* exp(-x) for x of 0 to ln 2, all in billionths: ten terms of the series */
static u64 hwx_exp_minus_short(u64 x)
{
	u64 sum = HWX_BILLION;
	u32 n;

	for (n = 10; n; n--)
		sum = HWX_BILLION - div_u64(div_u64(x * sum, HWX_BILLION), n);
	return sum;
}

static u64 hwx_exp_minus(u64 x)
{
	u32 halvings = 0;

	for (; x >= HWX_LN_2; x -= HWX_LN_2)
		halvings++;
	return hwx_exp_minus_short(x) >> halvings;
}

u32 hwx_per_ppm(const struct hwx_rate *rate, u32 snr_db, u32 bytes)
{
	s32 above = (s32)(10 * snr_db) - (s32)hwx_per_threshold_tenths_db(rate);
	u64 exponent, survivors;

	if (!bytes || above >= HWX_SAFE_TENTHS_DB)
		return 0;
	if (above <= HWX_HOPELESS_TENTHS_DB)
		return HWX_PER_SURE_PPM;
	if (bytes > HWX_PER_BYTES_MAX)
		bytes = HWX_PER_BYTES_MAX;

	/* with three more digits than the result needs */
	exponent = div_u64(HWX_MINUS_LN_0_9 * 1000 * bytes,
			   hwx_per_reference_bytes(rate));
	exponent = div_u64(hwx_times_power(exponent, -above), 1000);
	if (exponent >= HWX_SURE_EXPONENT)
		return HWX_PER_SURE_PPM;
	survivors = hwx_exp_minus(exponent);
	return div_u64(HWX_BILLION - survivors + 500, 1000);
}
