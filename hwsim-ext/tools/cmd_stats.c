// SPDX-License-Identifier: GPL-2.0
/*
 * hwsimctl stats: show, reset.
 */
#include <netlink/attr.h>
#include <stdio.h>
#include <string.h>

#include "core/counters.h"
#include "hwsimctl.h"

/**
 * struct counter - one number
 * @name: JSON key
 * @attr: netlink attribute
 * @help: one clause
 */
struct counter {
	const char *name;
	int attr;
	const char *help;
};

#define PLAIN(UPPER, word, text) { #word, HWSIM_EXT_S_##UPPER, text },
#define CLOSE(UPPER, word, text) { #word, HWSIM_EXT_CLOSE_##UPPER, text },
#define STARVED(UPPER, word, text) { #word, HWSIM_EXT_STARVED_##UPPER, text },
#define FAULT(UPPER, word, text) { #word, HWSIM_EXT_FAULT_##UPPER, text },
#define AIRTIME(UPPER, word, text) { #word, HWSIM_EXT_AIRTIME_##UPPER, text },
#define HIST(UPPER, word, bins, text) { #word, HWSIM_EXT_S_##UPPER, text },

static const struct counter plain[] = { HWX_COUNTERS(PLAIN) };
static const struct counter close_reasons[] = { HWX_CLOSE_REASONS(CLOSE) };
static const struct counter starved[] = { HWX_STARVED(STARVED) };
static const struct counter faults[] = { HWX_FAULTS(FAULT) };
static const struct counter airtimes[] = { HWX_AIRTIMES(AIRTIME) };
static const struct counter hists[] = { HWX_HISTOGRAMS(HIST) };

/**
 * struct group - numbers that make one object
 * @name: JSON key
 * @attr: the nest
 * @attr_max: largest attribute in the nest
 * @counters: the numbers
 * @count: how many
 */
struct group {
	const char *name;
	int attr;
	int attr_max;
	const struct counter *counters;
	size_t count;
};

static const struct group groups[] = {
	{ "close_reason", HWSIM_EXT_S_CLOSE_REASON, HWSIM_EXT_CLOSE_MAX,
	  close_reasons, ARRAY_SIZE(close_reasons) },
	{ "starved", HWSIM_EXT_S_STARVED, HWSIM_EXT_STARVED_MAX,
	  starved, ARRAY_SIZE(starved) },
	{ "faults", HWSIM_EXT_S_FAULTS, HWSIM_EXT_FAULT_MAX,
	  faults, ARRAY_SIZE(faults) },
	{ "airtime_us", HWSIM_EXT_S_AIRTIME_US, HWSIM_EXT_AIRTIME_MAX,
	  airtimes, ARRAY_SIZE(airtimes) },
};

/* a group is never larger than the whole */
#define NEST_ATTR_MAX ((int)HWSIM_EXT_S_MAX)

_Static_assert((int)HWSIM_EXT_CLOSE_MAX <= NEST_ATTR_MAX, "close_reason");
_Static_assert((int)HWSIM_EXT_STARVED_MAX <= NEST_ATTR_MAX, "starved");
_Static_assert((int)HWSIM_EXT_FAULT_MAX <= NEST_ATTR_MAX, "faults");
_Static_assert((int)HWSIM_EXT_AIRTIME_MAX <= NEST_ATTR_MAX, "airtime_us");

static void print_counters(const struct counter *counters, size_t count,
			   struct nlattr **nest)
{
	for (size_t i = 0; i < count; i++) {
		const struct nlattr *nla = nest[counters[i].attr];

		if (nla && nla_len(nla) == sizeof(u64))
			out_u64(counters[i].name, nla_get_u64(nla));
	}
}

static void print_group(const struct group *group, struct nlattr *nla)
{
	struct nlattr *nest[NEST_ATTR_MAX + 1];

	if (!nla || nla_parse_nested(nest, group->attr_max, nla, NULL))
		return;
	out_open(group->name);
	print_counters(group->counters, group->count, nest);
	out_close();
}

