// SPDX-License-Identifier: GPL-2.0
/*
 * Sentences for refused netlink requests.
 *
 * The ack is written after the handler has returned, and the buffer that newer
 * kernels have in an extack holds 80 characters, so the texts live here: a few
 * buffers are used in turn.
 */
#include "hwx.h"

#define HWX_EXTACK_TEXTS 32
#define HWX_EXTACK_TEXT_MAX 192

static char hwx_extack_texts[HWX_EXTACK_TEXTS][HWX_EXTACK_TEXT_MAX];
static atomic_t hwx_extack_next = ATOMIC_INIT(0);

/**
 * hwx_refuse() - say why a request is refused
 * @extack: of the request, may be NULL
 * @fmt: as printf, one sentence
 *
 * Context: any.
 */
void hwx_refuse(struct netlink_ext_ack *extack, const char *fmt, ...)
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
