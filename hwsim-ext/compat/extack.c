// SPDX-License-Identifier: GPL-2.0
/*
 * Formatted netlink messages for kernels whose extack has no buffer of its
 * own.  The ack is written after the handler returned, so a text must live on
 * for a while: a few buffers are used in turn.
 */
#include "compat.h"

#ifdef hwx_need_extack_printf
#define HWX_EXTACK_TEXTS 32
#define HWX_EXTACK_TEXT_MAX 192

static char hwx_extack_texts[HWX_EXTACK_TEXTS][HWX_EXTACK_TEXT_MAX];
static atomic_t hwx_extack_next = ATOMIC_INIT(0);

/**
 * hwx_extack_printf() - set a formatted message
 * @extack: of the request, may be NULL
 * @fmt: as printf
 */
void hwx_extack_printf(struct netlink_ext_ack *extack, const char *fmt, ...)
{
	char *text;
	va_list args;

	if (!extack)
		return;
	text = hwx_extack_texts[(u32)atomic_inc_return(&hwx_extack_next) %
				HWX_EXTACK_TEXTS];
	va_start(args, fmt);
	vscnprintf(text, HWX_EXTACK_TEXT_MAX, fmt, args);
	va_end(args);
	extack->_msg = text;
}
#endif
