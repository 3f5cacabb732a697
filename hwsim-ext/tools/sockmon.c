// SPDX-License-Identifier: GPL-2.0
/*
 * sockmon: what TCP sockets hold and how fast they go, every few ms.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "sockprint.h"

#define INTERVAL_MS_MAX 3600000
#define SECONDS_MAX 604800

const char program[] = "sockmon";

/**
 * struct settings - the command line
 * @json: JSON lines
 * @interval_ms: between samples
 * @seconds: how long, 0 is until a signal
 * @port: only sockets with this port, 0 is all
 */
struct settings {
	bool json;
	u64 interval_ms;
	u64 seconds;
	u64 port;
};

/* SIGINT and SIGTERM end the tool; they are taken during the sleep only */
static sigset_t stop_signals;

static void block_signals(void)
{
	sigemptyset(&stop_signals);
	sigaddset(&stop_signals, SIGINT);
	sigaddset(&stop_signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &stop_signals, NULL);
}

/* --- time --- */

static u64 now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000000 + (u64)t.tv_nsec;
}

/*
 * False when a signal came.  Not ppoll(), which takes the liberty of being
 * late by a thousandth of the time asked for.
 */
static bool sleep_until(u64 when_ns)
{
	u64 now = now_ns();
	int sig;

	do {
		u64 left_ns = when_ns > now ? when_ns - now : 0;
		struct timespec left = {
			.tv_sec = (time_t)(left_ns / 1000000000),
			.tv_nsec = (long)(left_ns % 1000000000),
		};

		sig = sigtimedwait(&stop_signals, NULL, &left);
		now = now_ns();
	} while (sig < 0 && now < when_ns);
	return sig < 0;
}

/* the first multiple of the interval after @at_ns that is not over yet */
static u64 next_ns(u64 at_ns, u64 interval_ns, u64 now)
{
	at_ns += interval_ns;
	if (at_ns < now)
		at_ns += (now - at_ns + interval_ns - 1) / interval_ns *
			 interval_ns;
	return at_ns;
}

/* --- sampling --- */

static int sample(const struct settings *settings, struct sock_list *list,
		  u64 time_us)
{
	int status = sockdiag_read(list, (u16)settings->port);

	for (size_t i = 0; i < list->count && status == EXIT_OK; i++) {
		out_begin(settings->json);
		sock_print(&list->socks[i], time_us);
		status = out_end();
	}
	return status;
}

static int monitor(const struct settings *settings)
{
	const u64 interval_ns = settings->interval_ms * 1000000;
	const u64 start_ns = now_ns();
	const u64 end_ns = settings->seconds ?
				   start_ns + settings->seconds * 1000000000 :
				   UINT64_MAX;
	struct sock_list list = { 0 };
	int status = sockdiag_open();
	u64 at_ns = start_ns;

	while (status == EXIT_OK && at_ns < end_ns) {
		if (!sleep_until(at_ns))
			break;
		status = sample(settings, &list, (now_ns() - start_ns) / 1000);
		at_ns = next_ns(at_ns, interval_ns, now_ns());
	}
	sockdiag_close(&list);
	return status;
}

/* --- command line --- */

static int help(void)
{
	puts("sockmon [-i MS] [-t SECONDS] [-p PORT] [-j]\n"
	     "\n"
	     "Prints every TCP connection of this network namespace again and again.\n"
	     "\n"
	     "  -i MS       time between two samples, 1 to 3600000, default 100\n"
	     "  -t SECONDS  how long, 1 to 604800, default until interrupted\n"
	     "  -p PORT     only connections with this port at one end, 1 to 65535\n"
	     "  -j, --json  one JSON object a line instead of text\n"
	     "  -h, --help  this text\n"
	     "\n"
	     "time_us counts from the start of sockmon.  The other numbers:\n");
	sock_print_help();
	return EXIT_OK;
}

static int read_option(const char *option, const char *text, u64 hi, u64 *value)
{
	if (!text)
		return misuse("%s: the value is missing, accepted: 1 to %llu",
			      option, (unsigned long long)hi);
	if (read_number(text, 1, hi, value))
		return misuse("%s: bad value %s, accepted: 1 to %llu", option,
			      quote(text).text, (unsigned long long)hi);
	return EXIT_OK;
}

static bool is(const char *word, const char *option)
{
	return strcmp(word, option) == 0;
}

static int read_options(int argc, char **argv, struct settings *settings)
{
	int status = EXIT_OK;

	for (int i = 1; i < argc && status == EXIT_OK; i++) {
		const char *word = argv[i];
		const char *text = i + 1 < argc ? argv[i + 1] : NULL;

		if (is(word, "-j") || is(word, "--json")) {
			settings->json = true;
			continue;
		}
		if (is(word, "-i"))
			status = read_option(word, text, INTERVAL_MS_MAX,
					     &settings->interval_ms);
		else if (is(word, "-t"))
			status = read_option(word, text, SECONDS_MAX,
					     &settings->seconds);
		else if (is(word, "-p"))
			status = read_option(word, text, UINT16_MAX,
					     &settings->port);
		else
			status = misuse("unknown word %s, accepted: -i MS, -t SECONDS, -p PORT, -j, -h",
					quote(word).text);
		i++;
	}
	return status;
}

int main(int argc, char **argv)
{
	struct settings settings = { .interval_ms = 100 };
	int status;

	if (argc == 2 && (is(argv[1], "-h") || is(argv[1], "--help"))) {
		status = help();
	} else {
		status = read_options(argc, argv, &settings);
		if (status != EXIT_OK)
			return status;
		block_signals();
		/* the default slack of 50 us would show in every time */
		prctl(PR_SET_TIMERSLACK, 1);
		status = monitor(&settings);
	}
	if (fflush(stdout) || ferror(stdout))
		return failed("writing the output failed");
	return status;
}
