// SPDX-License-Identifier: GPL-2.0
/*
 * A-MPDUs of any rate, limits and lengths: the builder and the reference
 * agree, no limit is broken, and a refusal names the limit that is.
 */
#include "fuzz.h"

#define FRAMES_MAX 300

static struct hwx_rate pick_rate(struct fuzz_input *input)
{
	static struct hwx_rate rates[REF_RATES_MAX];
	static unsigned int count;

	if (!count)
		count = ref_legal_rates(rates);
	/* the first twelve are legacy */
	return rates[12 + fuzz_take(input, 2) % (count - 12)];
}

static void check_refusal(const struct hwx_rate *rate,
			  const struct hwx_ampdu_limits *limits, u32 frames,
			  u64 bytes, enum hwx_close_reason reason)
{
	switch (reason) {
	case HWX_CLOSE_WINDOW:
		CHECK(frames >= limits->window);
		CHECK(limits->window <= limits->frames);
		break;
	case HWX_CLOSE_FRAMES:
		CHECK(frames >= limits->frames);
		CHECK(limits->frames < limits->window);
		break;
	case HWX_CLOSE_BYTES:
		CHECK(bytes > limits->bytes);
		break;
	case HWX_CLOSE_DURATION:
		CHECK(ref_ppdu_ns(rate, bytes) > limits->ppdu_ns);
		break;
	default:
		CHECK(!"a known reason");
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	struct hwx_rate rate = pick_rate(&input);
	struct hwx_ampdu_limits limits;
	u32 lengths[FRAMES_MAX];
	struct hwx_ampdu ampdu;
	u32 frames = 0;

	limits.frames = 1 + fuzz_take(&input, 1);
	limits.window = 1 + fuzz_take(&input, 1);
	limits.bytes = fuzz_take(&input, 3);
	limits.ppdu_ns = fuzz_take(&input, 3) % (HWX_PPDU_MAX_NS + 1);
	limits.min_spacing_ns = fuzz_take(&input, 2) % 16001;

	hwx_ampdu_init(&ampdu, &rate, &limits);
	while (input.size && frames < FRAMES_MAX) {
		enum hwx_close_reason reason = HWX_CLOSE_REASON_COUNT;
		u64 bytes;
		bool fits;

		lengths[frames] = fuzz_take(&input, 2);
		fits = hwx_ampdu_add(&ampdu, lengths[frames], &reason);
		bytes = ref_ampdu_bytes(&rate, lengths, frames + 1,
					limits.min_spacing_ns);
		if (!fits) {
			CHECK(frames > 0);
			check_refusal(&rate, &limits, frames, bytes, reason);
			continue;
		}
		frames++;
		CHECK(ampdu.frames == frames && ampdu.psdu_bytes == bytes);
		CHECK(frames <= limits.frames && frames <= limits.window);
		CHECK(frames == 1 ||
		      (bytes <= limits.bytes &&
		       ref_ppdu_ns(&rate, bytes) <= limits.ppdu_ns));
		CHECK(hwx_ampdu_full(&ampdu, &reason) ==
		      (frames == limits.frames || frames == limits.window));
	}
	return 0;
}
