// SPDX-License-Identifier: GPL-2.0
/*
 * The A-MSDU builder: limits of peers, worked examples, then random ones.
 */
#include "amsdu.h"
#include "test.h"

static void limits_follow_peer_and_rate(void **state)
{
	static const struct {
		struct hwx_amsdu_peer peer;
		enum hwx_rate_mode mode;
		u32 wanted;
		struct hwx_amsdu_limits limits;
	} cases[] = {
		{ { false, 0, false, 0 }, HWX_MODE_HT, 3, { 3, 3839, 4095 } },
		{ { true, 0, false, 0 }, HWX_MODE_HT, 3, { 3, 7935, 4095 } },
		/* an HT PPDU to a VHT peer */
		{ { true, 2, true, 0 }, HWX_MODE_HT, 3, { 3, 7935, 4095 } },
		{ { false, 0, true, 0 }, HWX_MODE_VHT, 16,
		  { 16, U32_MAX, 3895 } },
		{ { true, 1, true, 0 }, HWX_MODE_VHT, 1,
		  { 1, U32_MAX, 7991 } },
		{ { true, 2, true, 0 }, HWX_MODE_HE, 2,
		  { 2, U32_MAX, 11454 } },
		/* a reserved value is taken as the longest */
		{ { true, 3, true, 0 }, HWX_MODE_VHT, 2,
		  { 2, U32_MAX, 11454 } },
		/* HE at 2.4 GHz */
		{ { false, 0, false, 0 }, HWX_MODE_HE, 2,
		  { 2, 3839, U32_MAX } },
		/* the peer counts MSDUs */
		{ { true, 2, true, 8 }, HWX_MODE_VHT, 16,
		  { 8, U32_MAX, 11454 } },
		{ { true, 2, true, 8 }, HWX_MODE_VHT, 3,
		  { 3, U32_MAX, 11454 } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_amsdu_limits limits;

		hwx_amsdu_limits_of(&limits, &cases[i].peer, cases[i].mode,
				    cases[i].wanted);
		if (memcmp(&limits, &cases[i].limits, sizeof(limits)))
			fail_msg("case %zu: %u MSDUs, A-MSDU %u, MPDU %u", i,
				 limits.msdus, limits.amsdu_bytes,
				 limits.mpdu_bytes);
	}
}

static void worked_examples(void **state)
{
	static const struct {
		struct hwx_amsdu_limits limits;
		u32 msdu_bytes, room_bytes;
		u32 msdus, mpdu_bytes;
	} cases[] = {
		/* a single MSDU has no subframe header */
		{ { 1, U32_MAX, 11454 }, 1508, U32_MAX, 1, 1538 },
		/* 14 + 1508 is padded to 1524 */
		{ { 2, U32_MAX, 11454 }, 1508, U32_MAX, 2, 3076 },
		{ { 3, U32_MAX, 11454 }, 1508, U32_MAX, 3, 4600 },
		/* no padding where none is needed */
		{ { 2, U32_MAX, 11454 }, 50, U32_MAX, 2, 30 + 2 * 64 },
		/* eight would be 30 + 7 * 1524 + 1522 = 12220 */
		{ { 16, U32_MAX, 11454 }, 1508, U32_MAX, 7, 10696 },
		{ { 16, U32_MAX, 7991 }, 1508, U32_MAX, 5, 7648 },
		{ { 16, U32_MAX, 3895 }, 1508, U32_MAX, 2, 3076 },
		/* HT: the A-MSDU would hold five, the MPDU in an A-MPDU two */
		{ { 16, 7935, 4095 }, 1508, U32_MAX, 2, 3076 },
		{ { 16, 3839, U32_MAX }, 1508, U32_MAX, 2, 3076 },
		/* limits to the byte */
		{ { 16, U32_MAX, 4600 }, 1508, U32_MAX, 3, 4600 },
		{ { 16, U32_MAX, 4599 }, 1508, U32_MAX, 2, 3076 },
		{ { 16, 4570, U32_MAX }, 1508, U32_MAX, 3, 4600 },
		{ { 16, 4569, U32_MAX }, 1508, U32_MAX, 2, 3076 },
		{ { 16, U32_MAX, 11454 }, 1508, 4600, 3, 4600 },
		{ { 16, U32_MAX, 11454 }, 1508, 4599, 2, 3076 },
		/* no room at all: the first MSDU is not refused */
		{ { 16, 100, 100 }, 1508, 0, 1, 1538 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_amsdu amsdu;

		hwx_amsdu_init(&amsdu, &cases[i].limits, 30,
			       cases[i].msdu_bytes);
		while (hwx_amsdu_add(&amsdu, cases[i].msdu_bytes,
				     cases[i].room_bytes))
			;
		if (amsdu.msdus != cases[i].msdus ||
		    hwx_amsdu_mpdu_bytes(&amsdu) != cases[i].mpdu_bytes)
			fail_msg("case %zu: %u MSDUs, %u bytes", i, amsdu.msdus,
				 hwx_amsdu_mpdu_bytes(&amsdu));
	}
}

/* every subframe begins at a multiple of 4, and no limit is broken */
static void random_ones_keep_their_limits(void **state)
{
	struct hwx_prng prng;

	(void)state;
	hwx_prng_seed(&prng, 1);
	for (int round = 0; round < 20000; round++) {
		struct hwx_amsdu_limits limits = {
			.msdus = 1 + hwx_prng_below(&prng, 16),
			.amsdu_bytes = hwx_prng_below(&prng, 8000),
			.mpdu_bytes = hwx_prng_below(&prng, 12000),
		};
		u32 overhead = 30 + hwx_prng_below(&prng, 25);
		u32 room = hwx_prng_below(&prng, 12000);
		u32 end = HWX_SUBFRAME_HEADER_BYTES, msdus = 1, bytes;
		struct hwx_amsdu amsdu;

		bytes = 8 + hwx_prng_below(&prng, 1500);
		hwx_amsdu_init(&amsdu, &limits, overhead, bytes);
		assert_int_equal(hwx_amsdu_mpdu_bytes(&amsdu),
				 overhead + bytes);
		end += bytes;
		for (;;) {
			u32 next;

			bytes = 8 + hwx_prng_below(&prng, 1500);
			next = end + (4 - end % 4) % 4 +
			       HWX_SUBFRAME_HEADER_BYTES + bytes;
			if (!hwx_amsdu_add(&amsdu, bytes, room)) {
				assert_true(msdus == limits.msdus ||
					    next > limits.amsdu_bytes ||
					    next + overhead > room ||
					    next + overhead >
						    limits.mpdu_bytes);
				break;
			}
			msdus++;
			end = next;
			assert_true(msdus <= limits.msdus);
			assert_true(end <= limits.amsdu_bytes);
			assert_true(end + overhead <= limits.mpdu_bytes);
			assert_true(end + overhead <= room);
			assert_int_equal(amsdu.msdus, msdus);
			assert_int_equal(hwx_amsdu_mpdu_bytes(&amsdu),
					 end + overhead);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(limits_follow_peer_and_rate),
		cmocka_unit_test(worked_examples),
		cmocka_unit_test(random_ones_keep_their_limits),
	};

	return cmocka_run_group_tests_name("amsdu", tests, NULL, NULL);
}
