// SPDX-License-Identifier: GPL-2.0
/*
 * How long a PPDU and its response last: preamble + symbols, in ns.
 */
#include "airtime.h"

#define HWX_NS_PER_US 1000
#define HWX_SERVICE_BITS 16
#define HWX_TAIL_BITS 6

/* of a PPDU that is not HT, VHT or HE */
#define HWX_OFDM_PREAMBLE_NS 20000
#define HWX_OFDM_SYMBOL_NS 4000
#define HWX_DSSS_PREAMBLE_NS 192000

void hwx_phy_timing_get(bool two_ghz, bool short_slot,
			struct hwx_phy_timing *timing)
{
	const u32 rx_start_delay_ns = 20000;

	timing->sifs_ns = two_ghz ? 10000 : 16000;
	timing->slot_ns = two_ghz && !short_slot ? 20000 : 9000;
	timing->signal_ext_ns = two_ghz ? 6000 : 0;
	timing->ack_timeout_ns =
		timing->sifs_ns + timing->slot_ns + rx_start_delay_ns;
}

/* one training symbol for each stream; a channel matrix has 1, 2, 4, 6 or 8 */
static u32 hwx_ltf_count(const struct hwx_rate *rate)
{
	return rate->nss == 1 ? 1 : (rate->nss + 1) / 2 * 2;
}

static u32 hwx_preamble_ns(const struct hwx_rate *rate)
{
	u32 he_ltf_ns = rate->gi_ns == 3200 ? 12800 : 6400;

	switch (rate->mode) {
	case HWX_MODE_DSSS:
		return HWX_DSSS_PREAMBLE_NS;
	case HWX_MODE_OFDM:
		return HWX_OFDM_PREAMBLE_NS;
	case HWX_MODE_HT:
		return 32000 + 4000 * hwx_ltf_count(rate);
	case HWX_MODE_VHT:
		return 36000 + 4000 * hwx_ltf_count(rate);
	default:
		return 36000 + (he_ltf_ns + rate->gi_ns) * hwx_ltf_count(rate);
	}
}

static u32 hwx_symbol_ns(const struct hwx_rate *rate)
{
	if (rate->mode == HWX_MODE_OFDM)
		return HWX_OFDM_SYMBOL_NS;
	return (rate->mode == HWX_MODE_HE ? 12800 : 3200) + rate->gi_ns;
}

/* the end of HT and VHT data falls on the 4 us grid of the L-SIG length */
static bool hwx_data_on_grid(const struct hwx_rate *rate)
{
	return rate->gi_ns == 400;
}

static u32 hwx_overhead_bits(const struct hwx_rate *rate)
{
	return HWX_SERVICE_BITS + HWX_TAIL_BITS * hwx_rate_encoders(rate);
}

static u64 hwx_div_round_up(u64 dividend, u32 divisor)
{
	return div_u64(dividend + divisor - 1, divisor);
}

/* payload bits in us at a DSSS or CCK rate */
static u64 hwx_dsss_data_ns(const struct hwx_rate *rate, u32 psdu_bytes)
{
	return hwx_div_round_up((u64)psdu_bytes * 80, rate->legacy_100kbps) *
	       HWX_NS_PER_US;
}

static u64 hwx_ofdm_data_ns(const struct hwx_rate *rate, u32 psdu_bytes)
{
	u64 bits = (u64)psdu_bytes * 8 + hwx_overhead_bits(rate);
	u64 data_ns = hwx_div_round_up(bits, hwx_rate_dbps(rate)) *
		      hwx_symbol_ns(rate);

	if (hwx_data_on_grid(rate))
		return hwx_div_round_up(data_ns, HWX_OFDM_SYMBOL_NS) *
		       HWX_OFDM_SYMBOL_NS;
	return data_ns;
}

u32 hwx_ppdu_ns(const struct hwx_rate *rate, u32 psdu_bytes)
{
	u64 ns = hwx_preamble_ns(rate);

	if (rate->mode == HWX_MODE_DSSS)
		ns += hwx_dsss_data_ns(rate, psdu_bytes);
	else
		ns += hwx_ofdm_data_ns(rate, psdu_bytes);
	return ns < U32_MAX ? ns : U32_MAX;
}

