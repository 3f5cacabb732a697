// SPDX-License-Identifier: GPL-2.0
/*
 * Parameters: from netlink attributes, with a sentence for each refusal, and
 * back.  The tables come from core/params.h.
 */
#include <net/genetlink.h>

#include "hwx.h"

enum hwx_param_kind { HWX_U32, HWX_U64, HWX_BOOL, HWX_ENUM, HWX_RATE };
enum hwx_param_life { HWX_NEW, HWX_RUN };

/**
 * struct hwx_param - one entry of core/params.h
 * @name: for messages
 * @unit: or the words of an enumeration, separated by '|'
 * @lo: smallest value
 * @hi: largest value
 * @def: default
 * @attr: netlink attribute
 * @offset: in the structure it belongs to
 * @kind: of value
 * @life: when it may be set
 */
struct hwx_param {
	const char *name;
	const char *unit;
	u64 lo;
	u64 hi;
	u64 def;
	u16 attr;
	u16 offset;
	u8 kind;
	u8 life;
};

static const struct hwx_param hwx_radio_params[] = {
#define X(UPPER, name, KIND, lo, hi, def, LIFE, unit, help)		\
	{ #name, unit, lo, hi, def, HWSIM_EXT_A_##UPPER,		\
	  offsetof(struct hwx_params, name), HWX_##KIND, HWX_##LIFE },
	HWX_RADIO_PARAMS(X)
#undef X
};

static const struct hwx_param hwx_medium_params[] = {
#define X(UPPER, name, KIND, lo, hi, def, LIFE, unit, help)		\
	{ #name, unit, lo, hi##ULL, def, HWSIM_EXT_A_##UPPER,		\
	  offsetof(struct hwx_medium_params, name), HWX_##KIND, HWX_##LIFE },
	HWX_MEDIUM_PARAMS(X)
#undef X
};

static const struct hwx_param hwx_link_params[] = {
#define X(UPPER, name, KIND, lo, hi, def, LIFE, unit, help)		\
	{ #name, unit, lo, hi, def, HWSIM_EXT_A_##UPPER,		\
	  offsetof(struct hwx_link_params, name), HWX_##KIND, HWX_##LIFE },
	HWX_LINK_PARAMS(X)
#undef X
};

#define HWX_NLA_U32 NLA_U32
#define HWX_NLA_U64 NLA_U64
#define HWX_NLA_BOOL NLA_U8
#define HWX_NLA_ENUM NLA_NUL_STRING
#define HWX_NLA_RATE NLA_NUL_STRING

const struct nla_policy hwx_policy[HWSIM_EXT_A_MAX + 1] = {
	[HWSIM_EXT_A_RADIO_ID] = { .type = NLA_U32 },
	[HWSIM_EXT_A_NAME] = { .type = NLA_NUL_STRING },
#define X(UPPER, name, KIND, lo, hi, def, LIFE, unit, help)		\
	[HWSIM_EXT_A_##UPPER] = { .type = HWX_NLA_##KIND },
	HWX_RADIO_PARAMS(X)
	HWX_MEDIUM_PARAMS(X)
	HWX_LINK_PARAMS(X)
#undef X
	[HWSIM_EXT_A_ALL] = { .type = NLA_FLAG },
	[HWSIM_EXT_A_FROM] = { .type = NLA_NUL_STRING },
	[HWSIM_EXT_A_TO] = { .type = NLA_NUL_STRING },
};

static u32 *hwx_param_u32(void *base, const struct hwx_param *p)
{
	return base + p->offset;
}

/* Index of a word among "a|b|c", or -1. */
static int hwx_word_index(const char *words, const char *word)
{
	size_t len = strlen(word);
	int index = 0;

	while (*words) {
		const char *end = strchrnul(words, '|');

		if (end - words == len && !memcmp(words, word, len))
			return index;
		words = *end ? end + 1 : end;
		index++;
	}
	return -1;
}

static void hwx_word(const char *words, u32 index, char *buf, size_t size)
{
	const char *end;

	while (index-- && *words) {
		end = strchrnul(words, '|');
		words = *end ? end + 1 : end;
	}
	end = strchrnul(words, '|');
	strscpy(buf, words, min_t(size_t, size, end - words + 1));
}

static int hwx_param_number(const struct hwx_param *p, u64 value, u64 *out,
			    struct netlink_ext_ack *extack)
{
	if (value < p->lo || value > p->hi) {
		hwx_refuse(extack,
				       "%s is out of range: %llu to %llu %s are accepted",
				       p->name, p->lo, p->hi, p->unit);
		return -EINVAL;
	}
	*out = value;
	return 0;
}

static int hwx_param_rate(struct hwx_params *params, const struct nlattr *attr,
			  u64 *out, struct netlink_ext_ack *extack)
{
	const char *text = nla_data(attr), *why;

	*out = strcmp(text, "auto") ? 1 : 0;
	if (*out && hwx_rate_parse(text, &params->fixed_rate, &why)) {
		hwx_refuse(extack,
				       "rate is not known: %s; auto or a name like vht80-nss2-mcs9-sgi is accepted",
				       why);
		return -EINVAL;
	}
	return 0;
}

static int hwx_param_read(void *base, const struct hwx_param *p,
			  const struct nlattr *attr, u64 *out,
			  struct netlink_ext_ack *extack)
{
	int index;

	switch (p->kind) {
	case HWX_U32:
		return hwx_param_number(p, nla_get_u32(attr), out, extack);
	case HWX_U64:
		return hwx_param_number(p, nla_get_u64(attr), out, extack);
	case HWX_BOOL:
		return hwx_param_number(p, nla_get_u8(attr), out, extack);
	case HWX_RATE:
		return hwx_param_rate(base, attr, out, extack);
	}

	index = hwx_word_index(p->unit, nla_data(attr));
	if (index < 0) {
		hwx_refuse(extack,
				       "%s has no such value: %s are accepted",
				       p->name, p->unit);
		return -EINVAL;
	}
	*out = index;
	return 0;
}

/**
 * hwx_params_default() - what a radio is made with
 * @params: filled
 */
void hwx_params_default(struct hwx_params *params)
{
	int i;

	memset(params, 0, sizeof(*params));
	for (i = 0; i < ARRAY_SIZE(hwx_radio_params); i++)
		*hwx_param_u32(params, &hwx_radio_params[i]) =
			hwx_radio_params[i].def;
}

/**
 * hwx_medium_params_default() - what a medium is made with
 * @params: filled
 */
void hwx_medium_params_default(struct hwx_medium_params *params)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(hwx_medium_params); i++)
		*(u64 *)((void *)params + hwx_medium_params[i].offset) =
			hwx_medium_params[i].def;
}

/**
 * hwx_link_params_default() - what a direction has that was never set
 * @params: filled
 */
void hwx_link_params_default(struct hwx_link_params *params)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(hwx_link_params); i++)
		*hwx_param_u32(params, &hwx_link_params[i]) =
			hwx_link_params[i].def;
}

