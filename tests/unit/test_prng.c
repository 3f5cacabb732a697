// SPDX-License-Identifier: GPL-2.0
/*
 * The generator: published numbers, then fairness.
 */
#include "test.h"

/* splitmix64 from the states 0 and 1234567, as published */
static void seed_is_splitmix64(void **state)
{
	static const struct {
		u64 seed;
		u64 s[4];
	} cases[] = {
		{ 0,
		  { 0xe220a8397b1dcdafULL, 0x6e789e6aa1b965f4ULL,
		    0x06c45d188009454fULL, 0xf88bb8a8724c81ecULL } },
		{ 1234567,
		  { 6457827717110365317ULL, 3203168211198807973ULL,
		    9817491932198370423ULL, 4593380528125082431ULL } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_prng prng;

		hwx_prng_seed(&prng, cases[i].seed);
		assert_memory_equal(prng.s, cases[i].s, sizeof(prng.s));
	}
}

/* xoshiro256** from the state 1, 2, 3, 4 */
static void sequence_is_xoshiro256ss(void **state)
{
	static const u64 expected[] = {
		11520ULL, 0ULL, 1509978240ULL, 1215971899390074240ULL,
		1216172134540287360ULL, 607988272756665600ULL,
		16172922978634559625ULL, 8476171486693032832ULL,
		10595114339597558777ULL, 2904607092377533576ULL,
	};
	struct hwx_prng prng = { { 1, 2, 3, 4 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(expected); i++)
		assert_int_equal(hwx_prng_u64(&prng), expected[i]);
}

static void same_seed_same_sequence(void **state)
{
	struct hwx_prng a, b, c;
	unsigned int equal = 0;

	(void)state;
	hwx_prng_seed(&a, 7);
	hwx_prng_seed(&b, 7);
	hwx_prng_seed(&c, 8);
	for (int i = 0; i < 1000; i++) {
		u64 number = hwx_prng_u64(&a);

		assert_int_equal(number, hwx_prng_u64(&b));
		equal += number == hwx_prng_u64(&c);
	}
	assert_int_equal(equal, 0);
}

static void below_is_below(void **state)
{
	static const u32 bounds[] = { 0, 1, 2, 3, 16, 1024, 0x80000001,
				      UINT32_MAX };
	struct hwx_prng prng;

	(void)state;
	hwx_prng_seed(&prng, 1);
	for (size_t i = 0; i < ARRAY_SIZE(bounds); i++)
		for (int draw = 0; draw < 10000; draw++)
			assert_true(hwx_prng_below(&prng, bounds[i]) <
				    (bounds[i] ? bounds[i] : 1));
}

/* chi-square of counts that should be equal, against mean + 4.5 sigma */
static void assert_uniform(const u32 *counts, unsigned int bins, u32 draws)
{
	double expected = (double)draws / bins, chi2 = 0, excess;

	for (unsigned int i = 0; i < bins; i++)
		chi2 += (counts[i] - expected) * (counts[i] - expected) /
			expected;
	excess = chi2 - (bins - 1);
	if (excess > 0 && excess * excess > 4.5 * 4.5 * 2 * (bins - 1))
		fail_msg("chi-square %g for %u bins", chi2, bins);
}

static void below_is_uniform(void **state)
{
	static const u32 bounds[] = { 2, 3, 7, 16, 32, 100, 1000, 1024 };
	enum { DRAWS = 1000000 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bounds); i++) {
		u32 counts[1024] = {};
		struct hwx_prng prng;

		hwx_prng_seed(&prng, 42 + i);
		for (int draw = 0; draw < DRAWS; draw++)
			counts[hwx_prng_below(&prng, bounds[i])]++;
		assert_uniform(counts, bounds[i], DRAWS);
	}
}

/*
 * With 3 * 2^30 a remainder or a product that rejects nothing favours some
 * numbers two to one: by size in the first case, by remainder in the second.
 */
static void below_rejects_the_unfair(void **state)
{
	enum { DRAWS = 300000 };
	u32 by_size[3] = {}, by_remainder[3] = {};
	struct hwx_prng prng;

	(void)state;
	hwx_prng_seed(&prng, 1);
	for (int draw = 0; draw < DRAWS; draw++) {
		u32 number = hwx_prng_below(&prng, 3U << 30);

		by_size[number >> 30]++;
		by_remainder[number % 3]++;
	}
	assert_uniform(by_size, 3, DRAWS);
	assert_uniform(by_remainder, 3, DRAWS);
}

static void every_bit_is_fair(void **state)
{
	enum { DRAWS = 200000 };
	u32 ones[64] = {};
	struct hwx_prng prng;

	(void)state;
	hwx_prng_seed(&prng, 1);
	for (int draw = 0; draw < DRAWS; draw++) {
		u64 number = hwx_prng_u64(&prng);

		for (int bit = 0; bit < 64; bit++)
			ones[bit] += number >> bit & 1;
	}
	for (int bit = 0; bit < 64; bit++) {
		u32 counts[2] = { ones[bit], DRAWS - ones[bit] };

		assert_uniform(counts, 2, DRAWS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seed_is_splitmix64),
		cmocka_unit_test(sequence_is_xoshiro256ss),
		cmocka_unit_test(same_seed_same_sequence),
		cmocka_unit_test(below_is_below),
		cmocka_unit_test(below_is_uniform),
		cmocka_unit_test(below_rejects_the_unfair),
		cmocka_unit_test(every_bit_is_fair),
	};

	return cmocka_run_group_tests_name("prng", tests, NULL, NULL);
}
