// SPDX-License-Identifier: GPL-2.0
/*
 * hwsimctl: options and dispatch.
 */
#include <stdio.h>
#include <string.h>

#include "hwsimctl.h"

const char program[] = "hwsimctl";

bool opt_json;

const struct object *const objects[] = {
	&radio_object,
	&medium_object,
	&link_object,
	&stats_object,
	&station_object,
	&trace_object,
	NULL
};

/* exact words: getopt_long() would accept "--js" */
static bool is_option(const char *word, const char *brief, const char *full)
{
	return strcmp(word, brief) == 0 || strcmp(word, full) == 0;
}

static int no_object(const char *word)
{
	struct why why;

	if (word)
		why_set(&why, "unknown object %s", quote(word).text);
	else
		why_set(&why, "no object given");
	why_add(&why, ", accepted:");
	for (size_t i = 0; objects[i]; i++)
		why_add(&why, " %s,", objects[i]->name);
	return misuse("%s help", why.text);
}

static int no_command(const struct object *object, const char *word)
{
	struct why why;

	if (word)
		why_set(&why, "unknown command %s of %s", quote(word).text,
			object->name);
	else
		why_set(&why, "no command given for %s", object->name);
	why_add(&why, ", accepted:");
	for (const struct command *c = object->commands; c->name; c++)
		why_add(&why, " %s,", c->name);
	return misuse("%s help", why.text);
}

static int run_command(const struct object *object, int argc, char **argv)
{
	bool alone = !*object->commands->name;

	if (argc == 0 && !alone)
		return no_command(object, NULL);
	if (argc && (strcmp(argv[0], "help") == 0 ||
		     is_option(argv[0], "-h", "--help"))) {
		if (argc > 1)
			return misuse("%s help takes no more words",
				      object->name);
		return help_object(object);
	}
	if (alone)
		return object->commands->run(argc, argv);
	for (const struct command *c = object->commands; c->name; c++) {
		if (strcmp(c->name, argv[0]) == 0)
			return c->run(argc - 1, argv + 1);
	}
	return no_command(object, argv[0]);
}

static int run_object(int argc, char **argv)
{
	if (argc == 0)
		return no_object(NULL);
	if (strcmp(argv[0], "help") == 0)
		return help_main(argc - 1, argv + 1);
	for (size_t i = 0; objects[i]; i++) {
		if (strcmp(objects[i]->name, argv[0]) == 0)
			return run_command(objects[i], argc - 1, argv + 1);
	}
	return no_object(argv[0]);
}

static int version(void)
{
	printf("hwsimctl, netlink family %s version %d\n", HWSIM_EXT_GENL_NAME,
	       HWSIM_EXT_GENL_VERSION);
	return EXIT_OK;
}

static int run(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc && argv[i][0] == '-'; i++) {
		if (is_option(argv[i], "-j", "--json"))
			opt_json = true;
		else if (is_option(argv[i], "-V", "--version"))
			return version();
		else if (is_option(argv[i], "-h", "--help"))
			return help_main(0, NULL);
		else
			return misuse("unknown option %s, accepted: -j, -V, -h",
				      quote(argv[i]).text);
	}
	return run_object(argc - i, argv + i);
}

int main(int argc, char **argv)
{
	int status = run(argc, argv);

	genl_close();
	if (fflush(stdout) || ferror(stdout))
		return failed("writing the output failed");
	return status;
}
