// SPDX-License-Identifier: GPL-2.0
/*
 * The A-MPDU builder: worked examples, then random ones against the
 * reference.
 */
#include "test.h"

#define HT_MAX_BYTES 65535
#define VHT_MAX_BYTES 1048575

/* add equal MPDUs until refused; the count, and why it ended */
static u32 fill(struct hwx_ampdu *ampdu, u32 mpdu_bytes,
		enum hwx_close_reason *reason)
{
	while (hwx_ampdu_add(ampdu, mpdu_bytes, reason))
		;
	return ampdu->frames;
}

static void worked_examples(void **state)
{
	static const struct {
		const char *rate;
		struct hwx_ampdu_limits limits;
		u32 mpdu_bytes;
		u32 frames;
		u32 psdu_bytes;
		enum hwx_close_reason reason;
	} cases[] = {
		{ "vht80-nss2-mcs9-sgi", { 64, 64, VHT_MAX_BYTES, 5484000, 0 },
		  1538, 64, 98814, HWX_CLOSE_WINDOW },
		{ "vht80-nss2-mcs9-sgi", { 32, 64, VHT_MAX_BYTES, 4000000, 0 },
		  1538, 32, 49406, HWX_CLOSE_FRAMES },
		{ "vht80-nss2-mcs9-sgi", { 64, 32, VHT_MAX_BYTES, 4000000, 0 },
		  1538, 32, 49406, HWX_CLOSE_WINDOW },
		/* the window ignored: 4 ms allow 277 */
		{ "vht80-nss2-mcs9-sgi",
		  { 1000, 1000, VHT_MAX_BYTES, 4000000, 0 },
		  1538, 277, 427686, HWX_CLOSE_DURATION },
		{ "vht80-nss2-mcs0-sgi", { 64, 64, VHT_MAX_BYTES, 5484000, 0 },
		  1538, 28, 43230, HWX_CLOSE_DURATION },
		{ "vht20-nss1-mcs8-sgi", { 64, 64, VHT_MAX_BYTES, 5484000, 0 },
		  1538, 38, 58670, HWX_CLOSE_DURATION },
		{ "vht20-nss1-mcs8", { 64, 64, VHT_MAX_BYTES, 5484000, 0 },
		  1538, 34, 52494, HWX_CLOSE_DURATION },
		{ "ht20-mcs15-sgi", { 64, 64, HT_MAX_BYTES, 4000000, 0 },
		  1538, 42, 64846, HWX_CLOSE_BYTES },
		{ "ht20-mcs15-sgi", { 64, 64, 1 << 20, 4000000, 0 },
		  1538, 46, 71022, HWX_CLOSE_DURATION },
		{ "ht20-mcs15-sgi", { 32, 64, HT_MAX_BYTES, 4000000, 0 },
		  1538, 32, 49406, HWX_CLOSE_FRAMES },
		{ "he80-nss2-mcs11-gi800", { 256, 256, 4194303, 5484000, 0 },
		  1538, 256, 395262, HWX_CLOSE_WINDOW },
		/* 16 us at 866.7 Mb/s are 1733.3 bytes, in delimiters 1736 */
		{ "vht80-nss2-mcs9-sgi",
		  { 64, 64, VHT_MAX_BYTES, 5484000, 16000 },
		  100, 64, 63 * 1736 + 104, HWX_CLOSE_WINDOW },
		/* as many bytes as the limit and not one more */
		{ "ht20-mcs7", { 64, 64, 3 * 104 + 104, 4000000, 0 },
		  100, 4, 416, HWX_CLOSE_BYTES },
		{ "ht20-mcs7", { 64, 64, 3 * 104 + 103, 4000000, 0 },
		  100, 3, 312, HWX_CLOSE_BYTES },
		/* equal limits: 65000 kb/s for 40 + 160 us are 1297 bytes */
		{ "ht20-mcs7", { 64, 64, 1297, 196000, 0 },
		  100, 12, 11 * 104 + 104, HWX_CLOSE_BYTES },
		{ "ht20-mcs7", { 64, 64, 1298, 196000, 0 },
		  100, 12, 11 * 104 + 104, HWX_CLOSE_DURATION },
		/* a frame too long for any limit still goes, alone */
		{ "ht20-mcs0", { 64, 64, 1000, 100000, 0 },
		  1538, 1, 1542, HWX_CLOSE_DURATION },
		{ "ht20-mcs7", { 1, 1, 0, 0, 0 },
		  1538, 1, 1542, HWX_CLOSE_WINDOW },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_rate rate = rate_named(cases[i].rate);
		enum hwx_close_reason reason = HWX_CLOSE_REASON_COUNT;
		struct hwx_ampdu ampdu;

		hwx_ampdu_init(&ampdu, &rate, &cases[i].limits);
		fill(&ampdu, cases[i].mpdu_bytes, &reason);
		if (ampdu.frames != cases[i].frames ||
		    ampdu.psdu_bytes != cases[i].psdu_bytes ||
		    reason != cases[i].reason)
			fail_msg("case %zu: %u MPDUs, %u bytes, reason %d", i,
				 ampdu.frames, ampdu.psdu_bytes, reason);
	}
}

