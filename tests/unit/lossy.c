// SPDX-License-Identifier: GPL-2.0
#include "lossy.h"
#include "seq.h"

#define WINDOW_MAX 256

struct lossy_run {
	u16 retry[WINDOW_MAX];
	u32 n_retry;
	u16 next;
	u16 window;
	struct hwx_prng prng;
	u32 loss_ppm;
	u64 sent, delivered;
};

/* the numbers of the next A-MPDU, oldest first, in place of the retries */
static void fill_ampdu(struct lossy_run *run)
{
	while (run->n_retry == 0 ||
	       hwx_seq_in_window(run->next, run->retry[0], run->window)) {
		run->retry[run->n_retry++] = run->next;
		run->next = hwx_seq_add(run->next, 1);
	}
}

static u32 send_ampdu(struct lossy_run *run)
{
	u32 frames, lost = 0;

	fill_ampdu(run);
	frames = run->n_retry;
	for (u32 i = 0; i < frames; i++)
		if (hwx_prng_below(&run->prng, 1000000) < run->loss_ppm)
			run->retry[lost++] = run->retry[i];
	run->n_retry = lost;
	run->sent += frames;
	run->delivered += frames - lost;
	return frames;
}

struct lossy_result lossy_run(const struct exchange_case *c, u32 loss_ppm,
			      unsigned int ppdus)
{
	struct lossy_run run = {
		.loss_ppm = loss_ppm, .next = 4000, .window = c->window,
	};
	u64 time_ns = 0;

	hwx_prng_seed(&run.prng, 1);
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
