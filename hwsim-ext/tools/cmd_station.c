// SPDX-License-Identifier: GPL-2.0
/*
 * hwsimctl station: show.
 */
#include <netlink/attr.h>
#include <stdio.h>

#include "core/station.h"
#include "hwsimctl.h"

#define TIDS 16

/**
 * struct value - one number
 * @name: JSON key
 * @attr: netlink attribute
 * @help: one clause
 */
struct value {
	const char *name;
	int attr;
	const char *help;
};

#define STATION(UPPER, word, text) { #word, HWSIM_EXT_T_##UPPER, text },
#define TID(UPPER, word, text) { #word, HWSIM_EXT_TID_##UPPER, text },

static const struct value station_values[] = { HWX_STATION(STATION) };
static const struct value tid_values[] = { HWX_STATION_TID(TID) };

/* only the stations of this radio; those of all while not set */
static bool only;
static u32 only_id;

static struct nla_policy policy[HWSIM_EXT_A_MAX + 1] = {
	[HWSIM_EXT_A_RADIO_ID] = { .type = NLA_U32 },
	[HWSIM_EXT_A_NAME] = { .type = NLA_STRING },
	[HWSIM_EXT_A_ADDR] = { .type = NLA_UNSPEC, .minlen = 6, .maxlen = 6 },
	[HWSIM_EXT_A_STATION] = { .type = NLA_NESTED },
};

static void print_values(const struct value *values, size_t count,
			 struct nlattr **nest)
{
	for (size_t i = 0; i < count; i++) {
		const struct nlattr *nla = nest[values[i].attr];

		if (nla && nla_len(nla) == sizeof(u32))
			out_u64(values[i].name, nla_get_u32(nla));
	}
}

static void print_tids(struct nlattr *nla)
{
	struct nlattr *tids[TIDS + 1], *nest[HWSIM_EXT_TID_MAX + 1];

	out_open_array("tids");
	if (nla && !nla_parse_nested(tids, TIDS, nla, NULL)) {
		for (int tid = 0; tid < TIDS; tid++) {
			if (!tids[tid + 1] ||
			    nla_parse_nested(nest, HWSIM_EXT_TID_MAX,
					     tids[tid + 1], NULL))
				continue;
			out_open_member();
			out_u64("tid", (u64)tid);
			print_values(tid_values, ARRAY_SIZE(tid_values), nest);
			out_close();
		}
	}
	out_close_array();
}

static void print_station(struct nlattr *nla)
{
	struct nlattr *nest[HWSIM_EXT_T_MAX + 1];

	if (!nla || nla_parse_nested(nest, HWSIM_EXT_T_MAX, nla, NULL))
		return;
	if (nest[HWSIM_EXT_T_RATE])
		out_text("rate", nla_get_string(nest[HWSIM_EXT_T_RATE]));
	print_values(station_values, ARRAY_SIZE(station_values), nest);
	print_tids(nest[HWSIM_EXT_T_TIDS]);
}

static void show_one(struct nlattr **attrs)
{
	if (!attrs[HWSIM_EXT_A_RADIO_ID] ||
	    (only && nla_get_u32(attrs[HWSIM_EXT_A_RADIO_ID]) != only_id))
		return;
	out_open(NULL);
	out_u64("id", nla_get_u32(attrs[HWSIM_EXT_A_RADIO_ID]));
	if (attrs[HWSIM_EXT_A_NAME])
		out_text("name", nla_get_string(attrs[HWSIM_EXT_A_NAME]));
	addr_print(attrs[HWSIM_EXT_A_ADDR]);
	print_station(attrs[HWSIM_EXT_A_STATION]);
	out_close();
}

static void keep_id(struct nlattr **attrs)
{
	if (attrs[HWSIM_EXT_A_RADIO_ID])
		only_id = nla_get_u32(attrs[HWSIM_EXT_A_RADIO_ID]);
}

/* the kernel knows whether there is such a radio */
static int find_radio(const char *word)
{
	struct nl_msg *msg = genl_request(HWSIM_EXT_CMD_RADIO_GET, false);

	if (!msg)
		return EXIT_FAILED;
	radio_put(msg, word);
	only = true;
	return genl_talk(msg, policy, keep_id, NULL);
}

static int station_show(int argc, char **argv)
{
	struct nl_msg *msg;
	struct why why;

	if (argc > 1)
		return misuse("station show takes at most one word: RADIO (id or name)");
	if (argc == 1 && radio_parse(argv[0], &why))
		return misuse("station show: %s", why.text);
	if (argc == 1 && find_radio(argv[0]) != EXIT_OK)
		return EXIT_FAILED;
	msg = genl_request(HWSIM_EXT_CMD_STATION_GET, true);
	return msg ? genl_show(msg, policy, show_one) : EXIT_FAILED;
}

static void help_values(const char *title, const struct value *values,
			size_t count)
{
	puts(title);
	for (size_t i = 0; i < count; i++)
		printf("  %-22s %s\n", values[i].name, values[i].help);
}

static void notes(void)
{
	puts("\nRADIO is an id or a name: the stations that it knows, which for a station\n"
	     "is its access point.  rate is the name of rate_kbps.\n");
	help_values("Of a station:", station_values,
		    ARRAY_SIZE(station_values));
	help_values("tids, of each TID where not all is zero:", tid_values,
		    ARRAY_SIZE(tid_values));
}

static const struct command commands[] = {
	{ "show", "[RADIO]",
	  "show the stations of all radios or one, as their firmware sees them",
	  station_show },
	{ 0 }
};

const struct object station_object = {
	"station", "who a radio talks to", commands, notes
};
