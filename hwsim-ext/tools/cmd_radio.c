// SPDX-License-Identifier: GPL-2.0
/*
 * hwsimctl radio: add, del, show, set.
 */
#include <netlink/attr.h>
#include <stdio.h>
#include <string.h>

#include "hwsimctl.h"

#define NAME_BYTES_MAX 31

static struct nla_policy policy[HWSIM_EXT_A_MAX + 1] = {
	[HWSIM_EXT_A_RADIO_ID] = { .type = NLA_U32 },
	[HWSIM_EXT_A_NAME] = { .type = NLA_STRING },
	[HWSIM_EXT_A_ADDR] = { .type = NLA_UNSPEC, .minlen = 6, .maxlen = 6 },
};

static bool is_id(const char *word)
{
	return *word && word[strspn(word, "0123456789")] == '\0';
}

static int name_check(const char *name, struct why *why)
{
	size_t len = strlen(name);
	bool good = len >= 1 && len <= NAME_BYTES_MAX;

	for (const char *c = name; *c; c++)
		good &= *c > ' ' && *c <= '~' && *c != '/';
	if (!good)
		return why_set(why,
			       "bad name %s, accepted: 1 to %d printable characters, no space, no '/'",
			       quote(name).text, NAME_BYTES_MAX);
	return 0;
}

int radio_parse(const char *word, struct why *why)
{
	u64 id;

	if (!is_id(word))
		return name_check(word, why);
	if (read_number(word, 0, UINT32_MAX, &id))
		return why_set(why, "bad radio %s, accepted: an id or a name",
			       quote(word).text);
	return 0;
}

int radio_put(struct nl_msg *msg, const char *word)
{
	u64 id;

	if (read_number(word, 0, UINT32_MAX, &id) == 0)
		return nla_put_u32(msg, HWSIM_EXT_A_RADIO_ID, (u32)id);
	return nla_put_string(msg, HWSIM_EXT_A_NAME, word);
}

void addr_print(const struct nlattr *addr)
{
	char text[18];
	const u8 *a;

	if (!addr)
		return;
	a = nla_data(addr);
	snprintf(text, sizeof(text), "%02x:%02x:%02x:%02x:%02x:%02x", a[0],
		 a[1], a[2], a[3], a[4], a[5]);
	out_text("addr", text);
}

/* --- add --- */

static int add_name(const char *text, const char **name, struct why *why)
{
	if (!text)
		return why_set(why, "name: the value is missing");
	if (name_check(text, why))
		return -1;
	if (is_id(text))
		return why_set(why,
			       "bad name %s: digits alone would be taken for an id",
			       quote(text).text);
	*name = text;
	return 0;
}

static int add_parse(int argc, char **argv, struct param_set *set,
		     const char **name, struct why *why)
{
	for (int i = 0; i < argc; i += 2) {
		const char *text = i + 1 < argc ? argv[i + 1] : NULL;
		int err;

		if (strcmp(argv[i], "--profile") == 0)
			err = text ? profile_load(text, set, why) :
				     why_set(why,
					     "--profile: the file is missing");
		else if (strcmp(argv[i], "name") == 0)
			err = add_name(text, name, why);
		else
			err = param_set_word(set, argv[i], text, why);
		if (err)
			return err;
	}
	return 0;
}

static void added(struct nlattr **attrs)
{
	if (!attrs[HWSIM_EXT_A_RADIO_ID] || !attrs[HWSIM_EXT_A_NAME])
		return;
	out_open(NULL);
	out_json_u64("id", nla_get_u32(attrs[HWSIM_EXT_A_RADIO_ID]));
	out_answer("name", nla_get_string(attrs[HWSIM_EXT_A_NAME]));
	out_close();
}

