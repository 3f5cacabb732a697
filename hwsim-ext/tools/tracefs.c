// SPDX-License-Identifier: GPL-2.0
/*
 * Events of the kernel through tracefs.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tracefs.h"

/* for each CPU: a second of the busiest air */
#define BUFFER_KB "4096"

#define TASK_COLUMNS 16

static const char *const roots[] = {
	"/sys/kernel/tracing", "/sys/kernel/debug/tracing",
};

static int write_file(const struct tracefs *t, const char *name,
		      const char *text)
{
	char path[256];
	ssize_t done;
	int fd;

	snprintf(path, sizeof(path), "%s/%s", t->dir, name);
	fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	done = write(fd, text, strlen(text));
	if (done < 0)
		done = -errno;
	close(fd);
	return done < 0 ? (int)done : 0;
}

static int make_instance(struct tracefs *t)
{
	char parent[64];

	for (size_t i = 0; i < ARRAY_SIZE(roots); i++) {
		snprintf(parent, sizeof(parent), "%s/instances", roots[i]);
		if (access(parent, F_OK))
			continue;
		snprintf(t->dir, sizeof(t->dir), "%s/hwsimctl.%d", parent,
			 (int)getpid());
		if (mkdir(t->dir, 0700) == 0)
			return EXIT_OK;
		failed("%s cannot be made: %s", t->dir, strerror(errno));
		t->dir[0] = '\0';
		return EXIT_FAILED;
	}
	if (geteuid())
		return failed("only root may trace");
	return failed("tracefs is not there (mount -t tracefs none /sys/kernel/tracing)");
}

int tracefs_open(struct tracefs *t, const char *system, const char *filter)
{
	char name[128], path[256];
	int err;

	t->dir[0] = '\0';
	t->pipe = -1;
	if (make_instance(t) != EXIT_OK)
		return EXIT_FAILED;
	err = write_file(t, "trace_clock", "mono");
	if (!err)
		err = write_file(t, "buffer_size_kb", BUFFER_KB);
	/* wake us at the first event; older kernels have no such file */
	write_file(t, "buffer_percent", "0");
	snprintf(name, sizeof(name), "events/%s/filter", system);
	if (!err && filter)
		err = write_file(t, name, filter);
	snprintf(name, sizeof(name), "events/%s/enable", system);
	if (!err)
		err = write_file(t, name, "1");
	if (err)
		return failed("tracing cannot be started: %s", strerror(-err));
	snprintf(path, sizeof(path), "%s/trace_pipe", t->dir);
	t->pipe = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (t->pipe < 0)
		return failed("%s: %s", path, strerror(errno));
	return EXIT_OK;
}

void tracefs_stop(struct tracefs *t)
{
	write_file(t, "tracing_on", "0");
}

void tracefs_close(struct tracefs *t)
{
	if (t->pipe >= 0)
		close(t->pipe);
	t->pipe = -1;
	/* takes the events and their filter with it */
	if (t->dir[0])
		rmdir(t->dir);
	t->dir[0] = '\0';
}

/* "SECONDS.MICROSECONDS" as the kernel writes it */
static int parse_time(const char *text, u64 *time_us)
{
	u64 seconds, us;
	char *end;

	seconds = strtoull(text, &end, 10);
	if (end == text || *end != '.')
		return -EINVAL;
	text = end + 1;
	us = strtoull(text, &end, 10);
	if (end != text + 6 || *end)
		return -EINVAL;
	*time_us = seconds * 1000000 + us;
	return 0;
}

static int parse_lost(char *line, struct trace_event *event)
{
	char *at = strstr(line, "[LOST ");

	if (!at)
		return -EINVAL;
	at += strlen("[LOST ");
	at[strspn(at, "0123456789")] = '\0';
	*event = (struct trace_event){
		.name = "lost", .count = 1, .keys = { "events" },
		.values = { at },
	};
	return *at ? 0 : -EINVAL;
}

static void parse_words(char *words, struct trace_event *event)
{
	char *save = NULL;

	for (char *word = strtok_r(words, " ", &save);
	     word && event->count < TRACE_WORDS_MAX;
	     word = strtok_r(NULL, " ", &save)) {
		char *value = strchr(word, '=');

		if (!value)
			continue;
		*value++ = '\0';
		event->keys[event->count] = word;
		event->values[event->count] = value;
		event->count++;
	}
}

/*
 * TASK-PID [CPU] FLAGS TIME: EVENT: KEY=VALUE...  A task may have any name; the
 * kernel keeps TASK_COLUMNS for it.
 */
int tracefs_parse(char *line, struct trace_event *event)
{
	char *cpu = NULL, *colon, *name, *time;

	if (strlen(line) > TASK_COLUMNS)
		cpu = strstr(line + TASK_COLUMNS, " [");
	if (!cpu)
		return parse_lost(line, event);
	colon = strstr(cpu, ": ");
	if (!colon)
		return parse_lost(line, event);
	*colon = '\0';
	time = strrchr(cpu, ' ') + 1;
	name = colon + 2;
	*event = (struct trace_event){ .name = name };
	if (parse_time(time, &event->time_us))
		return -EINVAL;
	colon = strstr(name, ": ");
	if (!colon)
		return -EINVAL;
	*colon = '\0';
	parse_words(colon + 2, event);
	return 0;
}
