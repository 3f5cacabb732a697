// SPDX-License-Identifier: GPL-2.0
/*
 * hwsimctl help: for people, and word lists for scripts and for completion.
 */
#include <stdio.h>
#include <string.h>

#include "hwsimctl.h"

void help_params(const struct param_table *table)
{
	printf("%-17s %-20s %-10s %-6s meaning\n", "KEY", "VALUE", "default",
	       "unit");
	for (size_t i = 0; i < table->count; i++) {
		const struct param *p = &table->params[i];
		bool units = p->kind == PARAM_U32 || p->kind == PARAM_U64;
		char range[64], def[32];

		param_range(p, range, sizeof(range));
		param_default(p, def, sizeof(def));
		printf("%-17s %-20s %-10s %-6s %s%s\n", p->name, range, def,
		       units ? p->unit : "-", p->help,
		       p->life == PARAM_NEW ? " (radio add only)" : "");
	}
}

int help_object(const struct object *object)
{
	for (const struct command *c = object->commands; c->name; c++)
		printf("hwsimctl [-j] %s%s%s%s%s\n    %s\n", object->name,
		       *c->name ? " " : "", c->name, *c->args ? " " : "",
		       c->args, c->help);
	object->notes();
	return EXIT_OK;
}

static void help_all(void)
{
	puts("hwsimctl [-j] OBJECT COMMAND [WORD]...\n");
	for (size_t i = 0; objects[i]; i++) {
		for (const struct command *c = objects[i]->commands; c->name;
		     c++)
			printf("  %s%s%s%s%s\n", objects[i]->name,
			       *c->name ? " " : "", c->name,
			       *c->args ? " " : "", c->args);
	}
	puts("\n"
	     "  OBJECT help   the keys and counters of an object\n"
	     "  help          this text\n"
	     "  help words    all OBJECT COMMAND pairs, one a line\n"
	     "  help keys     all parameters: object, key, values, default, when, unit\n"
	     "  help rates    all names of data rates, with kb/s\n"
	     "\n"
	     "  -j, --json    JSON instead of text\n"
	     "  -V, --version the version\n"
	     "  -h, --help    this text\n"
	     "\n"
	     "Exit status: 0 done, 1 refused by the kernel, 2 misuse.");
}

static int help_words(void)
{
	for (size_t i = 0; objects[i]; i++) {
		for (const struct command *c = objects[i]->commands; c->name;
		     c++)
			printf("%s%s%s\n", objects[i]->name,
			       *c->name ? " " : "", c->name);
	}
	return EXIT_OK;
}

static void list_keys(const struct param_table *table)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct param *p = &table->params[i];
		char range[64], def[32];

		param_range(p, range, sizeof(range));
		param_default(p, def, sizeof(def));
		out_open(NULL);
		if (opt_json) {
			out_text("object", table->object);
			out_text("key", p->name);
			out_text("values", range);
			out_text("default", def);
			out_text("when", p->life == PARAM_NEW ? "new" : "run");
			out_text("unit", p->unit);
			out_text("help", p->help);
		} else {
			out_text(table->object, p->name);
			out_text(range, def);
			out_text(p->life == PARAM_NEW ? "new" : "run",
				 p->unit);
		}
		out_close();
	}
}

static int help_keys(void)
{
	out_begin(opt_json);
	out_open_list();
	list_keys(&radio_params);
	list_keys(&medium_params);
	list_keys(&link_params);
	out_close_list();
	return out_end();
}

static void list_rate(const struct hwx_rate *rate)
{
	char name[HWX_RATE_NAME_MAX];

	if (hwx_rate_check(rate))
		return;
	hwx_rate_format(rate, name, sizeof(name));
	out_open(NULL);
	if (opt_json) {
		out_text("rate", name);
		out_u64("kbps", hwx_rate_kbps(rate));
	} else {
		out_u64(name, hwx_rate_kbps(rate));
	}
	out_close();
}

static void list_legacy(void)
{
	static const struct {
		u8 mode;
		u16 kbps_100;
	} legacy[] = {
		{ HWX_MODE_DSSS, 10 },	{ HWX_MODE_DSSS, 20 },
		{ HWX_MODE_DSSS, 55 },	{ HWX_MODE_DSSS, 110 },
		{ HWX_MODE_OFDM, 60 },	{ HWX_MODE_OFDM, 90 },
		{ HWX_MODE_OFDM, 120 }, { HWX_MODE_OFDM, 180 },
		{ HWX_MODE_OFDM, 240 }, { HWX_MODE_OFDM, 360 },
		{ HWX_MODE_OFDM, 480 }, { HWX_MODE_OFDM, 540 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(legacy); i++) {
		struct hwx_rate rate = {
			.mode = legacy[i].mode,
			.nss = 1,
			.bw_mhz = 20,
			.gi_ns = legacy[i].mode == HWX_MODE_OFDM ? 800 : 0,
			.legacy_100kbps = legacy[i].kbps_100,
		};

		list_rate(&rate);
	}
}

/* tries every combination, hwx_rate_check() knows which exist */
static void list_mode(u8 mode)
{
	static const u16 gis_ns[] = { 400, 800, 1600, 3200 };
	struct hwx_rate rate = { .mode = mode };

	for (rate.bw_mhz = 20; rate.bw_mhz <= 160; rate.bw_mhz *= 2)
		for (rate.nss = 1; rate.nss <= 8; rate.nss++)
			for (rate.mcs = 0; rate.mcs <= 11; rate.mcs++)
				for (size_t i = 0; i < ARRAY_SIZE(gis_ns);
				     i++) {
					rate.gi_ns = gis_ns[i];
					list_rate(&rate);
				}
}

static int help_rates(void)
{
	out_begin(opt_json);
	out_open_list();
	list_legacy();
	list_mode(HWX_MODE_HT);
	list_mode(HWX_MODE_VHT);
	list_mode(HWX_MODE_HE);
	out_close_list();
	return out_end();
}

int help_main(int argc, char **argv)
{
	if (argc == 0) {
		help_all();
		return EXIT_OK;
	}
	if (argc == 1 && strcmp(argv[0], "words") == 0)
		return help_words();
	if (argc == 1 && strcmp(argv[0], "keys") == 0)
		return help_keys();
	if (argc == 1 && strcmp(argv[0], "rates") == 0)
		return help_rates();
	return misuse("help takes at most one word: words, keys or rates");
}
