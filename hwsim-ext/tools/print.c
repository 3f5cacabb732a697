// SPDX-License-Identifier: GPL-2.0
/*
 * Text and JSON from one call.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

#define TEXT_COLUMNS 78
#define TEXT_INDENT 4
#define DEPTH_MAX 8

/* the one output of this process */
static struct {
	bool json;
	FILE *mem;
	char *buf;
	size_t len;
	int depth;
	bool filled[DEPTH_MAX];	/* JSON: a comma is due, by depth */
	size_t column;		/* text: of the current line */
	bool whole;		/* text: lines are not wrapped */
	bool fresh;		/* text: no word in this line yet */
} out;

static void open_memory(void)
{
	free(out.buf);
	out.buf = NULL;
	out.mem = open_memstream(&out.buf, &out.len);
	if (!out.mem) {
		failed("out of memory");
		exit(EXIT_FAILED);
	}
	out.depth = 0;
	out.filled[0] = false;
	out.column = 0;
	out.fresh = true;
}

void out_begin(bool json)
{
	out.json = json;
	out.whole = false;
	open_memory();
}

void out_whole_lines(void)
{
	out.whole = true;
}

void out_restart(void)
{
	fclose(out.mem);
	open_memory();
}

static void end_line(void)
{
	if (out.column)
		fputc('\n', out.mem);
	out.column = 0;
	out.fresh = true;
}

int out_end(void)
{
	bool bad;

	if (out.json)
		fputc('\n', out.mem);
	else
		end_line();
	bad = ferror(out.mem);
	bad |= fclose(out.mem) != 0;
	out.mem = NULL;
	if (!bad)
		bad = fwrite(out.buf, 1, out.len, stdout) != out.len ||
		      fflush(stdout) != 0;
	free(out.buf);
	out.buf = NULL;
	/* main() sees an error of stdout and says so */
	return bad ? EXIT_FAILED : EXIT_OK;
}

/* --- JSON --- */

static void json_string(const char *s)
{
	fputc('"', out.mem);
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		/* names may hold any byte; escaped they are always valid */
		if (c < ' ' || c > '~')
			fprintf(out.mem, "\\u%04x", c);
		else if (c == '"' || c == '\\')
			fprintf(out.mem, "\\%c", c);
		else
			fputc(c, out.mem);
	}
	fputc('"', out.mem);
}

static void json_member(const char *key)
{
	if (out.filled[out.depth])
		fputc(',', out.mem);
	out.filled[out.depth] = true;
	if (key) {
		json_string(key);
		fputc(':', out.mem);
	}
}

static void json_open(const char *key, char bracket)
{
	json_member(key);
	fputc(bracket, out.mem);
	out.filled[++out.depth] = false;
}

static void json_close(char bracket)
{
	fputc(bracket, out.mem);
	out.depth--;
}

/* --- text --- */

/* a word, or a pair that stays together, on this line or the next */
static void text_words(const char *fmt, ...) __printf(1, 2);

static void text_words(const char *fmt, ...)
{
	char words[128];
	va_list ap;
	size_t len;

	va_start(ap, fmt);
	vsnprintf(words, sizeof(words), fmt, ap);
	va_end(ap);
	len = strlen(words);
	/* names may hold any byte, a terminal shall not see them */
	for (char *c = words; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	if (!out.fresh && !out.whole && out.column + 1 + len > TEXT_COLUMNS) {
		out_break();
	} else if (!out.fresh) {
		fputc(' ', out.mem);
		out.column++;
	}
	fputs(words, out.mem);
	out.column += len;
	out.fresh = false;
}

void out_break(void)
{
	if (out.json)
		return;
	end_line();
	fprintf(out.mem, "%*s", TEXT_INDENT, "");
	out.column = TEXT_INDENT;
}

/* --- both --- */

void out_open_list(void)
{
	if (out.json)
		json_open(NULL, '[');
}

void out_close_list(void)
{
	if (out.json)
		json_close(']');
}

void out_open(const char *key)
{
	if (out.json) {
		json_open(key, '{');
	} else if (key) {
		out_break();
		text_words("%s:", key);
	} else {
		end_line();
	}
}

void out_close(void)
{
	if (out.json)
		json_close('}');
}

void out_open_array(const char *key)
{
	if (out.json)
		json_open(key, '[');
}

void out_open_member(void)
{
	if (out.json)
		json_open(NULL, '{');
	else
		out_break();
}

void out_close_array(void)
{
	out_close_list();
}

void out_json_u64(const char *key, u64 value)
{
	if (!out.json)
		return;
	json_member(key);
	fprintf(out.mem, "%" PRIu64, value);
}

void out_u64(const char *key, u64 value)
{
	if (out.json)
		out_json_u64(key, value);
	else
		text_words("%s %" PRIu64, key, value);
}

void out_bool(const char *key, bool value)
{
	if (out.json) {
		json_member(key);
		fputs(value ? "true" : "false", out.mem);
	} else {
		text_words("%s %s", key, value ? "on" : "off");
	}
}

static void json_text(const char *key, const char *value)
{
	json_member(key);
	json_string(value);
}

void out_text(const char *key, const char *value)
{
	if (out.json)
		json_text(key, value);
	else
		text_words("%s %s", key, value);
}

void out_answer(const char *key, const char *value)
{
	if (out.json) {
		json_text(key, value);
	} else {
		text_words("%s", value);
		end_line();
	}
}

static void text_log2_bin(size_t bin, size_t bins, u64 count)
{
	u64 low = bin ? 1ULL << (bin - 1) : 0;

	if (bin == bins - 1)
		text_words("%" PRIu64 "+:%" PRIu64, low, count);
	else if (bin < 2)
		text_words("%" PRIu64 ":%" PRIu64, low, count);
	else
		text_words("%" PRIu64 "-%" PRIu64 ":%" PRIu64, low, 2 * low - 1,
			   count);
}

static void text_hist(const char *key, const u64 *counts, size_t bins,
		      bool log2)
{
	bool empty = true;

	out_break();
	text_words("%s:", key);
	for (size_t i = 0; i < bins; i++) {
		if (!counts[i])
			continue;
		empty = false;
		if (log2)
			text_log2_bin(i, bins, counts[i]);
		else
			text_words("%zu:%" PRIu64, i, counts[i]);
	}
	if (empty)
		text_words("-");
}

void out_hist(const char *key, const u64 *counts, size_t bins, bool log2)
{
	if (!out.json) {
		text_hist(key, counts, bins, log2);
		return;
	}
	json_open(key, '[');
	for (size_t i = 0; i < bins; i++)
		out_json_u64(NULL, counts[i]);
	json_close(']');
}
