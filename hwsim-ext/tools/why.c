// SPDX-License-Identifier: GPL-2.0
/*
 * Words: those of the user, and sentences that say what is wrong with them.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common.h"

int why_set(struct why *why, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why->text, sizeof(why->text), fmt, ap);
	va_end(ap);
	return -EINVAL;
}

void why_add(struct why *why, const char *fmt, ...)
{
	size_t used = strlen(why->text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why->text + used, sizeof(why->text) - used, fmt, ap);
	va_end(ap);
}

struct quoted quote(const char *word)
{
	struct quoted q;
	const size_t room = sizeof(q.text) - sizeof("\"\"...");
	size_t len = strlen(word);
	size_t shown = len < room ? len : room;
	char *at = q.text;

	*at++ = '"';
	for (size_t i = 0; i < shown; i++)
		*at++ = word[i] >= ' ' && word[i] <= '~' ? word[i] : '?';
	strcpy(at, shown < len ? "...\"" : "\"");
	return q;
}

static void say(const char *fmt, va_list ap)
{
	fprintf(stderr, "%s: ", program);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
}

int misuse(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
	return EXIT_MISUSE;
}

int failed(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
	return EXIT_FAILED;
}

int read_number(const char *text, u64 lo, u64 hi, u64 *value)
{
	u64 v = 0;

	if (!*text)
		return -EINVAL;
	for (; *text; text++) {
		unsigned int digit = (unsigned char)*text - '0';

		if (digit > 9 || v > (UINT64_MAX - digit) / 10)
			return -EINVAL;
		v = v * 10 + digit;
	}
	if (v < lo || v > hi)
		return -EINVAL;
	*value = v;
	return 0;
}
