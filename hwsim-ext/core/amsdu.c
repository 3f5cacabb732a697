// SPDX-License-Identifier: GPL-2.0
/*
 * One A-MSDU, built MSDU by MSDU.
 */
#include "amsdu.h"

#define HWX_HT_AMSDU_BYTES 3839
#define HWX_HT_AMSDU_LONG_BYTES 7935
/* the length in an HT delimiter has 12 bits */
#define HWX_HT_AMPDU_MPDU_BYTES 4095

static const u32 hwx_vht_mpdu_bytes[] = { 3895, 7991, 11454 };

void hwx_amsdu_limits_of(struct hwx_amsdu_limits *limits,
			 const struct hwx_amsdu_peer *peer, enum hwx_rate_mode mode,
			 u32 msdus)
{
	u32 last = ARRAY_SIZE(hwx_vht_mpdu_bytes) - 1;

	limits->msdus = peer->msdus && peer->msdus < msdus ? peer->msdus :
							     msdus;
	limits->amsdu_bytes = peer->ht_7935 ? HWX_HT_AMSDU_LONG_BYTES :
					      HWX_HT_AMSDU_BYTES;
	limits->mpdu_bytes = U32_MAX;
	if (mode == HWX_MODE_HT) {
		limits->mpdu_bytes = HWX_HT_AMPDU_MPDU_BYTES;
	} else if (peer->vht) {
		limits->amsdu_bytes = U32_MAX;
		limits->mpdu_bytes = hwx_vht_mpdu_bytes[peer->vht_mpdu < last ?
							peer->vht_mpdu : last];
	}
}

void hwx_amsdu_init(struct hwx_amsdu *amsdu,
		    const struct hwx_amsdu_limits *limits, u32 overhead_bytes,
		    u32 msdu_bytes)
{
	amsdu->limits = *limits;
	amsdu->overhead_bytes = overhead_bytes;
	amsdu->msdus = 1;
	amsdu->first_bytes = msdu_bytes;
	amsdu->body_bytes = HWX_SUBFRAME_HEADER_BYTES + msdu_bytes;
}

bool hwx_amsdu_add(struct hwx_amsdu *amsdu, u32 msdu_bytes, u32 room_bytes)
{
	const struct hwx_amsdu_limits *limits = &amsdu->limits;
	u32 body_bytes = (amsdu->body_bytes + 3) / 4 * 4 +
			 HWX_SUBFRAME_HEADER_BYTES + msdu_bytes;
	u32 mpdu_bytes = amsdu->overhead_bytes + body_bytes;

	if (amsdu->msdus >= limits->msdus || mpdu_bytes > room_bytes ||
	    body_bytes > limits->amsdu_bytes || mpdu_bytes > limits->mpdu_bytes)
		return false;
	amsdu->msdus++;
	amsdu->body_bytes = body_bytes;
	return true;
}

u32 hwx_amsdu_mpdu_bytes(const struct hwx_amsdu *amsdu)
{
	return amsdu->overhead_bytes +
	       (amsdu->msdus > 1 ? amsdu->body_bytes : amsdu->first_bytes);
}
