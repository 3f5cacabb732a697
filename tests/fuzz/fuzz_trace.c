// SPDX-License-Identifier: GPL-2.0
/*
 * Any bytes as a line of the trace pipe: what comes out lies in the line, and a
 * line that the kernel could have written gives back what was put in.
 */
#include <inttypes.h>
#include <string.h>

#include "fuzz.h"
#include "tracefs.h"

const char program[] = "fuzz_trace";

#define LINE_BYTES 512

static void check_inside(const char *text, const char *line)
{
	CHECK(text >= line && text < line + LINE_BYTES);
	CHECK(memchr(text, '\0', (size_t)(line + LINE_BYTES - text)));
}

static void any_line(const uint8_t *data, size_t size)
{
	char line[LINE_BYTES] = "";
	struct trace_event event;

	memcpy(line, data, size < LINE_BYTES ? size : LINE_BYTES - 1);
	if (tracefs_parse(line, &event))
		return;
	CHECK(event.count <= TRACE_WORDS_MAX);
	/* this one has words of its own */
	if (!strcmp(event.name, "lost") && !strcmp(event.keys[0], "events")) {
		check_inside(event.values[0], line);
		return;
	}
	check_inside(event.name, line);
	for (size_t i = 0; i < event.count; i++) {
		check_inside(event.keys[i], line);
		check_inside(event.values[i], line);
		CHECK(!strchr(event.keys[i], ' '));
		CHECK(!strchr(event.values[i], ' '));
	}
}

static void good_line(struct fuzz_input *input)
{
	uint64_t us = fuzz_take(input, 6), radio = fuzz_take(input, 4);
	char line[LINE_BYTES], wanted[32];
	struct trace_event event;

	snprintf(line, sizeof(line),
		 "     a [b]: hwx:-%-7u [003] ..s2. %" PRIu64 ".%06u: hwx_ppdu: radio=%" PRIu64 " reason=empty",
		 (unsigned int)fuzz_take(input, 2), us / 1000000,
		 (unsigned int)(us % 1000000), radio);
	snprintf(wanted, sizeof(wanted), "%" PRIu64, radio);
	CHECK(tracefs_parse(line, &event) == 0);
	CHECK(!strcmp(event.name, "hwx_ppdu") && event.time_us == us);
	CHECK(event.count == 2 && !strcmp(event.keys[0], "radio"));
	CHECK(!strcmp(event.values[0], wanted));
	CHECK(!strcmp(event.values[1], "empty"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };

	any_line(data, size);
	good_line(&input);
	return 0;
}
