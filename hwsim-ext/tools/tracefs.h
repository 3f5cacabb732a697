/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events of the kernel through tracefs, in an instance of our own: nobody
 * else's tracing is disturbed.
 */
#ifndef TOOLS_TRACEFS_H
#define TOOLS_TRACEFS_H

#include "common.h"

/**
 * struct tracefs - an instance
 * @dir: its directory, empty without one
 * @pipe: events come out here, -1 when closed
 */
struct tracefs {
	char dir[96];
	int pipe;
};

/**
 * tracefs_open() - start tracing
 * @t: filled; tracefs_close() is due also after a failure
 * @system: group of events, all of which are traced
 * @filter: which of them, in the words of the kernel, or NULL for all
 *
 * Return: EXIT_OK, or EXIT_FAILED with a sentence on stderr
 */
int tracefs_open(struct tracefs *t, const char *system, const char *filter);

/**
 * tracefs_stop() - no more events; those there are can still be read
 * @t: open
 */
void tracefs_stop(struct tracefs *t);

/**
 * tracefs_close() - leave nothing behind
 * @t: from tracefs_open()
 */
void tracefs_close(struct tracefs *t);

/* most "key=value" words of an event */
#define TRACE_WORDS_MAX 32

/**
 * struct trace_event - one line of the pipe, taken apart
 * @name: of the event
 * @time_us: by the monotonic clock
 * @count: of @keys
 * @keys: of the words, which point into the line
 * @values: of the words
 */
struct trace_event {
	const char *name;
	u64 time_us;
	size_t count;
	const char *keys[TRACE_WORDS_MAX];
	const char *values[TRACE_WORDS_MAX];
};

/**
 * tracefs_parse() - take a line apart
 * @line: without its newline; is cut up
 * @event: filled
 *
 * Events that were lost are an event "lost" with the key "events".
 *
 * Return: 0, or -EINVAL when the line is none
 */
int tracefs_parse(char *line, struct trace_event *event);

#endif
