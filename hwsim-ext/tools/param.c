// SPDX-License-Identifier: GPL-2.0
/*
 * The parameters of core/params.h: read, check, send, print.
 */
#include <errno.h>
#include <inttypes.h>
#include <netlink/attr.h>
#include <stdio.h>
#include <string.h>

#include "hwsimctl.h"

/* the numbers of params.h are plain decimal tokens; seed needs 64 bits */
#define PARAM(UPPER, word, KIND, low, high, normal, LIFE, units, text) { \
	.name = #word, \
	.attr = HWSIM_EXT_A_##UPPER, \
	.kind = PARAM_##KIND, \
	.lo = low##ULL, \
	.hi = high##ULL, \
	.def = normal##ULL, \
	.life = PARAM_##LIFE, \
	.unit = units, \
	.help = text, \
},

static const struct param radio_list[] = { HWX_RADIO_PARAMS(PARAM) };
static const struct param medium_list[] = { HWX_MEDIUM_PARAMS(PARAM) };
static const struct param link_list[] = { HWX_LINK_PARAMS(PARAM) };

_Static_assert(ARRAY_SIZE(radio_list) <= PARAM_COUNT_MAX, "PARAM_COUNT_MAX");
_Static_assert(ARRAY_SIZE(medium_list) <= PARAM_COUNT_MAX, "PARAM_COUNT_MAX");
_Static_assert(ARRAY_SIZE(link_list) <= PARAM_COUNT_MAX, "PARAM_COUNT_MAX");

const struct param_table radio_params = {
	"radio", radio_list, ARRAY_SIZE(radio_list)
};

const struct param_table medium_params = {
	"medium", medium_list, ARRAY_SIZE(medium_list)
};

const struct param_table link_params = {
	"link", link_list, ARRAY_SIZE(link_list)
};

static const struct param_table *const tables[] = {
	&radio_params, &medium_params, &link_params,
};

/* --- words of an enumeration, "first|second" --- */

static bool enum_word(const char *words, u64 index, char *buf, size_t len)
{
	const char *end;

	while (index--) {
		words = strchr(words, '|');
		if (!words)
			return false;
		words++;
	}
	end = strchrnul(words, '|');
	snprintf(buf, len, "%.*s", (int)(end - words), words);
	return true;
}

static bool enum_index(const char *words, const char *text, u64 *index)
{
	char word[32];

	for (u64 i = 0; enum_word(words, i, word, sizeof(word)); i++) {
		if (strcmp(word, text) == 0) {
			*index = i;
			return true;
		}
	}
	return false;
}

/* --- what is accepted --- */

void param_range(const struct param *p, char *buf, size_t len)
{
	switch (p->kind) {
	case PARAM_U32:
	case PARAM_U64:
		snprintf(buf, len, "%" PRIu64 "..%" PRIu64, p->lo, p->hi);
		break;
	case PARAM_BOOL:
		snprintf(buf, len, "on|off");
		break;
	case PARAM_ENUM:
		snprintf(buf, len, "%s", p->unit);
		break;
	case PARAM_RATE:
		snprintf(buf, len, "auto|RATE");
		break;
	}
}

void param_default(const struct param *p, char *buf, size_t len)
{
	switch (p->kind) {
	case PARAM_U32:
	case PARAM_U64:
		snprintf(buf, len, "%" PRIu64, p->def);
		break;
	case PARAM_BOOL:
		snprintf(buf, len, "%s", p->def ? "on" : "off");
		break;
	case PARAM_ENUM:
		enum_word(p->unit, p->def, buf, len);
		break;
	case PARAM_RATE:
		snprintf(buf, len, "auto");
		break;
	}
}

static void add_accepted(const struct param *p, struct why *why)
{
	switch (p->kind) {
	case PARAM_U32:
	case PARAM_U64:
		why_add(why, "accepted: %" PRIu64 " to %" PRIu64 " (%s)", p->lo,
			p->hi, p->unit);
		break;
	case PARAM_BOOL:
		why_add(why, "accepted: on, off");
		break;
	case PARAM_ENUM:
		why_add(why, "accepted: ");
		for (const char *c = p->unit; *c; c++)
			why_add(why, *c == '|' ? ", " : "%c", *c);
		break;
	case PARAM_RATE:
		why_add(why,
			"accepted: auto or one of the names of `hwsimctl help rates`");
		break;
	}
}

/* --- reading --- */

static int read_bool(const char *text, u64 *value)
{
	static const char *const words[] = { "off", "on", "0",
					     "1",   "false", "true" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (strcmp(text, words[i]) == 0) {
			*value = i % 2;
			return 0;
		}
	}
	return -EINVAL;
}

static int read_rate(const struct param *p, const char *text,
		     struct param_value *value, struct why *why)
{
	struct hwx_rate rate;
	const char *clause = "unknown";

	if (strcmp(text, "auto") == 0) {
		strcpy(value->rate, "auto");
		return 0;
	}
	if (hwx_rate_parse(text, &rate, &clause)) {
		why_set(why, "%s %s: %s; ", p->name, quote(text).text, clause);
		add_accepted(p, why);
		return -EINVAL;
	}
	hwx_rate_format(&rate, value->rate, sizeof(value->rate));
	return 0;
}

