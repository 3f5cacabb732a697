/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hwsimctl: the command line of the hwsim_ext module.
 *
 * Exit status: 0 done, 1 the kernel or the machine refused, 2 misuse.  Misuse
 * is found before the kernel is spoken to wherever the tables allow it, so it
 * never leaves half a change behind.
 */
#ifndef HWSIMCTL_H
#define HWSIMCTL_H

#include <linux/hwsim_ext.h>
#include <netlink/msg.h>

#include "common.h"
#include "core/params.h"
#include "core/rate.h"

/* --- param.c: the tables of core/params.h ------------------------------ */

enum param_kind {
	PARAM_U32,
	PARAM_U64,
	PARAM_BOOL,
	PARAM_ENUM,
	PARAM_RATE,
};

enum param_life {
	PARAM_NEW,
	PARAM_RUN,
};

/**
 * struct param - one parameter
 * @name: command line word, profile key, JSON key
 * @attr: netlink attribute
 * @kind: how it is written
 * @lo: smallest value
 * @hi: largest value
 * @def: default
 * @life: PARAM_NEW is fixed once the object is made
 * @unit: unit, or the words of a PARAM_ENUM joined by '|'
 * @help: one clause
 */
struct param {
	const char *name;
	int attr;
	enum param_kind kind;
	u64 lo;
	u64 hi;
	u64 def;
	enum param_life life;
	const char *unit;
	const char *help;
};

/**
 * struct param_table - the parameters of one kind of object
 * @object: command line word of the object
 * @params: parameters
 * @count: how many, at most PARAM_COUNT_MAX
 */
struct param_table {
	const char *object;
	const struct param *params;
	size_t count;
};

#define PARAM_COUNT_MAX 64

extern const struct param_table radio_params;
extern const struct param_table medium_params;
extern const struct param_table link_params;

/**
 * struct param_value - a value that was read and checked
 * @given: there is one
 * @number: for all kinds but PARAM_RATE
 * @rate: for PARAM_RATE
 */
struct param_value {
	bool given;
	u64 number;
	char rate[HWX_RATE_NAME_MAX];
};

/**
 * struct param_set - values for the parameters of an object
 * @table: the parameters
 * @values: by index in @table
 */
struct param_set {
	const struct param_table *table;
	struct param_value values[PARAM_COUNT_MAX];
};

/**
 * param_set_init() - no values yet
 * @set: filled
 * @table: of the object
 */
void param_set_init(struct param_set *set, const struct param_table *table);

/**
 * param_set_word() - read "KEY VALUE", a later value replaces an earlier one
 * @set: gets the value, unchanged on failure
 * @key: name of a parameter
 * @text: its value, NULL when it is missing
 * @why: on failure the sentence
 *
 * Return: 0 or -EINVAL
 */
int param_set_word(struct param_set *set, const char *key, const char *text,
		   struct why *why);

/**
 * param_set_change() - read "KEY VALUE [KEY VALUE]..." for an object that is
 *	there already
 * @set: gets the values
 * @argc: how many words
 * @argv: the words
 * @why: on failure the sentence
 *
 * Return: 0 or -EINVAL
 */
int param_set_change(struct param_set *set, int argc, char **argv,
		     struct why *why);

/**
 * param_set_put() - add the attributes of all values given
 * @set: the values
 * @msg: added to
 *
 * Return: 0 or -NLE_NOMEM
 */
int param_set_put(const struct param_set *set, struct nl_msg *msg);

/**
 * param_policy() - netlink policy for the attributes of a table
 * @table: the parameters
 * @policy: HWSIM_EXT_A_MAX + 1 entries, those of the table are filled
 */
void param_policy(const struct param_table *table, struct nla_policy *policy);

/**
 * params_print() - print the parameters of a reply that are there
 * @table: the parameters
 * @attrs: HWSIM_EXT_A_MAX + 1 attributes, checked with param_policy()
 */
void params_print(const struct param_table *table, struct nlattr **attrs);

/**
 * param_range() - say what a parameter accepts
 * @p: the parameter
 * @buf: filled, e.g. "1..256", "on|off"
 * @len: size of @buf
 */
void param_range(const struct param *p, char *buf, size_t len);

/**
 * param_default() - say what a parameter is when nobody sets it
 * @p: the parameter
 * @buf: filled
 * @len: size of @buf
 */
void param_default(const struct param *p, char *buf, size_t len);

/* --- profile.c: files of parameters ------------------------------------ */

