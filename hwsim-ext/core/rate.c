// SPDX-License-Identifier: GPL-2.0
/*
 * Which data rates exist, and their names.
 */
#include "rate.h"

/* bits per carrier and stream, and the code rate, by MCS of one stream */
static const struct {
	u8 bits;
	u8 code_num;
	u8 code_den;
} hwx_mcs_table[] = {
	{ 1, 1, 2 }, { 2, 1, 2 }, { 2, 3, 4 }, { 4, 1, 2 },
	{ 4, 3, 4 }, { 6, 2, 3 }, { 6, 3, 4 }, { 6, 5, 6 },
	{ 8, 3, 4 }, { 8, 5, 6 }, { 10, 3, 4 }, { 10, 5, 6 },
};

static const u16 hwx_dsss_100kbps[] = { 10, 20, 55, 110 };
static const u16 hwx_ofdm_100kbps[] = { 60, 90, 120, 180, 240, 360, 480, 540 };

/* VHT leaves these out, as it does whatever has no whole bits per symbol */
static const struct {
	u8 bw_mhz;
	u8 nss;
	u8 mcs;
} hwx_vht_holes[] = {
	{ 80, 3, 6 }, { 80, 7, 6 }, { 80, 6, 9 }, { 160, 3, 9 },
};

/* N_SD, data carriers of the whole channel */
static u32 hwx_rate_carriers(const struct hwx_rate *rate)
{
	bool he = rate->mode == HWX_MODE_HE;

	switch (rate->bw_mhz) {
	case 20:
		return he ? 234 : 52;
	case 40:
		return he ? 468 : 108;
	case 80:
		return he ? 980 : 234;
	default:
		return he ? 1960 : 468;
	}
}

/* N_CBPS, coded bits per symbol */
static u32 hwx_rate_cbps(const struct hwx_rate *rate)
{
	return hwx_rate_carriers(rate) * hwx_mcs_table[rate->mcs].bits *
	       rate->nss;
}

u32 hwx_rate_dbps(const struct hwx_rate *rate)
{
	if (rate->mode == HWX_MODE_OFDM)
		return rate->legacy_100kbps * 4 / 10;

	return hwx_rate_cbps(rate) * hwx_mcs_table[rate->mcs].code_num /
	       hwx_mcs_table[rate->mcs].code_den;
}

/*
 * An encoder of HT runs at up to 300 Mb/s, one of VHT at up to 540 Mb/s (with
 * the long guard interval, 4 us a symbol), and all of them get the same number
 * of whole groups of code_den coded bits.
 */
u32 hwx_rate_encoders(const struct hwx_rate *rate)
{
	const u32 most = 12;
	u32 group, per_encoder, count;

	if (rate->mode == HWX_MODE_OFDM)
		return 1;
	if (rate->mode != HWX_MODE_HT && rate->mode != HWX_MODE_VHT)
		return 0;

	group = hwx_mcs_table[rate->mcs].code_den;
	per_encoder = rate->mode == HWX_MODE_HT ? 300 * 4 : 540 * 4;
	count = (hwx_rate_dbps(rate) + per_encoder - 1) / per_encoder;
	while (count < most && hwx_rate_cbps(rate) % (count * group))
		count++;
	return count;
}

u32 hwx_rate_kbps(const struct hwx_rate *rate)
{
	u32 symbol_ns = rate->mode == HWX_MODE_HE ? 12800 : 3200;

	if (rate->mode == HWX_MODE_DSSS || rate->mode == HWX_MODE_OFDM)
		return rate->legacy_100kbps * 100;

	return div_u64((u64)hwx_rate_dbps(rate) * 1000000,
		       symbol_ns + rate->gi_ns);
}

bool hwx_rate_equal(const struct hwx_rate *a, const struct hwx_rate *b)
{
	return a->mode == b->mode && a->mcs == b->mcs && a->nss == b->nss &&
	       a->bw_mhz == b->bw_mhz && a->gi_ns == b->gi_ns &&
	       a->legacy_100kbps == b->legacy_100kbps;
}

static bool hwx_legacy_known(const struct hwx_rate *rate)
{
	bool dsss = rate->mode == HWX_MODE_DSSS;
	const u16 *table = dsss ? hwx_dsss_100kbps : hwx_ofdm_100kbps;
	unsigned int count = dsss ? ARRAY_SIZE(hwx_dsss_100kbps) :
				    ARRAY_SIZE(hwx_ofdm_100kbps);
	unsigned int i;

	for (i = 0; i < count; i++)
		if (rate->legacy_100kbps == table[i])
			return true;
	return false;
}

