// SPDX-License-Identifier: GPL-2.0
/*
 * Any bytes as a profile of hwsimctl: either all values are in range, or the
 * sentence names file and line and nothing was changed.
 */
#include <string.h>

#include "fuzz.h"
#include "hwsimctl.h"

const char program[] = "fuzz_profile";
bool opt_json;

static void check_values(const struct param_set *set)
{
	for (size_t i = 0; i < set->table->count; i++) {
		const struct param *p = &set->table->params[i];
		const struct param_value *v = &set->values[i];
		struct hwx_rate rate;
		const char *clause;

		if (!v->given)
			continue;
		if (p->kind == PARAM_RATE)
			CHECK(!strcmp(v->rate, "auto") ||
			      !hwx_rate_parse(v->rate, &rate, &clause));
		else
			CHECK(v->number >= p->lo && v->number <= p->hi);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct param_set nothing;
	struct param_set set;
	struct why why = { "" };

	param_set_init(&set, &radio_params);
	if (profile_parse("f", (const char *)data, size, &set, &why) == 0) {
		check_values(&set);
		return 0;
	}
	CHECK(!strncmp(why.text, "f:", 2) && strchr("123456789", why.text[2]));
	CHECK(!strchr(why.text, '\n'));
	CHECK(!memcmp(set.values, nothing.values, sizeof(set.values)));
	return 0;
}
