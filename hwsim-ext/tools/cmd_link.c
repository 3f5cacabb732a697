// SPDX-License-Identifier: GPL-2.0
/*
 * hwsimctl link: show, set.
 */
#include <netlink/attr.h>
#include <stdio.h>

#include "hwsimctl.h"

static struct nla_policy policy[HWSIM_EXT_A_MAX + 1] = {
	[HWSIM_EXT_A_FROM] = { .type = NLA_STRING },
	[HWSIM_EXT_A_TO] = { .type = NLA_STRING },
};

static void show_one(struct nlattr **attrs)
{
	out_open(NULL);
	if (attrs[HWSIM_EXT_A_FROM])
		out_text("from", nla_get_string(attrs[HWSIM_EXT_A_FROM]));
	if (attrs[HWSIM_EXT_A_TO])
		out_text("to", nla_get_string(attrs[HWSIM_EXT_A_TO]));
	params_print(&link_params, attrs);
	out_close();
}

static int link_show(int argc, char **argv)
{
	struct nl_msg *msg;

	(void)argv;
	if (argc)
		return misuse("link show takes no words");
	msg = genl_request(HWSIM_EXT_CMD_LINK_GET, true);
	if (!msg)
		return EXIT_FAILED;
	param_policy(&link_params, policy);
	return genl_show(msg, policy, show_one);
}

static int link_set(int argc, char **argv)
{
	struct param_set set;
	struct nl_msg *msg;
	struct why why;

	if (argc < 3)
		return misuse("link set takes: FROM TO KEY VALUE [KEY VALUE]...");
	param_set_init(&set, &link_params);
	if (param_set_change(&set, argc - 2, argv + 2, &why))
		return misuse("link set: %s", why.text);
	msg = genl_request(HWSIM_EXT_CMD_LINK_SET, false);
	if (!msg)
		return EXIT_FAILED;
	if (nla_put_string(msg, HWSIM_EXT_A_FROM, argv[0]) ||
	    nla_put_string(msg, HWSIM_EXT_A_TO, argv[1]) ||
	    param_set_put(&set, msg)) {
		nlmsg_free(msg);
		return failed("out of memory");
	}
	return genl_talk(msg, NULL, NULL, NULL);
}

static void notes(void)
{
	printf("\nFROM, TO: two radios of one medium, by id or name.  A link is one\n"
	       "direction; those that were never set have the defaults.\n\n");
	help_params(&link_params);
}

static const struct command commands[] = {
	{ "show", "", "show the links that were set", link_show },
	{ "set", "FROM TO KEY VALUE [KEY VALUE]...",
	  "change parameters: all or none", link_set },
	{ 0 }
};

const struct object link_object = {
	"link", "the way from one radio to another", commands, notes
};
