// SPDX-License-Identifier: GPL-2.0
/*
 * One A-MPDU, built MPDU by MPDU.
 */
#include "airtime.h"
#include "ampdu.h"

static u32 hwx_pad4(u32 bytes)
{
	return (bytes + 3) / 4 * 4;
}

/* bytes that pass between the starts of two MPDUs, in whole delimiters */
static u32 hwx_spacing_bytes(const struct hwx_rate *rate, u32 spacing_ns)
{
	const u32 kbps_ns_per_byte = 8000000;
	u64 product = (u64)hwx_rate_kbps(rate) * spacing_ns;

	product += kbps_ns_per_byte - 1;
	return hwx_pad4(div_u64(product, kbps_ns_per_byte));
}

void hwx_ampdu_init(struct hwx_ampdu *ampdu, const struct hwx_rate *rate,
		    const struct hwx_ampdu_limits *limits)
{
	u32 duration_bytes = hwx_ppdu_max_bytes(rate, limits->ppdu_ns);

	memset(ampdu, 0, sizeof(*ampdu));
	ampdu->rate = *rate;
	ampdu->window_binds = limits->window <= limits->frames;
	ampdu->max_frames = ampdu->window_binds ? limits->window :
						  limits->frames;
	ampdu->duration_binds = duration_bytes < limits->bytes;
	ampdu->max_bytes = ampdu->duration_binds ? duration_bytes :
						   limits->bytes;
	ampdu->min_mpdu_bytes = hwx_spacing_bytes(rate, limits->min_spacing_ns);
}

/* start of the next subframe: the last one is padded, and stretched */
static u64 hwx_next_start(const struct hwx_ampdu *ampdu)
{
	u64 last_start = ampdu->psdu_bytes - ampdu->last_bytes;
	u32 length = hwx_pad4(ampdu->last_bytes);

	if (ampdu->frames == 0)
		return 0;
	if (length < ampdu->min_mpdu_bytes)
		length = ampdu->min_mpdu_bytes;
	return last_start + length;
}

bool hwx_ampdu_add(struct hwx_ampdu *ampdu, u32 mpdu_bytes,
		   enum hwx_close_reason *reason)
{
	u32 subframe_bytes = HWX_DELIMITER_BYTES + mpdu_bytes;
	u64 psdu_bytes = hwx_next_start(ampdu) + subframe_bytes;

	if (hwx_ampdu_full(ampdu, reason))
		return false;
	if (ampdu->frames && psdu_bytes > ampdu->max_bytes) {
		*reason = ampdu->duration_binds ? HWX_CLOSE_DURATION :
						  HWX_CLOSE_BYTES;
		return false;
	}

	ampdu->frames++;
	ampdu->psdu_bytes = psdu_bytes;
	ampdu->last_bytes = subframe_bytes;
	return true;
}

u32 hwx_ampdu_room(const struct hwx_ampdu *ampdu)
{
	u64 taken = hwx_next_start(ampdu) + HWX_DELIMITER_BYTES;

	return taken < ampdu->max_bytes ? ampdu->max_bytes - taken : 0;
}

bool hwx_ampdu_full(const struct hwx_ampdu *ampdu,
		    enum hwx_close_reason *reason)
{
	if (ampdu->frames == 0 || ampdu->frames < ampdu->max_frames)
		return false;
	*reason = ampdu->window_binds ? HWX_CLOSE_WINDOW : HWX_CLOSE_FRAMES;
	return true;
}

u32 hwx_smpdu_bytes(const struct hwx_rate *rate, u32 mpdu_bytes)
{
	if (rate->mode == HWX_MODE_VHT || rate->mode == HWX_MODE_HE)
		return HWX_DELIMITER_BYTES + mpdu_bytes;
	return mpdu_bytes;
}