static void a_shorter_frame_may_fit_after_a_refusal(void **state)
{
	const struct hwx_ampdu_limits limits = { 64, 64, 2000, 4000000, 0 };
	struct hwx_rate rate = rate_named("ht20-mcs7");
	enum hwx_close_reason reason;
	struct hwx_ampdu ampdu;

	(void)state;
	hwx_ampdu_init(&ampdu, &rate, &limits);
	assert_true(hwx_ampdu_add(&ampdu, 1538, &reason));
	assert_false(hwx_ampdu_add(&ampdu, 1538, &reason));
	assert_int_equal(reason, HWX_CLOSE_BYTES);
	assert_false(hwx_ampdu_full(&ampdu, &reason));
	assert_true(hwx_ampdu_add(&ampdu, 66, &reason));
	assert_int_equal(ampdu.psdu_bytes, 1544 + 70);
}

static void full_tells_before_the_next_frame(void **state)
{
	const struct hwx_ampdu_limits limits = { 2, 3, 65535, 4000000, 0 };
	struct hwx_rate rate = rate_named("ht20-mcs7");
	enum hwx_close_reason reason = HWX_CLOSE_REASON_COUNT;
	struct hwx_ampdu ampdu;

	(void)state;
	hwx_ampdu_init(&ampdu, &rate, &limits);
	assert_false(hwx_ampdu_full(&ampdu, &reason));
	assert_true(hwx_ampdu_add(&ampdu, 66, &reason));
	assert_false(hwx_ampdu_full(&ampdu, &reason));
	assert_int_equal(reason, HWX_CLOSE_REASON_COUNT);
	assert_true(hwx_ampdu_add(&ampdu, 66, &reason));
	assert_true(hwx_ampdu_full(&ampdu, &reason));
	assert_int_equal(reason, HWX_CLOSE_FRAMES);
}

static struct hwx_rate random_rate(struct hwx_prng *prng)
{
	static struct hwx_rate rates[REF_RATES_MAX];
	static unsigned int count;

	if (!count)
		count = ref_legal_rates(rates);
	/* the first twelve are legacy */
	return rates[12 + hwx_prng_below(prng, count - 12)];
}

/* a refused frame would have broken the limit that was named */
static void assert_refusal(const struct hwx_rate *rate,
			   const struct hwx_ampdu_limits *limits,
			   const u32 *mpdu_bytes, u32 frames,
			   enum hwx_close_reason reason)
{
	u64 bytes = ref_ampdu_bytes(rate, mpdu_bytes, frames + 1,
				    limits->min_spacing_ns);

	switch (reason) {
	case HWX_CLOSE_WINDOW:
		assert_int_equal(frames, limits->window);
		break;
	case HWX_CLOSE_FRAMES:
		assert_int_equal(frames, limits->frames);
		break;
	case HWX_CLOSE_BYTES:
		assert_true(bytes > limits->bytes);
		break;
	case HWX_CLOSE_DURATION:
		assert_true(ref_ppdu_ns(rate, bytes) > limits->ppdu_ns);
		break;
	default:
		fail_msg("reason %d", reason);
	}
}