static int read_value(const struct param *p, const char *text,
		      struct param_value *value, struct why *why)
{
	bool good = false;

	switch (p->kind) {
	case PARAM_U32:
	case PARAM_U64:
		good = read_number(text, p->lo, p->hi, &value->number) == 0;
		break;
	case PARAM_BOOL:
		good = read_bool(text, &value->number) == 0;
		break;
	case PARAM_ENUM:
		good = enum_index(p->unit, text, &value->number);
		break;
	case PARAM_RATE:
		return read_rate(p, text, value, why);
	}
	if (good)
		return 0;
	why_set(why, "%s: bad value %s, ", p->name, quote(text).text);
	add_accepted(p, why);
	return -EINVAL;
}

static const struct param *find(const struct param_table *table,
				const char *key)
{
	for (size_t i = 0; i < table->count; i++) {
		if (strcmp(table->params[i].name, key) == 0)
			return &table->params[i];
	}
	return NULL;
}

static int unknown_key(const struct param_table *table, const char *key,
		       struct why *why)
{
	why_set(why, "unknown parameter %s of a %s", quote(key).text,
		table->object);
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
		if (!find(tables[i], key))
			continue;
		why_add(why, ": it belongs to a %s", tables[i]->object);
		return -EINVAL;
	}
	why_add(why, ", accepted:");
	for (size_t i = 0; i < table->count; i++)
		why_add(why, "%s %s", i ? "," : "", table->params[i].name);
	return -EINVAL;
}

void param_set_init(struct param_set *set, const struct param_table *table)
{
	memset(set, 0, sizeof(*set));
	set->table = table;
}

int param_set_word(struct param_set *set, const char *key, const char *text,
		   struct why *why)
{
	const struct param *p = find(set->table, key);
	struct param_value value = { .given = true };

	if (!p)
		return unknown_key(set->table, key, why);
	if (!text) {
		why_set(why, "%s: the value is missing, ", key);
		add_accepted(p, why);
		return -EINVAL;
	}
	if (read_value(p, text, &value, why))
		return -EINVAL;
	set->values[p - set->table->params] = value;
	return 0;
}

static int check_life(const struct param_set *set, struct why *why)
{
	const struct param *params = set->table->params;

	for (size_t i = 0; i < set->table->count; i++) {
		if (!set->values[i].given || params[i].life == PARAM_RUN)
			continue;
		why_set(why,
			"%s is fixed when the %s is made, changeable later:",
			params[i].name, set->table->object);
		for (size_t j = 0, n = 0; j < set->table->count; j++) {
			if (params[j].life == PARAM_RUN)
				why_add(why, "%s %s", n++ ? "," : "",
					params[j].name);
		}
		return -EINVAL;
	}
	return 0;
}

int param_set_change(struct param_set *set, int argc, char **argv,
		     struct why *why)
{
	for (int i = 0; i < argc; i += 2) {
		const char *text = i + 1 < argc ? argv[i + 1] : NULL;

		if (param_set_word(set, argv[i], text, why))
			return -EINVAL;
	}
	return check_life(set, why);
}

/* --- netlink --- */

static int put(const struct param *p, const struct param_value *value,
	       struct nl_msg *msg)
{
	char word[32];

	switch (p->kind) {
	case PARAM_U32:
		return nla_put_u32(msg, p->attr, (u32)value->number);
	case PARAM_U64:
		return nla_put_u64(msg, p->attr, value->number);
	case PARAM_BOOL:
		return nla_put_u8(msg, p->attr, value->number != 0);
	case PARAM_ENUM:
		enum_word(p->unit, value->number, word, sizeof(word));
		return nla_put_string(msg, p->attr, word);
	case PARAM_RATE:
		return nla_put_string(msg, p->attr, value->rate);
	}
	return 0;
}

int param_set_put(const struct param_set *set, struct nl_msg *msg)
{
	int err = 0;

	for (size_t i = 0; i < set->table->count && !err; i++) {
		if (set->values[i].given)
			err = put(&set->table->params[i], &set->values[i], msg);
	}
	return err;
}

void param_policy(const struct param_table *table, struct nla_policy *policy)
{
	static const uint16_t types[] = {
		[PARAM_U32] = NLA_U32,
		[PARAM_U64] = NLA_U64,
		[PARAM_BOOL] = NLA_U8,
		[PARAM_ENUM] = NLA_STRING,
		[PARAM_RATE] = NLA_STRING,
	};

	for (size_t i = 0; i < table->count; i++)
		policy[table->params[i].attr].type = types[table->params[i].kind];
}

void params_print(const struct param_table *table, struct nlattr **attrs)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct param *p = &table->params[i];
		struct nlattr *nla = attrs[p->attr];

		if (!nla)
			continue;
		switch (p->kind) {
		case PARAM_U32:
			out_u64(p->name, nla_get_u32(nla));
			break;
		case PARAM_U64:
			out_u64(p->name, nla_get_u64(nla));
			break;
		case PARAM_BOOL:
			out_bool(p->name, nla_get_u8(nla));
			break;
		case PARAM_ENUM:
		case PARAM_RATE:
			out_text(p->name, nla_get_string(nla));
			break;
		}
	}
}
