// SPDX-License-Identifier: GPL-2.0
#include <assert.h>

#include "reference.h"

static const struct {
	unsigned int bits, num, den;
} ref_mcs[12] = {
	{ 1, 1, 2 }, { 2, 1, 2 }, { 2, 3, 4 }, { 4, 1, 2 },
	{ 4, 3, 4 }, { 6, 2, 3 }, { 6, 3, 4 }, { 6, 5, 6 },
	{ 8, 3, 4 }, { 8, 5, 6 }, { 10, 3, 4 }, { 10, 5, 6 },
};

static unsigned int ref_coded_bits(const struct hwx_rate *rate)
{
	static const u16 vht[] = { 52, 108, 234, 468 };
	static const u16 he[] = { 234, 468, 980, 1960 };
	unsigned int w = rate->bw_mhz == 20 ? 0 : rate->bw_mhz == 40 ? 1 :
			 rate->bw_mhz == 80 ? 2 : 3;

	return (rate->mode == HWX_MODE_HE ? he : vht)[w] *
	       ref_mcs[rate->mcs].bits * rate->nss;
}

u64 ref_bits_per_symbol_12ths(const struct hwx_rate *rate)
{
	return (u64)ref_coded_bits(rate) * 12 * ref_mcs[rate->mcs].num /
	       ref_mcs[rate->mcs].den;
}

/*
 * N_ES as the tables of 802.11-2020 21.5 have it: by speed, except here.
 * core/ has a rule instead.
 */
static const struct {
	unsigned int bw, nss, mcs, encoders;
} ref_vht_encoders[] = {
	{ 80, 7, 2, 3 },   { 80, 7, 7, 6 },   { 80, 7, 8, 6 },
	{ 80, 8, 7, 6 },   { 160, 4, 7, 6 },  { 160, 5, 8, 8 },
	{ 160, 6, 7, 8 },  { 160, 7, 4, 6 },  { 160, 7, 7, 9 },
	{ 160, 7, 8, 12 }, { 160, 7, 9, 12 }, { 160, 8, 5, 8 },
	{ 160, 8, 8, 12 },
};

static unsigned int ref_encoders(const struct hwx_rate *rate)
{
	double long_gi_mbps = ref_bits_per_symbol_12ths(rate) / 12 / 4.0;
	double limit_mbps = rate->mode == HWX_MODE_HT ? 300 : 540;
	unsigned int encoders = 1;

	for (size_t i = 0; i < ARRAY_SIZE(ref_vht_encoders); i++)
		if (rate->mode == HWX_MODE_VHT &&
		    rate->bw_mhz == ref_vht_encoders[i].bw &&
		    rate->nss == ref_vht_encoders[i].nss &&
		    rate->mcs == ref_vht_encoders[i].mcs)
			return ref_vht_encoders[i].encoders;
	while (long_gi_mbps > encoders * limit_mbps)
		encoders++;
	return encoders;
}

/* a rate exists when each encoder gets whole code words in a symbol */
static bool ref_vht_exists(const struct hwx_rate *rate)
{
	return ref_coded_bits(rate) %
	       (ref_encoders(rate) * ref_mcs[rate->mcs].den) == 0;
}

static unsigned int ref_add(struct hwx_rate *rates, unsigned int count,
			    struct hwx_rate rate)
{
	assert(count < REF_RATES_MAX);
	rates[count] = rate;
	return count + 1;
}

static unsigned int ref_add_legacy(struct hwx_rate *rates, unsigned int count)
{
	static const u16 dsss[] = { 10, 20, 55, 110 };
	static const u16 ofdm[] = { 60, 90, 120, 180, 240, 360, 480, 540 };

	for (unsigned int i = 0; i < 4; i++)
		count = ref_add(rates, count,
				(struct hwx_rate){ HWX_MODE_DSSS, 0, 1, 20, 0,
						   dsss[i] });
	for (unsigned int i = 0; i < 8; i++)
		count = ref_add(rates, count,
				(struct hwx_rate){ HWX_MODE_OFDM, 0, 1, 20, 800,
						   ofdm[i] });
	return count;
}

static unsigned int ref_add_mode(struct hwx_rate *rates, unsigned int count,
				 unsigned int mode, unsigned int bw,
				 unsigned int gi_ns)
{
	unsigned int streams = mode == HWX_MODE_HT ? 4 : 8;
	unsigned int top = mode == HWX_MODE_HT ? 7 :
			   mode == HWX_MODE_VHT ? 9 : 11;

	for (unsigned int nss = 1; nss <= streams; nss++)
		for (unsigned int mcs = 0; mcs <= top; mcs++) {
			struct hwx_rate rate = { mode, mcs, nss, bw, gi_ns, 0 };

			if (mode != HWX_MODE_VHT || ref_vht_exists(&rate))
				count = ref_add(rates, count, rate);
		}
	return count;
}