static void random_ones_keep_their_limits(void **state)
{
	struct hwx_prng prng;

	(void)state;
	hwx_prng_seed(&prng, 1);
	for (int round = 0; round < 20000; round++) {
		struct hwx_rate rate = random_rate(&prng);
		struct hwx_ampdu_limits limits = {
			.frames = 1 + hwx_prng_below(&prng, 256),
			.window = 1 + hwx_prng_below(&prng, 256),
			.bytes = 1 + hwx_prng_below(&prng, 200000),
			.ppdu_ns = hwx_prng_below(&prng, HWX_PPDU_MAX_NS),
			.min_spacing_ns = 250 * hwx_prng_below(&prng, 65),
		};
		u32 longest = 1 + hwx_prng_below(&prng, 11454);
		u32 mpdu_bytes[300];
		enum hwx_close_reason reason;
		struct hwx_ampdu ampdu;
		u32 frames = 0;
		u64 bytes;

		hwx_ampdu_init(&ampdu, &rate, &limits);
		do {
			mpdu_bytes[frames] = 1 + hwx_prng_below(&prng, longest);
		} while (hwx_ampdu_add(&ampdu, mpdu_bytes[frames], &reason) &&
			 ++frames < ARRAY_SIZE(mpdu_bytes));

		bytes = ref_ampdu_bytes(&rate, mpdu_bytes, frames,
					limits.min_spacing_ns);
		assert_int_equal(ampdu.frames, frames);
		assert_int_equal(ampdu.psdu_bytes, bytes);
		assert_in_range(frames, 1, limits.frames);
		assert_in_range(frames, 1, limits.window);
		if (frames > 1) {
			assert_true(bytes <= limits.bytes);
			assert_true(ref_ppdu_ns(&rate, bytes) <=
				    limits.ppdu_ns);
		}
		assert_refusal(&rate, &limits, mpdu_bytes, frames, reason);
	}
}

/* an MPDU as long as the room fits, one byte longer does not */
static void room_is_exact(void **state)
{
	struct hwx_prng prng;

	(void)state;
	hwx_prng_seed(&prng, 2);
	for (int round = 0; round < 20000; round++) {
		struct hwx_rate rate = random_rate(&prng);
		struct hwx_ampdu_limits limits = {
			.frames = 256, .window = 256,
			.bytes = 1 + hwx_prng_below(&prng, 100000),
			.ppdu_ns = hwx_prng_below(&prng, HWX_PPDU_MAX_NS),
			.min_spacing_ns = 250 * hwx_prng_below(&prng, 65),
		};
		u32 frames = 1 + hwx_prng_below(&prng, 20), room;
		enum hwx_close_reason reason;
		struct hwx_ampdu ampdu, longer;

		hwx_ampdu_init(&ampdu, &rate, &limits);
		while (frames-- &&
		       hwx_ampdu_add(&ampdu, 1 + hwx_prng_below(&prng, 3000),
				     &reason))
			;
		room = hwx_ampdu_room(&ampdu);
		longer = ampdu;
		assert_false(hwx_ampdu_add(&longer, room + 1, &reason));
		if (room > 0)
			assert_true(hwx_ampdu_add(&ampdu, room, &reason));
	}
}

static void single_mpdu(void **state)
{
	static const struct {
		const char *rate;
		u32 bytes;
	} cases[] = {
		{ "legacy-54", 1538 },
		{ "ht20-mcs15-sgi", 1538 },
		{ "vht80-nss2-mcs9-sgi", 1542 },
		{ "he80-nss2-mcs11-gi800", 1542 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hwx_rate rate = rate_named(cases[i].rate);

		assert_int_equal(hwx_smpdu_bytes(&rate, 1538), cases[i].bytes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(worked_examples),
		cmocka_unit_test(a_shorter_frame_may_fit_after_a_refusal),
		cmocka_unit_test(full_tells_before_the_next_frame),
		cmocka_unit_test(random_ones_keep_their_limits),
		cmocka_unit_test(room_is_exact),
		cmocka_unit_test(single_mpdu),
	};

	return cmocka_run_group_tests_name("ampdu", tests, NULL, NULL);
}