static const char *hwx_legacy_check(const struct hwx_rate *rate)
{
	if (!hwx_legacy_known(rate))
		return "the legacy rates are 1, 2, 5.5, 6, 9, 11, 12, 18, 24, 36, 48 and 54";
	if (rate->mcs != 0 || rate->nss != 1 || rate->bw_mhz != 20)
		return "a legacy rate has one stream, 20 MHz and no MCS";
	if (rate->gi_ns != (rate->mode == HWX_MODE_OFDM ? 800 : 0))
		return "a legacy rate has no choice of guard interval";
	return NULL;
}

static const char *hwx_ht_check(const struct hwx_rate *rate)
{
	if (rate->bw_mhz != 20 && rate->bw_mhz != 40)
		return "HT is 20 or 40 MHz wide";
	if (rate->mcs > 7 || rate->nss < 1 || rate->nss > 4)
		return "HT has MCS 0 to 31";
	if (rate->gi_ns != 400 && rate->gi_ns != 800)
		return "the guard interval of HT is 400 or 800 ns";
	return NULL;
}

static bool hwx_width_known(const struct hwx_rate *rate)
{
	return rate->bw_mhz == 20 || rate->bw_mhz == 40 ||
	       rate->bw_mhz == 80 || rate->bw_mhz == 160;
}

static bool hwx_vht_hole(const struct hwx_rate *rate)
{
	unsigned int i;

	if (hwx_rate_cbps(rate) % hwx_mcs_table[rate->mcs].code_den)
		return true;
	for (i = 0; i < ARRAY_SIZE(hwx_vht_holes); i++)
		if (rate->bw_mhz == hwx_vht_holes[i].bw_mhz &&
		    rate->nss == hwx_vht_holes[i].nss &&
		    rate->mcs == hwx_vht_holes[i].mcs)
			return true;
	return false;
}

static const char *hwx_vht_check(const struct hwx_rate *rate)
{
	if (!hwx_width_known(rate))
		return "VHT is 20, 40, 80 or 160 MHz wide";
	if (rate->nss < 1 || rate->nss > 8)
		return "VHT has 1 to 8 spatial streams";
	if (rate->mcs > 9)
		return "VHT has MCS 0 to 9";
	if (rate->gi_ns != 400 && rate->gi_ns != 800)
		return "the guard interval of VHT is 400 or 800 ns";

	if (hwx_vht_hole(rate))
		return "VHT leaves out this MCS at this width and number of streams, as its bits per symbol do not divide evenly";
	return NULL;
}

static const char *hwx_he_check(const struct hwx_rate *rate)
{
	if (!hwx_width_known(rate))
		return "HE is 20, 40, 80 or 160 MHz wide";
	if (rate->nss < 1 || rate->nss > 8)
		return "HE has 1 to 8 spatial streams";
	if (rate->mcs > 11)
		return "HE has MCS 0 to 11";
	if (rate->gi_ns != 800 && rate->gi_ns != 1600 && rate->gi_ns != 3200)
		return "the guard interval of HE is 800, 1600 or 3200 ns";
	return NULL;
}

const char *hwx_rate_check(const struct hwx_rate *rate)
{
	if (rate->mode == HWX_MODE_DSSS || rate->mode == HWX_MODE_OFDM)
		return hwx_legacy_check(rate);
	if (rate->mode > HWX_MODE_HE)
		return "the rates are legacy, HT, VHT and HE";
	if (rate->legacy_100kbps)
		return "only a legacy rate is given in Mb/s";

	switch (rate->mode) {
	case HWX_MODE_HT:
		return hwx_ht_check(rate);
	case HWX_MODE_VHT:
		return hwx_vht_check(rate);
	default:
		return hwx_he_check(rate);
	}
}

/* The reader takes one word or number after the other from *text. */

static bool hwx_eat(const char **text, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(*text, word, len))
		return false;
	*text += len;
	return true;
}

/* up to four digits, no leading zero: exactly one way to write a number */
static bool hwx_eat_number(const char **text, u16 *number)
{
	const char *digit = *text;
	u32 value = 0;

	while (*digit >= '0' && *digit <= '9' && digit - *text < 4)
		value = value * 10 + (*digit++ - '0');
	if (digit == *text || (**text == '0' && digit - *text > 1))
		return false;

	*text = digit;
	*number = value;
	return true;
}

