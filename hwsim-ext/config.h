/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parameters of radios, mediums and links as the driver keeps them, and names
 * for the words some of them take, in the order of core/params.h.
 */
#ifndef HWX_CONFIG_H
#define HWX_CONFIG_H

#include <linux/types.h>

#include "core/params.h"
#include "core/rate.h"

enum hwx_completion_ctx { HWX_CTX_SOFTIRQ, HWX_CTX_KTHREAD, HWX_CTX_NAPI };
enum hwx_tx_mode { HWX_TX_PUSH, HWX_TX_PULL };
enum hwx_orphan { HWX_ORPHAN_COMPLETION, HWX_ORPHAN_EARLY };
enum hwx_crypto { HWX_CRYPTO_HARDWARE, HWX_CRYPTO_SOFTWARE };
enum hwx_rate_control { HWX_RATE_MINSTREL, HWX_RATE_FIRMWARE };
enum hwx_ba_sessions { HWX_BA_MAC80211, HWX_BA_FIRMWARE };
enum hwx_reorderer { HWX_ORDER_MAC80211, HWX_ORDER_FIRMWARE };
enum hwx_contention { HWX_CONTENTION_EDCA, HWX_CONTENTION_FIFO };

/*
 * struct hwx_params - parameters of a radio, see core/params.h
 * @fixed_rate: valid when @rate is not 0 ("auto")
 *
 * Written under the lock of the medium; read there, or with READ_ONCE where a
 * stale value does no harm.
 */
struct hwx_params {
#define X(UPPER, name, KIND, lo, hi, def, LIFE, unit, help) u32 name;
	HWX_RADIO_PARAMS(X)
#undef X
	struct hwx_rate fixed_rate;
};

/*
 * struct hwx_medium_params - parameters of a medium, see core/params.h
 */
struct hwx_medium_params {
#define X(UPPER, name, KIND, lo, hi, def, LIFE, unit, help) u64 name;
	HWX_MEDIUM_PARAMS(X)
#undef X
};

/*
 * struct hwx_link_params - parameters of a link, see core/params.h
 */
struct hwx_link_params {
#define X(UPPER, name, KIND, lo, hi, def, LIFE, unit, help) u32 name;
	HWX_LINK_PARAMS(X)
#undef X
};

#endif