unsigned int ref_legal_rates(struct hwx_rate rates[REF_RATES_MAX])
{
	static const u16 widths[] = { 20, 40, 80, 160 };
	static const u16 ht_gi[] = { 400, 800 };
	static const u16 he_gi[] = { 800, 1600, 3200 };
	unsigned int count = ref_add_legacy(rates, 0);

	for (unsigned int w = 0; w < 4; w++) {
		for (unsigned int g = 0; g < 2; g++) {
			if (w < 2)
				count = ref_add_mode(rates, count, HWX_MODE_HT,
						     widths[w], ht_gi[g]);
			count = ref_add_mode(rates, count, HWX_MODE_VHT,
					     widths[w], ht_gi[g]);
		}
		for (unsigned int g = 0; g < 3; g++)
			count = ref_add_mode(rates, count, HWX_MODE_HE,
					     widths[w], he_gi[g]);
	}
	return count;
}

static u64 ref_symbols(u64 bits, u64 bits_per_symbol)
{
	return bits / bits_per_symbol + (bits % bits_per_symbol != 0);
}

static u64 ref_legacy_tenths_us(const struct hwx_rate *rate, u64 bytes)
{
	/* bits * 10 / (100 kb/s) = us, rounded up */
	if (rate->mode == HWX_MODE_DSSS)
		return 1920 + 10 * ref_symbols(bytes * 80, rate->legacy_100kbps);
	return 200 + 40 * ref_symbols((16 + 8 * bytes + 6) * 10,
				      4 * rate->legacy_100kbps);
}

u64 ref_ppdu_ns(const struct hwx_rate *rate, u64 bytes)
{
	static const u8 ltf[] = { 0, 1, 2, 4, 4, 6, 6, 8, 8 };
	u64 bits_per_symbol, bits = 16 + 8 * bytes, tenths;
	unsigned int n_ltf = ltf[rate->nss];

	if (rate->mode == HWX_MODE_DSSS || rate->mode == HWX_MODE_OFDM)
		return ref_legacy_tenths_us(rate, bytes) * 100;

	bits_per_symbol = ref_bits_per_symbol_12ths(rate) / 12;
	if (rate->mode == HWX_MODE_HE) {
		/* L-STF L-LTF L-SIG RL-SIG SIG-A STF, then the LTFs */
		unsigned int ltf_tenths = rate->gi_ns == 800 ? 72 :
					  rate->gi_ns == 1600 ? 80 : 160;

		tenths = 80 + 80 + 40 + 40 + 80 + 40 + ltf_tenths * n_ltf;
		tenths += ref_symbols(bits, bits_per_symbol) *
			  (128 + rate->gi_ns / 100);
		return tenths * 100;
	}

	bits += 6 * ref_encoders(rate);
	tenths = ref_symbols(bits, bits_per_symbol) * (32 + rate->gi_ns / 100);
	while (tenths % 40 && rate->gi_ns == 400)
		tenths += 4;
	/* L-STF L-LTF L-SIG SIG(-A) STF, the LTFs, VHT-SIG-B */
	tenths += 80 + 80 + 40 + 80 + 40 + 40 * n_ltf;
	if (rate->mode == HWX_MODE_VHT)
		tenths += 40;
	return tenths * 100;
}

u64 ref_ampdu_bytes(const struct hwx_rate *rate, const u32 *mpdu_bytes,
		    unsigned int count, u32 min_spacing_ns)
{
	/* in units of 1/8000000 byte, as kb/s times ns come out */
	u64 spacing = (u64)hwx_rate_kbps(rate) * min_spacing_ns;
	u64 bytes = 0;

	for (unsigned int i = 0; i < count; i++) {
		u64 subframe = 4 + mpdu_bytes[i];

		if (i + 1 < count) {
			while (subframe % 4)
				subframe++;
			while (subframe * 8000000 < spacing)
				subframe += 4;
		}
		bytes += subframe;
	}
	return bytes;
}

u32 ref_backoff_after(const struct hwx_edcaf *f,
		      const struct hwx_phy_timing *timing, u64 now_ns)
{
	u64 boundary_ns = f->idle_ns + timing->sifs_ns;
	u32 backoff = f->backoff;

	for (unsigned int i = 0; i < f->params.aifsn; i++)
		boundary_ns += timing->slot_ns;

	/* QoS decrements at each boundary, DCF when a whole slot was idle */
	if (!f->params.qos)
		boundary_ns += timing->slot_ns;
	for (; boundary_ns <= now_ns && backoff; boundary_ns += timing->slot_ns)
		backoff--;
	return backoff;
}
