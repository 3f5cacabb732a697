// SPDX-License-Identifier: GPL-2.0
/*
 * hwsimctl medium: show, set.
 */
#include <netlink/attr.h>
#include <stdio.h>

#include "hwsimctl.h"

#define MEDIUM_ID_MAX 65535

static struct nla_policy policy[HWSIM_EXT_A_MAX + 1] = {
	[HWSIM_EXT_A_MEDIUM] = { .type = NLA_U32 },
	[HWSIM_EXT_A_RADIOS] = { .type = NLA_U32 },
};

static int medium_parse(const char *word, u64 *id, struct why *why)
{
	if (read_number(word, 0, MEDIUM_ID_MAX, id))
		return why_set(why, "bad medium %s, accepted: 0 to %d",
			       quote(word).text, MEDIUM_ID_MAX);
	return 0;
}

static void show_one(struct nlattr **attrs)
{
	out_open(NULL);
	if (attrs[HWSIM_EXT_A_MEDIUM])
		out_u64("medium", nla_get_u32(attrs[HWSIM_EXT_A_MEDIUM]));
	if (attrs[HWSIM_EXT_A_RADIOS])
		out_u64("radios", nla_get_u32(attrs[HWSIM_EXT_A_RADIOS]));
	params_print(&medium_params, attrs);
	out_close();
}

static int medium_show(int argc, char **argv)
{
	struct nl_msg *msg;
	struct why why;
	u64 id;

	if (argc > 1)
		return misuse("medium show takes at most one word: ID");
	if (argc == 1 && medium_parse(argv[0], &id, &why))
		return misuse("medium show: %s", why.text);
	msg = genl_request(HWSIM_EXT_CMD_MEDIUM_GET, argc == 0);
	if (!msg)
		return EXIT_FAILED;
	if (argc == 1)
		nla_put_u32(msg, HWSIM_EXT_A_MEDIUM, (u32)id);
	param_policy(&medium_params, policy);
	return genl_show(msg, policy, show_one);
}

static int medium_set(int argc, char **argv)
{
	struct param_set set;
	struct nl_msg *msg;
	struct why why;
	u64 id;

	if (argc < 2)
		return misuse("medium set takes: ID KEY VALUE [KEY VALUE]...");
	param_set_init(&set, &medium_params);
	if (medium_parse(argv[0], &id, &why) ||
	    param_set_change(&set, argc - 1, argv + 1, &why))
		return misuse("medium set: %s", why.text);
	msg = genl_request(HWSIM_EXT_CMD_MEDIUM_SET, false);
	if (!msg)
		return EXIT_FAILED;
	if (nla_put_u32(msg, HWSIM_EXT_A_MEDIUM, (u32)id) ||
	    param_set_put(&set, msg)) {
		nlmsg_free(msg);
		return failed("out of memory");
	}
	return genl_talk(msg, NULL, NULL, NULL);
}

static void notes(void)
{
	printf("\nID: 0..%d.  A medium is made when it is first named.\n\n",
	       MEDIUM_ID_MAX);
	help_params(&medium_params);
}

static const struct command commands[] = {
	{ "show", "[ID]", "show all mediums or one", medium_show },
	{ "set", "ID KEY VALUE [KEY VALUE]...",
	  "change parameters: all or none", medium_set },
	{ 0 }
};

const struct object medium_object = {
	"medium", "the air that radios share", commands, notes
};
