// SPDX-License-Identifier: GPL-2.0
/*
 * hwsimctl trace: every PPDU and every completion batch, as it happens.
 */
#include <errno.h>
#include <netlink/attr.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hwsimctl.h"
#include "tracefs.h"

#define TRACE_SYSTEM "hwsim_ext"
#define TRACE_PREFIX "hwx_"
#define COUNT_MAX 1000000000
#define MS_MAX 86400000
/* looks at the pipe at least this often */
#define LOOK_MS 100

/**
 * struct wanted - the command line
 * @radio: only events of this one, NULL for all
 * @count: so many events, 0 for no such limit
 * @ms: for so long, 0 for no such limit
 */
struct wanted {
	const char *radio;
	u64 count;
	u64 ms;
};

/* --- who is who: events have the ids of radios --- */

static struct {
	u32 id;
	char name[32];
} *radios;
static size_t radio_count;
static u32 radio_id;

static void forget_radios(void)
{
	radio_count = 0;
}

static void add_radio(struct nlattr **attrs)
{
	const struct nlattr *name = attrs[HWSIM_EXT_A_NAME];
	void *more;

	if (!attrs[HWSIM_EXT_A_RADIO_ID] || !name)
		return;
	radio_id = nla_get_u32(attrs[HWSIM_EXT_A_RADIO_ID]);
	more = realloc(radios, (radio_count + 1) * sizeof(*radios));
	if (!more)
		return;
	radios = more;
	radios[radio_count].id = radio_id;
	snprintf(radios[radio_count].name, sizeof(radios[0].name), "%s",
		 nla_get_string((struct nlattr *)name));
	radio_count++;
}

/* one radio, which sets radio_id, or all */
static int ask_radios(const char *word)
{
	static struct nla_policy policy[HWSIM_EXT_A_MAX + 1] = {
		[HWSIM_EXT_A_RADIO_ID] = { .type = NLA_U32 },
		[HWSIM_EXT_A_NAME] = { .type = NLA_STRING },
	};
	struct nl_msg *msg = genl_request(HWSIM_EXT_CMD_RADIO_GET, !word);

	if (!msg)
		return EXIT_FAILED;
	if (word)
		radio_put(msg, word);
	return genl_talk(msg, policy, add_radio, forget_radios);
}

static const char *known_name(u64 id)
{
	for (size_t i = 0; i < radio_count; i++) {
		if (radios[i].id == id)
			return radios[i].name;
	}
	return NULL;
}

/* a radio may have come since; one that has gone has no name */
static const char *name_of(u64 id)
{
	const char *name = known_name(id);

	if (name || ask_radios(NULL) != EXIT_OK)
		return name;
	return known_name(id);
}

/* --- one event --- */

static void show_word(const char *key, const char *value)
{
	const char *name;
	u64 number;

	if (read_number(value, 0, UINT64_MAX, &number)) {
		out_text(key, value);
		return;
	}
	out_u64(key, number);
	if (strcmp(key, "radio"))
		return;
	name = name_of(number);
	if (name)
		out_text("name", name);
}

static int show_event(const struct trace_event *event)
{
	const char *name = event->name;

	if (strncmp(name, TRACE_PREFIX, strlen(TRACE_PREFIX)) == 0)
		name += strlen(TRACE_PREFIX);
	out_begin(opt_json);
	out_whole_lines();
	out_open(NULL);
	out_text("event", name);
	if (event->time_us)
		out_u64("time_us", event->time_us);
	for (size_t i = 0; i < event->count; i++)
		show_word(event->keys[i], event->values[i]);
	out_close();
	return out_end();
}

/* --- the stream --- */

/* what was read from the pipe and is no whole line yet */
static struct {
	char text[16384];
	size_t len;
} rest;

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	(void)signal;
	stopped = 1;
}

static u64 now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000 + (u64)t.tv_nsec / 1000000;
}

/* shows the whole lines of @rest; @left: events still wanted */
static int show_lines(u64 *left)
{
	char *line = rest.text, *end;
	struct trace_event event;
	int err = EXIT_OK;

	while (err == EXIT_OK && *left &&
	       (end = memchr(line, '\n',
			     rest.len - (size_t)(line - rest.text)))) {
		*end = '\0';
		if (tracefs_parse(line, &event) == 0) {
			err = show_event(&event);
			--*left;
		}
		line = end + 1;
	}
	rest.len -= (size_t)(line - rest.text);
	memmove(rest.text, line, rest.len);
	/* a line that fills all of it is none of ours */
	if (rest.len == sizeof(rest.text))
		rest.len = 0;
	return err;
}

