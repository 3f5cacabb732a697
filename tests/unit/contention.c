// SPDX-License-Identifier: GPL-2.0
#include "contention.h"

struct station {
	struct hwx_edcaf edcaf;
	unsigned int failures;
	u64 delivered;
};

struct run {
	struct station station[CONTENTION_STATIONS_MAX];
	unsigned int stations, attempts_max;
	struct hwx_phy_timing timing;
	struct hwx_prng prng;
	struct exchange exchange;
	u64 attempts, collided, now_ns;
};

static void run_init(struct run *run, const struct exchange_case *c)
{
	const struct hwx_edca_params params = {
		.aifsn = c->qos ? 3 : 2, .cw_min = 15, .cw_max = 1023,
		.qos = c->qos,
	};

	hwx_phy_timing_get(false, true, &run->timing);
	hwx_prng_seed(&run->prng, 1);
	run->exchange = exchange_run(c);
	for (unsigned int i = 0; i < run->stations; i++) {
		hwx_edcaf_init(&run->station[i].edcaf, &params);
		hwx_edcaf_draw(&run->station[i].edcaf, &run->prng);
	}
}

static u64 access_ns(const struct run *run, unsigned int i)
{
	return hwx_edcaf_access_ns(&run->station[i].edcaf, &run->timing, 0);
}

static void finish(struct run *run, struct station *s, bool collided)
{
	run->attempts++;
	if (collided) {
		run->collided++;
		hwx_edcaf_failure(&s->edcaf);
		if (++s->failures == run->attempts_max) {
			s->failures = 0;
			hwx_edcaf_success(&s->edcaf);
		}
	} else {
		s->failures = 0;
		s->delivered++;
		hwx_edcaf_success(&s->edcaf);
	}
	hwx_edcaf_draw(&s->edcaf, &run->prng);
}

static void one_access(struct run *run)
{
	bool sends[CONTENTION_STATIONS_MAX];
	unsigned int senders = 0;
	u64 start_ns = access_ns(run, 0), end_ns;

	for (unsigned int i = 1; i < run->stations; i++)
		if (access_ns(run, i) < start_ns)
			start_ns = access_ns(run, i);
	for (unsigned int i = 0; i < run->stations; i++) {
		sends[i] = access_ns(run, i) == start_ns;
		senders += sends[i];
		hwx_edcaf_freeze(&run->station[i].edcaf, &run->timing,
				 start_ns);
	}

	end_ns = start_ns + run->exchange.ppdu_ns;
	if (senders == 1)
		end_ns += run->timing.sifs_ns + run->exchange.response_ns;
	for (unsigned int i = 0; i < run->stations; i++) {
		struct station *s = &run->station[i];
		bool collided = sends[i] && senders > 1;

		if (sends[i])
			finish(run, s, collided);
		hwx_edcaf_resume(&s->edcaf, collided ?
				 end_ns + run->timing.ack_timeout_ns : end_ns);
	}
	run->now_ns = end_ns;
}

struct contention_result contention_run(const struct exchange_case *c,
					unsigned int stations,
					unsigned int attempts_max,
					unsigned int accesses)
{
	struct run run = { .stations = stations, .attempts_max = attempts_max };
	double sum = 0, squares = 0;

	run_init(&run, c);
	while (accesses--)
		one_access(&run);

	for (unsigned int i = 0; i < stations; i++) {
		sum += run.station[i].delivered;
		squares += (double)run.station[i].delivered *
			   run.station[i].delivered;
	}
	return (struct contention_result){
		.collision_share = (double)run.collided / run.attempts,
		.goodput_mbps = 8e3 * sum * run.exchange.frames *
				c->payload_bytes / run.now_ns,
		.fairness = sum * sum / (stations * squares),
	};
}