/**
 * hwx_link_params_parse() - take link parameters from a request
 * @params: changed only where an attribute is present
 * @attrs: of the request
 * @extack: gets a sentence on refusal
 *
 * Return: 0 or -EINVAL
 */
int hwx_link_params_parse(struct hwx_link_params *params,
			  struct nlattr **attrs,
			  struct netlink_ext_ack *extack)
{
	const struct hwx_param *p;
	u64 value;
	int i, err;

	for (i = 0; i < ARRAY_SIZE(hwx_link_params); i++) {
		p = &hwx_link_params[i];
		if (!attrs[p->attr])
			continue;
		err = hwx_param_read(params, p, attrs[p->attr], &value, extack);
		if (err)
			return err;
		*hwx_param_u32(params, p) = value;
	}
	return 0;
}

/**
 * hwx_params_parse() - take radio parameters from a request
 * @params: changed only where an attribute is present
 * @attrs: of the request
 * @creating: parameters that are fixed later may be given
 * @extack: gets a sentence on refusal
 *
 * Return: 0 or -EINVAL; then @params may be half changed, so pass a copy
 */
int hwx_params_parse(struct hwx_params *params, struct nlattr **attrs,
		     bool creating, struct netlink_ext_ack *extack)
{
	const struct hwx_param *p;
	u64 value;
	int i, err;

	for (i = 0; i < ARRAY_SIZE(hwx_radio_params); i++) {
		p = &hwx_radio_params[i];
		if (!attrs[p->attr])
			continue;
		if (!creating && p->life == HWX_NEW) {
			hwx_refuse(extack,
					       "%s is fixed when the radio is made",
					       p->name);
			return -EINVAL;
		}
		err = hwx_param_read(params, p, attrs[p->attr], &value, extack);
		if (err)
			return err;
		*hwx_param_u32(params, p) = value;
	}
	if (params->hwq_ppdus && params->tx_mode == HWX_TX_PULL) {
		hwx_refuse(extack,
			   "hwq_ppdus is for tx_mode push: a driver that builds PPDUs is not fetched from");
		return -EINVAL;
	}
	return hwx_tso_check(params, extack);
}