static int radio_add(int argc, char **argv)
{
	const char *name = NULL;
	struct param_set set;
	struct nl_msg *msg;
	struct why why;
	int err = 0;

	param_set_init(&set, &radio_params);
	if (add_parse(argc, argv, &set, &name, &why))
		return misuse("radio add: %s", why.text);
	msg = genl_request(HWSIM_EXT_CMD_RADIO_NEW, false);
	if (!msg)
		return EXIT_FAILED;
	if (name)
		err = nla_put_string(msg, HWSIM_EXT_A_NAME, name);
	if (err || param_set_put(&set, msg)) {
		nlmsg_free(msg);
		return failed("out of memory");
	}
	out_begin(opt_json);
	err = genl_talk(msg, policy, added, NULL);
	return err ? err : out_end();
}

/* --- del, set --- */

static int radio_del(int argc, char **argv)
{
	struct nl_msg *msg;
	struct why why;
	bool all;

	if (argc != 1)
		return misuse("radio del takes one word: RADIO (id or name) or --all");
	all = strcmp(argv[0], "--all") == 0;
	if (!all && radio_parse(argv[0], &why))
		return misuse("radio del: %s", why.text);
	msg = genl_request(HWSIM_EXT_CMD_RADIO_DEL, false);
	if (!msg)
		return EXIT_FAILED;
	if (all)
		nla_put_flag(msg, HWSIM_EXT_A_ALL);
	else
		radio_put(msg, argv[0]);
	return genl_talk(msg, NULL, NULL, NULL);
}

static int radio_set(int argc, char **argv)
{
	struct param_set set;
	struct nl_msg *msg;
	struct why why;

	if (argc < 2)
		return misuse("radio set takes: RADIO KEY VALUE [KEY VALUE]...");
	param_set_init(&set, &radio_params);
	if (radio_parse(argv[0], &why) ||
	    param_set_change(&set, argc - 1, argv + 1, &why))
		return misuse("radio set: %s", why.text);
	msg = genl_request(HWSIM_EXT_CMD_RADIO_SET, false);
	if (!msg)
		return EXIT_FAILED;
	if (radio_put(msg, argv[0]) || param_set_put(&set, msg)) {
		nlmsg_free(msg);
		return failed("out of memory");
	}
	return genl_talk(msg, NULL, NULL, NULL);
}

/* --- show --- */

static void show_one(struct nlattr **attrs)
{
	out_open(NULL);
	if (attrs[HWSIM_EXT_A_RADIO_ID])
		out_u64("id", nla_get_u32(attrs[HWSIM_EXT_A_RADIO_ID]));
	if (attrs[HWSIM_EXT_A_NAME])
		out_text("name", nla_get_string(attrs[HWSIM_EXT_A_NAME]));
	addr_print(attrs[HWSIM_EXT_A_ADDR]);
	out_break();
	params_print(&radio_params, attrs);
	out_close();
}

static int radio_show(int argc, char **argv)
{
	struct nl_msg *msg;
	struct why why;

	if (argc > 1)
		return misuse("radio show takes at most one word: RADIO (id or name)");
	if (argc == 1 && radio_parse(argv[0], &why))
		return misuse("radio show: %s", why.text);
	msg = genl_request(HWSIM_EXT_CMD_RADIO_GET, argc == 0);
	if (!msg)
		return EXIT_FAILED;
	if (argc == 1)
		radio_put(msg, argv[0]);
	param_policy(&radio_params, policy);
	return genl_show(msg, policy, show_one);
}

static void notes(void)
{
	puts("\nRADIO is an id or a name.  NAME: 1 to 31 printable characters.\n"
	     "FILE holds lines \"key = value\"; later words override earlier ones.\n");
	help_params(&radio_params);
}

static const struct command commands[] = {
	{ "add", "[name NAME] [--profile FILE] [KEY VALUE]...",
	  "make a radio, print its name", radio_add },
	{ "del", "RADIO|--all", "destroy a radio, or all of them at once",
	  radio_del },
	{ "show", "[RADIO]", "show all radios or one", radio_show },
	{ "set", "RADIO KEY VALUE [KEY VALUE]...",
	  "change parameters: all or none", radio_set },
	{ 0 }
};

const struct object radio_object = {
	"radio", "emulated radios", commands, notes
};
