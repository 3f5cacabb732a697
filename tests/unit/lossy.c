// SPDX-License-Identifier: GPL-2.0
#include "lossy.h"
#include "window.h"

struct lossy_run {
	struct hwx_window window;
	struct hwx_prng prng;
	u32 loss_ppm;
	u64 sent, delivered;
};

/* pending numbers first, then new ones; losses are struck out of the bitmap */
static u32 send_ampdu(struct lossy_run *run)
{
	u16 start = run->window.start, seq;
	u8 bitmap[HWX_WINDOW_MAX / 8] = {};
	u32 frames = 0;

	while (hwx_window_take(&run->window, &seq))
		;
	for (seq = start; hwx_window_next_pending(&run->window, &seq);
	     seq = (seq + 1) % HWX_SEQ_COUNT) {
		u32 bit = (seq + HWX_SEQ_COUNT - start) % HWX_SEQ_COUNT;

		frames++;
		if (hwx_prng_below(&run->prng, 1000000) >= run->loss_ppm)
			bitmap[bit / 8] |= 1 << bit % 8;
	}
	run->sent += frames;
	run->delivered += hwx_window_block_ack(&run->window, start, bitmap,
					       run->window.size);
	return frames;
}

struct lossy_result lossy_run(const struct exchange_case *c, u32 loss_ppm,
			      unsigned int ppdus)
{
	struct lossy_run run = { .loss_ppm = loss_ppm };
	u64 time_ns = 0;

	hwx_prng_seed(&run.prng, 1);
	hwx_window_init(&run.window, 4000, c->window);
	for (unsigned int i = 0; i < ppdus; i++) {
		struct exchange_case one = *c;

		one.frames = send_ampdu(&run);
		time_ns += exchange_run(&one).cycle_ns;
	}
	return (struct lossy_result){
		.mean_ampdu = (double)run.sent / ppdus,
		.goodput_mbps = 8e3 * run.delivered * c->payload_bytes /
				time_ns,
		.tries_per_mpdu = (double)run.sent / run.delivered,
	};
}
