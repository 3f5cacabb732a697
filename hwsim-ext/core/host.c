// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel has and a host C library has not.  Host builds only.
 */
#include <stdarg.h>

#include "types.h"

int hwx_scnprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(buf, size, fmt, args);
	va_end(args);

	if (len < 0 || size == 0)
		return 0;
	return (size_t)len < size ? len : (int)(size - 1);
}