/* a number that a u8 field holds; larger ones become 255, never legal */
static bool hwx_eat_small(const char **text, const char *word, u8 *number)
{
	u16 value;

	if (!hwx_eat(text, word) || !hwx_eat_number(text, &value))
		return false;
	*number = value < 255 ? value : 255;
	return true;
}

static bool hwx_parse_legacy(const char *text, struct hwx_rate *rate)
{
	u16 mbps;

	if (!hwx_eat_number(&text, &mbps))
		return false;
	rate->legacy_100kbps = mbps < 1000 ? mbps * 10 : 0;
	if (hwx_eat(&text, ".5"))
		rate->legacy_100kbps += 5;

	switch (rate->legacy_100kbps) {
	case 10:
	case 20:
	case 55:
	case 110:
		rate->mode = HWX_MODE_DSSS;
		rate->gi_ns = 0;
		break;
	default:
		rate->mode = HWX_MODE_OFDM;
		rate->gi_ns = 800;
	}
	rate->nss = 1;
	rate->bw_mhz = 20;
	return *text == '\0';
}

/* HT, VHT and HE all begin with the width */
static bool hwx_parse_mcs(const char *text, struct hwx_rate *rate)
{
	u8 index;

	if (!hwx_eat_number(&text, &rate->bw_mhz))
		return false;
	if (rate->mode != HWX_MODE_HT &&
	    !hwx_eat_small(&text, "-nss", &rate->nss))
		return false;
	if (!hwx_eat_small(&text, "-mcs", &index))
		return false;

	rate->mcs = index;
	if (rate->mode == HWX_MODE_HT) {
		rate->mcs = index % 8;
		rate->nss = index / 8 + 1;
	}

	if (rate->mode == HWX_MODE_HE)
		return hwx_eat(&text, "-gi") &&
		       hwx_eat_number(&text, &rate->gi_ns) && *text == '\0';

	rate->gi_ns = hwx_eat(&text, "-sgi") ? 400 : 800;
	return *text == '\0';
}

static bool hwx_parse_name(const char *text, struct hwx_rate *rate)
{
	if (hwx_eat(&text, "legacy-"))
		return hwx_parse_legacy(text, rate);

	if (hwx_eat(&text, "ht"))
		rate->mode = HWX_MODE_HT;
	else if (hwx_eat(&text, "vht"))
		rate->mode = HWX_MODE_VHT;
	else if (hwx_eat(&text, "he"))
		rate->mode = HWX_MODE_HE;
	else
		return false;
	return hwx_parse_mcs(text, rate);
}

int hwx_rate_parse(const char *text, struct hwx_rate *rate, const char **why)
{
	struct hwx_rate parsed = {};

	*why = "a rate is named like legacy-54, ht20-mcs15-sgi, vht80-nss2-mcs9-sgi or he80-nss2-mcs11-gi800";
	if (!hwx_parse_name(text, &parsed))
		return -EINVAL;
	*why = hwx_rate_check(&parsed);
	if (*why)
		return -EINVAL;

	*rate = parsed;
	return 0;
}

static int hwx_legacy_format(const struct hwx_rate *rate, char *buf, size_t len)
{
	unsigned int mbps = rate->legacy_100kbps / 10;
	unsigned int tenths = rate->legacy_100kbps % 10;

	if (tenths)
		return scnprintf(buf, len, "legacy-%u.%u", mbps, tenths);
	return scnprintf(buf, len, "legacy-%u", mbps);
}

int hwx_rate_format(const struct hwx_rate *rate, char *buf, size_t len)
{
	const char *sgi = rate->gi_ns == 400 ? "-sgi" : "";

	switch (rate->mode) {
	case HWX_MODE_HT:
		return scnprintf(buf, len, "ht%u-mcs%u%s", rate->bw_mhz,
				 (rate->nss - 1) * 8 + rate->mcs, sgi);
	case HWX_MODE_VHT:
		return scnprintf(buf, len, "vht%u-nss%u-mcs%u%s", rate->bw_mhz,
				 rate->nss, rate->mcs, sgi);
	case HWX_MODE_HE:
		return scnprintf(buf, len, "he%u-nss%u-mcs%u-gi%u",
				 rate->bw_mhz, rate->nss, rate->mcs,
				 rate->gi_ns);
	default:
		return hwx_legacy_format(rate, buf, len);
	}
}