static void print_hist(const struct counter *hist, const struct nlattr *nla)
{
	u64 counts[1024];
	size_t bins;

	if (!nla)
		return;
	bins = (size_t)nla_len(nla) / sizeof(u64);
	if (bins > ARRAY_SIZE(counts))
		bins = ARRAY_SIZE(counts);
	/* attributes are aligned to 4 bytes only */
	memcpy(counts, nla_data(nla), bins * sizeof(u64));
	out_hist(hist->name, counts, bins,
		 hist->attr != HWSIM_EXT_S_AMPDU_HIST);
}

static void show_one(struct nlattr **attrs)
{
	struct nlattr *stats[HWSIM_EXT_S_MAX + 1];

	out_open(NULL);
	if (attrs[HWSIM_EXT_A_RADIO_ID])
		out_u64("id", nla_get_u32(attrs[HWSIM_EXT_A_RADIO_ID]));
	if (attrs[HWSIM_EXT_A_NAME])
		out_text("name", nla_get_string(attrs[HWSIM_EXT_A_NAME]));
	if (attrs[HWSIM_EXT_A_STATS] &&
	    !nla_parse_nested(stats, HWSIM_EXT_S_MAX,
			      attrs[HWSIM_EXT_A_STATS], NULL)) {
		out_break();
		print_counters(plain, ARRAY_SIZE(plain), stats);
		for (size_t i = 0; i < ARRAY_SIZE(groups); i++)
			print_group(&groups[i], stats[groups[i].attr]);
		for (size_t i = 0; i < ARRAY_SIZE(hists); i++)
			print_hist(&hists[i], stats[hists[i].attr]);
	}
	out_close();
}

static int stats_show(int argc, char **argv)
{
	static struct nla_policy policy[HWSIM_EXT_A_MAX + 1] = {
		[HWSIM_EXT_A_RADIO_ID] = { .type = NLA_U32 },
		[HWSIM_EXT_A_NAME] = { .type = NLA_STRING },
		[HWSIM_EXT_A_STATS] = { .type = NLA_NESTED },
	};
	struct nl_msg *msg;
	struct why why;

	if (argc > 1)
		return misuse("stats show takes at most one word: RADIO (id or name)");
	if (argc == 1 && radio_parse(argv[0], &why))
		return misuse("stats show: %s", why.text);
	msg = genl_request(HWSIM_EXT_CMD_STATS_GET, argc == 0);
	if (!msg)
		return EXIT_FAILED;
	if (argc == 1)
		radio_put(msg, argv[0]);
	return genl_show(msg, policy, show_one);
}

static int stats_reset(int argc, char **argv)
{
	struct nl_msg *msg;
	struct why why;

	if (argc > 1)
		return misuse("stats reset takes at most one word: RADIO (id or name)");
	if (argc == 1 && radio_parse(argv[0], &why))
		return misuse("stats reset: %s", why.text);
	msg = genl_request(HWSIM_EXT_CMD_STATS_RESET, false);
	if (!msg)
		return EXIT_FAILED;
	if (argc == 1)
		radio_put(msg, argv[0]);
	return genl_talk(msg, NULL, NULL, NULL);
}

static void help_counters(const char *title, const struct counter *counters,
			  size_t count)
{
	puts(title);
	for (size_t i = 0; i < count; i++)
		printf("  %-22s %s\n", counters[i].name, counters[i].help);
}

static void notes(void)
{
	puts("\nRADIO is an id or a name.\n");
	help_counters("Counters:", plain, ARRAY_SIZE(plain));
	help_counters("close_reason, data PPDUs by what ended them:",
		      close_reasons, ARRAY_SIZE(close_reasons));
	help_counters("starved, aggregates closed empty by what was missing:",
		      starved, ARRAY_SIZE(starved));
	help_counters("faults, by what was made to fail:", faults,
		      ARRAY_SIZE(faults));
	help_counters("airtime_us, microseconds:", airtimes,
		      ARRAY_SIZE(airtimes));
	help_counters("Histograms:", hists, ARRAY_SIZE(hists));
	puts("Bin i of ampdu_hist counts A-MPDUs of i MPDUs.  In the others bin 0 counts\n"
	     "zeros and bin i values from 2^(i-1) to 2^i - 1.");
}

static const struct command commands[] = {
	{ "show", "[RADIO]", "show the statistics of all radios or one",
	  stats_show },
	{ "reset", "[RADIO]", "start again from zero", stats_reset },
	{ 0 }
};

const struct object stats_object = {
	"stats", "what radios did", commands, notes
};