/* bits of a PSDU in whole units of time that fit */
static u64 hwx_fitting_bits(const struct hwx_rate *rate, u32 data_ns)
{
	u32 overhead = hwx_overhead_bits(rate);
	u64 bits;

	if (rate->mode == HWX_MODE_DSSS) {
		bits = (u64)(data_ns / HWX_NS_PER_US) * rate->legacy_100kbps;
		return div_u64(bits, 10);
	}

	if (hwx_data_on_grid(rate))
		data_ns -= data_ns % HWX_OFDM_SYMBOL_NS;
	bits = (u64)(data_ns / hwx_symbol_ns(rate)) * hwx_rate_dbps(rate);
	return bits < overhead ? 0 : bits - overhead;
}

u32 hwx_ppdu_max_bytes(const struct hwx_rate *rate, u32 max_ns)
{
	u32 preamble_ns = hwx_preamble_ns(rate);
	u64 bytes;

	if (max_ns == U32_MAX)
		return U32_MAX;
	if (max_ns < preamble_ns)
		return 0;

	bytes = hwx_fitting_bits(rate, max_ns - preamble_ns) / 8;
	return bytes < U32_MAX ? bytes : U32_MAX;
}

/* the legacy rate of the same modulation and code, in 100 kb/s */
static u32 hwx_reference_100kbps(const struct hwx_rate *data)
{
	static const u16 by_mcs[] = { 60, 120, 180, 240, 360, 480 };

	if (data->mode == HWX_MODE_OFDM)
		return data->legacy_100kbps;
	return data->mcs < ARRAY_SIZE(by_mcs) ? by_mcs[data->mcs] : 540;
}

/* the highest of the basic rates 6, 12 and 24 Mb/s that is not above it */
static u16 hwx_basic_100kbps(u32 reference_100kbps)
{
	if (reference_100kbps >= 240)
		return 240;
	return reference_100kbps >= 120 ? 120 : 60;
}

void hwx_response_rate(const struct hwx_rate *data, struct hwx_rate *resp)
{
	if (data->mode == HWX_MODE_DSSS) {
		*resp = *data;
		return;
	}

	*resp = (struct hwx_rate){
		.mode = HWX_MODE_OFDM,
		.nss = 1,
		.bw_mhz = 20,
		.gi_ns = 800,
		.legacy_100kbps =
			hwx_basic_100kbps(hwx_reference_100kbps(data)),
	};
}

static u32 hwx_response_ns(const struct hwx_rate *data, u32 bytes)
{
	struct hwx_rate resp;

	hwx_response_rate(data, &resp);
	return hwx_ppdu_ns(&resp, bytes);
}

u32 hwx_ack_ns(const struct hwx_rate *data)
{
	return hwx_response_ns(data, HWX_ACK_BYTES);
}

u32 hwx_ba_bytes(u32 window)
{
	return window > 64 ? HWX_BA256_BYTES : HWX_BA64_BYTES;
}

u32 hwx_ba_ns(const struct hwx_rate *data, u32 window)
{
	return hwx_response_ns(data, hwx_ba_bytes(window));
}

u32 hwx_eifs_ext_ns(bool two_ghz, const struct hwx_phy_timing *timing)
{
	struct hwx_rate lowest = {
		.mode = two_ghz ? HWX_MODE_DSSS : HWX_MODE_OFDM,
		.nss = 1,
		.bw_mhz = 20,
		.gi_ns = two_ghz ? 0 : 800,
		.legacy_100kbps = two_ghz ? 10 : 60,
	};

	return timing->sifs_ns + hwx_ppdu_ns(&lowest, HWX_ACK_BYTES);
}

u32 hwx_rts_cts_ns(const struct hwx_rate *data,
		   const struct hwx_phy_timing *timing)
{
	u32 gap_ns = timing->sifs_ns;

	if (data->mode != HWX_MODE_DSSS)
		gap_ns += timing->signal_ext_ns;
	return hwx_response_ns(data, HWX_RTS_BYTES) + gap_ns +
	       hwx_response_ns(data, HWX_CTS_BYTES) + gap_ns;
}