/**
 * hwx_medium_params_parse() - take medium parameters from a request
 * @params: changed only where an attribute is present
 * @attrs: of the request
 * @extack: gets a sentence on refusal
 *
 * Return: 0 or -EINVAL
 */
int hwx_medium_params_parse(struct hwx_medium_params *params,
			    struct nlattr **attrs,
			    struct netlink_ext_ack *extack)
{
	const struct hwx_param *p;
	int i, err;

	for (i = 0; i < ARRAY_SIZE(hwx_medium_params); i++) {
		p = &hwx_medium_params[i];
		if (!attrs[p->attr])
			continue;
		err = hwx_param_read(params, p, attrs[p->attr],
				     (void *)params + p->offset, extack);
		if (err)
			return err;
	}
	return 0;
}

static int hwx_param_put(struct sk_buff *msg, const struct hwx_param *p,
			 u64 value, const struct hwx_rate *rate)
{
	char word[HWX_RATE_NAME_MAX] = "auto";

	switch (p->kind) {
	case HWX_U32:
		return nla_put_u32(msg, p->attr, value);
	case HWX_U64:
		return nla_put_u64_64bit(msg, p->attr, value, HWSIM_EXT_A_PAD);
	case HWX_BOOL:
		return nla_put_u8(msg, p->attr, value);
	case HWX_ENUM:
		hwx_word(p->unit, value, word, sizeof(word));
		break;
	case HWX_RATE:
		if (value)
			hwx_rate_format(rate, word, sizeof(word));
		break;
	}
	return nla_put_string(msg, p->attr, word);
}

/**
 * hwx_params_fill() - put all radio parameters into a message
 * @msg: has room, or the call fails
 * @params: a consistent copy
 *
 * Return: 0 or -EMSGSIZE
 */
int hwx_params_fill(struct sk_buff *msg, const struct hwx_params *params)
{
	const struct hwx_param *p;
	int i, err;

	for (i = 0; i < ARRAY_SIZE(hwx_radio_params); i++) {
		p = &hwx_radio_params[i];
		err = hwx_param_put(msg, p,
				    *(const u32 *)((const void *)params + p->offset),
				    &params->fixed_rate);
		if (err)
			return err;
	}
	return 0;
}

/**
 * hwx_medium_params_fill() - put all medium parameters into a message
 * @msg: has room, or the call fails
 * @params: a consistent copy
 *
 * Return: 0 or -EMSGSIZE
 */
int hwx_medium_params_fill(struct sk_buff *msg,
			   const struct hwx_medium_params *params)
{
	const struct hwx_param *p;
	int i, err;

	for (i = 0; i < ARRAY_SIZE(hwx_medium_params); i++) {
		p = &hwx_medium_params[i];
		err = hwx_param_put(msg, p,
				    *(const u64 *)((const void *)params + p->offset),
				    NULL);
		if (err)
			return err;
	}
	return 0;
}

/**
 * hwx_link_params_fill() - put all link parameters into a message
 * @msg: has room, or the call fails
 * @params: a consistent copy
 *
 * Return: 0 or -EMSGSIZE
 */
int hwx_link_params_fill(struct sk_buff *msg,
			 const struct hwx_link_params *params)
{
	const struct hwx_param *p;
	int i, err;

	for (i = 0; i < ARRAY_SIZE(hwx_link_params); i++) {
		p = &hwx_link_params[i];
		err = hwx_param_put(msg, p,
				    *(const u32 *)((const void *)params + p->offset),
				    NULL);
		if (err)
			return err;
	}
	return 0;
}