/* what the pipe holds now; @got: something */
static int show_pipe(const struct tracefs *t, u64 *left, bool *got)
{
	ssize_t n = read(t->pipe, rest.text + rest.len,
			 sizeof(rest.text) - rest.len);

	*got = n > 0;
	if (n < 0 && errno != EAGAIN && errno != EINTR)
		return failed("reading events failed: %s", strerror(errno));
	if (n > 0)
		rest.len += (size_t)n;
	return n > 0 ? show_lines(left) : EXIT_OK;
}

static void wait_pipe(const struct tracefs *t, u64 until_ms)
{
	struct pollfd fd = { .fd = t->pipe, .events = POLLIN };
	u64 now = now_ms(), ms = LOOK_MS;

	if (until_ms && until_ms - now < ms)
		ms = until_ms - now;
	poll(&fd, 1, (int)ms);
}

static int stream(struct tracefs *t, const struct wanted *wanted)
{
	u64 until_ms = wanted->ms ? now_ms() + wanted->ms : 0;
	u64 left = wanted->count ? wanted->count : UINT64_MAX;
	int err = EXIT_OK;
	bool got;

	while (!stopped && err == EXIT_OK && left &&
	       (!until_ms || now_ms() < until_ms)) {
		err = show_pipe(t, &left, &got);
		if (!got && !stopped)
			wait_pipe(t, until_ms);
	}
	tracefs_stop(t);
	for (got = true; got && err == EXIT_OK && left;)
		err = show_pipe(t, &left, &got);
	return err;
}

static void take_signals(void)
{
	struct sigaction action = { .sa_handler = stop };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	/* a reader that leaves is an error of the output */
	signal(SIGPIPE, SIG_IGN);
}

static int parse(int argc, char **argv, struct wanted *wanted, struct why *why)
{
	int i = 0;

	if (argc && strcmp(argv[0], "count") && strcmp(argv[0], "ms")) {
		wanted->radio = argv[i++];
		if (radio_parse(wanted->radio, why))
			return -EINVAL;
	}
	for (; i < argc; i += 2) {
		bool count = strcmp(argv[i], "count") == 0;

		if (!count && strcmp(argv[i], "ms"))
			return why_set(why, "unknown word %s, accepted: count, ms",
				       quote(argv[i]).text);
		if (i + 1 == argc)
			return why_set(why, "%s: the value is missing", argv[i]);
		if (read_number(argv[i + 1], 1, count ? COUNT_MAX : MS_MAX,
				count ? &wanted->count : &wanted->ms))
			return why_set(why, "bad %s %s, accepted: 1 to %d",
				       argv[i], quote(argv[i + 1]).text,
				       count ? COUNT_MAX : MS_MAX);
	}
	return 0;
}

static int trace(int argc, char **argv)
{
	struct wanted wanted = { 0 };
	char filter[32];
	struct tracefs t;
	struct why why;
	int err;

	if (parse(argc, argv, &wanted, &why))
		return misuse("trace: %s", why.text);
	if (ask_radios(wanted.radio) != EXIT_OK)
		return EXIT_FAILED;
	snprintf(filter, sizeof(filter), "radio == %u", radio_id);
	take_signals();
	err = tracefs_open(&t, TRACE_SYSTEM, wanted.radio ? filter : NULL);
	if (err == EXIT_OK)
		err = stream(&t, &wanted);
	tracefs_close(&t);
	free(radios);
	return err;
}

static void notes(void)
{
	puts("\nPrints an event a line until N events came, N ms are over, or Ctrl-C:\n"
	     "  ppdu        a PPDU with all that belongs to it is off the air\n"
	     "  completion  a batch of completions is indicated\n"
	     "  lost        so many events came faster than they were read\n"
	     "RADIO is an id or a name.  Only root may trace.  The events are those of the\n"
	     "group hwsim_ext, for trace-cmd, perf and bpftrace, too.");
}

static const struct command commands[] = {
	{ "", "[RADIO] [count N] [ms N]", "print events as they happen",
	  trace },
	{ 0 }
};

const struct object trace_object = {
	"trace", "what happens on the air", commands, notes
};