#define PROFILE_BYTES_MAX 65536

/**
 * profile_parse() - read the text of a profile
 * @file: its name, for the sentence
 * @text: the bytes, need not end with NUL
 * @len: how many
 * @set: gets the values, unchanged on failure
 * @why: on failure the sentence, which starts with "FILE:LINE: "
 *
 * A line is "key = value"; '#' starts a comment; blank lines are skipped.  A
 * key may stand only once.
 *
 * Return: 0 or -EINVAL
 */
int profile_parse(const char *file, const char *text, size_t len,
		  struct param_set *set, struct why *why);

/**
 * profile_load() - read a profile
 * @file: path
 * @set: gets the values
 * @why: on failure the sentence
 *
 * Return: 0 or -EINVAL
 */
int profile_load(const char *file, struct param_set *set, struct why *why);

/* --- genl.c: libnl ------------------------------------------------------ */

/**
 * typedef genl_reply_fn - called for each message of a reply
 * @attrs: HWSIM_EXT_A_MAX + 1 attributes
 */
typedef void (*genl_reply_fn)(struct nlattr **attrs);

/**
 * genl_request() - start a message to the family HWSIM_EXT
 * @cmd: enum hwsim_ext_cmd
 * @dump: ask for all objects, else for one, with an ack
 *
 * Return: the message, or NULL with a sentence on stderr (module not loaded)
 */
struct nl_msg *genl_request(u8 cmd, bool dump);

/**
 * genl_talk() - send a request, read the reply, free the message
 * @msg: from genl_request()
 * @policy: for the attributes of the reply, or NULL
 * @reply: called for each message of the reply, or NULL; a dump that was
 *	disturbed is asked for again after out_restart()
 * @begin: called before the first reply and again after each out_restart(),
 *	or NULL
 *
 * Return: EXIT_OK, or EXIT_FAILED with the sentence of the kernel on stderr
 */
int genl_talk(struct nl_msg *msg, const struct nla_policy *policy,
	      genl_reply_fn reply, void (*begin)(void));

/**
 * genl_show() - send a request, print a list with the objects of the reply
 * @msg: from genl_request()
 * @policy: for the attributes of the reply
 * @reply: prints one object
 *
 * Return: exit status, with a sentence on stderr
 */
int genl_show(struct nl_msg *msg, const struct nla_policy *policy,
	      genl_reply_fn reply);

/** genl_close() - close the socket, if there is one */
void genl_close(void);

/* --- hwsimctl.c, help.c, cmd_*.c: the commands -------------------------- */

/**
 * struct command - OBJECT COMMAND
 * @name: second word; empty when the object is the command
 * @args: the words after it
 * @help: one clause
 * @run: gets the words after @name, returns the exit status
 */
struct command {
	const char *name;
	const char *args;
	const char *help;
	int (*run)(int argc, char **argv);
};

/**
 * struct object - first word
 * @name: the word
 * @help: one clause
 * @commands: ends with an empty entry
 * @notes: prints what `OBJECT help` says after the commands
 */
struct object {
	const char *name;
	const char *help;
	const struct command *commands;
	void (*notes)(void);
};

extern const struct object *const objects[];
extern const struct object radio_object;
extern const struct object medium_object;
extern const struct object link_object;
extern const struct object stats_object;
extern const struct object station_object;
extern const struct object trace_object;

/* the option -j was given */
extern bool opt_json;

/**
 * radio_parse() - read RADIO, an id or a name
 * @word: the word
 * @why: on failure the sentence
 *
 * Return: 0 or -EINVAL
 */
int radio_parse(const char *word, struct why *why);

/**
 * radio_put() - add the attribute that names a radio
 * @msg: added to
 * @word: accepted by radio_parse()
 *
 * Return: 0 or -NLE_NOMEM
 */
int radio_put(struct nl_msg *msg, const char *word);

/**
 * addr_print() - print the member "addr"
 * @addr: attribute with 6 bytes, or NULL
 */
void addr_print(const struct nlattr *addr);

/**
 * help_main() - hwsimctl help [keys|words|rates]
 * @argc: words after "help"
 * @argv: the words
 *
 * Return: exit status
 */
int help_main(int argc, char **argv);

/**
 * help_object() - print `OBJECT help` to stdout
 * @object: the object
 *
 * Return: exit status
 */
int help_object(const struct object *object);

/**
 * help_params() - print the table of the parameters of an object
 * @table: the parameters
 */
void help_params(const struct param_table *table);

#endif
