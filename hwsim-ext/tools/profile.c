// SPDX-License-Identifier: GPL-2.0
/*
 * Profiles: files of "key = value".
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "hwsimctl.h"

#define LINE_BYTES_MAX 256

static char *trim(char *s)
{
	static const char blank[] = " \t\r\v\f";
	size_t len;

	s += strspn(s, blank);
	len = strlen(s);
	while (len && strchr(blank, s[len - 1]))
		len--;
	s[len] = '\0';
	return s;
}

/* line: without newline; its text is cut up */
static int parse_line(char *line, struct param_set *set, struct why *why)
{
	struct param_value *values = set->values;
	struct param_set one;
	char *key, *value;
	size_t i;

	line[strcspn(line, "#")] = '\0';
	line = trim(line);
	if (!*line)
		return 0;
	value = strchr(line, '=');
	if (!value)
		return why_set(why, "%s is not of the form \"key = value\"",
			       quote(line).text);
	*value++ = '\0';
	key = trim(line);
	value = trim(value);

	param_set_init(&one, set->table);
	if (param_set_word(&one, key, *value ? value : NULL, why))
		return -EINVAL;
	for (i = 0; !one.values[i].given; i++)
		;
	if (values[i].given)
		return why_set(why, "%s stands here for the second time", key);
	values[i] = one.values[i];
	return 0;
}

static int copy_line(char *line, const char *text, size_t len, struct why *why)
{
	if (len >= LINE_BYTES_MAX)
		return why_set(why, "the line is longer than %d bytes",
			       LINE_BYTES_MAX - 1);
	if (memchr(text, '\0', len))
		return why_set(why, "the line holds a zero byte");
	memcpy(line, text, len);
	line[len] = '\0';
	return 0;
}

static int parse_lines(const char *file, const char *text, size_t len,
		       struct param_set *set, struct why *why)
{
	const char *end = text + len;
	char line[LINE_BYTES_MAX];
	struct why reason;

	for (unsigned int number = 1; text < end; number++) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *stop = newline ? newline : end;

		if (copy_line(line, text, (size_t)(stop - text), &reason) ||
		    parse_line(line, set, &reason))
			return why_set(why, "%.200s:%u: %.800s", file, number,
				       reason.text);
		text = newline ? newline + 1 : end;
	}
	return 0;
}

int profile_parse(const char *file, const char *text, size_t len,
		  struct param_set *set, struct why *why)
{
	struct param_set fresh;

	/* "only once" holds within a file, not across files */
	param_set_init(&fresh, set->table);
	if (parse_lines(file, text, len, &fresh, why))
		return -EINVAL;
	for (size_t i = 0; i < set->table->count; i++) {
		if (fresh.values[i].given)
			set->values[i] = fresh.values[i];
	}
	return 0;
}

int profile_load(const char *file, struct param_set *set, struct why *why)
{
	static char text[PROFILE_BYTES_MAX + 1];
	FILE *f = fopen(file, "re");
	size_t len;
	int err;

	if (!f)
		return why_set(why, "profile %.200s: %s", file, strerror(errno));
	errno = 0;
	len = fread(text, 1, sizeof(text), f);
	err = ferror(f) ? errno : 0;
	fclose(f);
	if (err)
		return why_set(why, "profile %.200s: %s", file, strerror(err));
	if (len > PROFILE_BYTES_MAX)
		return why_set(why, "profile %.200s is longer than %d bytes", file,
			       PROFILE_BYTES_MAX);
	return profile_parse(file, text, len, set, why);
}
