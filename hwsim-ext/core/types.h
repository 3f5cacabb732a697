/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The few names that core/ needs, in the kernel and on the host.
 */
#ifndef HWX_CORE_TYPES_H
#define HWX_CORE_TYPES_H

#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/string.h>
#include <linux/types.h>
#else
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int32_t s32;
typedef int64_t s64;

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#define scnprintf hwx_scnprintf
int hwx_scnprintf(char *buf, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#define U32_MAX UINT32_MAX

static inline u64 div_u64(u64 dividend, u32 divisor)
{
	return dividend / divisor;
}
#endif

#endif
