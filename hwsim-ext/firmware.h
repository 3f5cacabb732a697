/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the driver remembers of a peer for firmware that chooses rates and
 * negotiates block ack sessions.
 */
#ifndef HWX_FIRMWARE_H
#define HWX_FIRMWARE_H

#include <linux/list.h>

#include "core/choose.h"
#include "core/rate.h"

/**
 * struct hwx_fwba - a block ack session that the firmware asks for
 * @node: in the radio while the answer is awaited, else empty
 * @until_ns: no longer than that
 * @again_ns: not to be asked for again sooner
 * @token: of the request
 * @tries: requests since the last session came about
 *
 * All under the lock of the medium.
 */
struct hwx_fwba {
	struct list_head node;
	u64 until_ns;
	u64 again_ns;
	u8 token;
	u8 tries;
};

/**
 * struct hwx_fwba_asked - what a peer asks for
 * @capab: of the request
 * @ssn: first number of the session
 * @token: likewise
 * @pending: the host is to start the session before the answer goes
 *
 * All under the lock of the medium.
 */
struct hwx_fwba_asked {
	u16 capab;
	u16 ssn;
	u8 token;
	bool pending;
};

/**
 * struct hwx_fwrate - the choice of firmware that controls rates
 * @peer: what was chosen from
 * @snr_db: of the link then
 * @rate: chosen
 * @any: the three above are valid
 * @told_ns: when mac80211 was told of a rate, 0 before
 *
 * All under the lock of the medium.
 */
struct hwx_fwrate {
	struct hwx_choose_peer peer;
	u32 snr_db;
	struct hwx_rate rate;
	bool any;
	u64 told_ns;
};

#endif
