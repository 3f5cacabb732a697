// SPDX-License-Identifier: GPL-2.0
/*
 * Where in its chain of rates a sender is.
 */
#include "chain.h"
#include "test.h"

/* stages: the entries used by one transmission after the other */
static const struct {
	const char *what;
	u8 counts[HWX_CHAIN_MAX];
	const char *stages;
} chains[] = {
	{ "one rate", { 11 }, "00000000000000" },
	{ "as minstrel_ht gives them", { 3, 2, 2, 4 }, "00011223333333" },
	{ "a sample", { 1, 4, 4, 2 }, "01111222233333" },
	{ "two entries", { 2, 2 }, "00111111111111" },
	{ "a hole ends it", { 2, 0, 2, 2 }, "00000000000000" },
	{ "nothing at all", { 0 }, "00000000000000" },
	{ "first one is useless", { 0, 1, 1, 1 }, "12333333333333" },
};

static void goes_down_entry_by_entry(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(chains); i++)
		for (u32 sent = 0; chains[i].stages[sent]; sent++) {
			u32 stage = hwx_chain_stage(chains[i].counts,
						    HWX_CHAIN_MAX, sent);

			if (stage != (u32)(chains[i].stages[sent] - '0'))
				fail_msg("%s: %u after %u", chains[i].what,
					 stage, sent);
		}
}

/* every entry but the last is used as often as it says */
static void counts_are_kept(void **state)
{
	u8 counts[HWX_CHAIN_MAX];

	(void)state;
	for (u32 number = 0; number < 1 << 16; number++) {
		u32 used[HWX_CHAIN_MAX] = {}, total = 0, i;

		for (i = 0; i < HWX_CHAIN_MAX; i++) {
			counts[i] = 1 + (number >> (4 * i) & 15);
			total += counts[i];
		}
		for (i = 0; i < total; i++)
			used[hwx_chain_stage(counts, HWX_CHAIN_MAX, i)]++;
		for (i = 0; i < HWX_CHAIN_MAX; i++)
			assert_int_equal(used[i], counts[i]);
		assert_int_equal(hwx_chain_stage(counts, HWX_CHAIN_MAX, 255),
				 HWX_CHAIN_MAX - 1);
	}
}

static void entries_beyond_the_end_do_not_count(void **state)
{
	static const u8 counts[HWX_CHAIN_MAX] = { 1, 1, 1, 1 };

	(void)state;
	for (u32 n = 1; n <= HWX_CHAIN_MAX; n++)
		assert_int_equal(hwx_chain_stage(counts, n, 100), n - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(goes_down_entry_by_entry),
		cmocka_unit_test(counts_are_kept),
		cmocka_unit_test(entries_beyond_the_end_do_not_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
