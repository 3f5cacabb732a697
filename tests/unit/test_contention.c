// SPDX-License-Identifier: GPL-2.0
/*
 * Saturated stations against Bianchi's model ("Performance analysis of the
 * IEEE 802.11 distributed coordination function", 2000) and against an
 * independent event simulation of the same rules.
 */
#include "contention.h"

#define ACCESSES 60000
#define VHT_BYTES 1048575

static const struct exchange_case vht = { "vht80-nss2-mcs9-sgi", 64, VHT_BYTES,
					  1472, true, 0, 0, false };
static const struct exchange_case plain = { "legacy-54", 1, 0, 1472, false, 0,
					    0, false };

/* share of slots in which a station sends, if p of its attempts collide */
static double bianchi_tau(double p, unsigned int attempts_max)
{
	double attempts = 0, slots = 0, weight = 1;

	for (unsigned int j = 0; j < (attempts_max ? attempts_max : 400); j++) {
		double window = 16 << (j < 6 ? j : 6);

		attempts += weight;
		slots += weight * (window + 1) / 2;
		weight *= p;
	}
	return attempts / slots;
}

/* the p at which p = 1 - (1 - tau)^(n - 1), by bisection */
static double bianchi_p(unsigned int stations, unsigned int attempts_max)
{
	double low = 0, high = 0.999999;

	for (int i = 0; i < 80; i++) {
		double p = (low + high) / 2, silent = 1;

		for (unsigned int other = 1; other < stations; other++)
			silent *= 1 - bianchi_tau(p, attempts_max);
		if (1 - silent > p)
			low = p;
		else
			high = p;
	}
	return low;
}

static void bianchi_has_the_known_values(void **state)
{
	(void)state;
	assert_near("n 2", bianchi_p(2, 0), 0.1046, 0.0001);
	assert_near("n 10", bianchi_p(10, 0), 0.3844, 0.0001);
	assert_near("n 20", bianchi_p(20, 0), 0.4809, 0.0001);
	assert_near("n 20, 7 attempts", bianchi_p(20, 7), 0.4959, 0.0001);
}

static void collisions_follow_bianchi(void **state)
{
	static const unsigned int stations[] = { 2, 5, 10, 20 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(stations); i++) {
		unsigned int n = stations[i];
		struct contention_result r = contention_run(&vht, n, 0,
							    ACCESSES);

		assert_near("collision share", r.collision_share,
			    bianchi_p(n, 0), 0.02);
	}
}

/* what analytic.py's event simulation of the same rules found */
static void agrees_with_the_event_simulation(void **state)
{
	static const struct {
		const struct exchange_case *c;
		unsigned int stations, attempts_max;
		double collision_share, goodput_mbps;
	} cases[] = {
		/* times 1 - 0.0027, the beacons in those figures */
		{ &vht, 1, 0, 0, 673.84 },
		{ &vht, 2, 0, 0.1118, 652.08 },
		{ &vht, 3, 0, 0.1785, 633.50 },
		{ &vht, 10, 0, 0.3743, 559.49 },
		{ &vht, 20, 0, 0.4751, 511.57 },
		/* times 1 - 0.00126 */
		{ &plain, 2, 7, 0.1105, 30.220 },
		{ &plain, 10, 7, 0.3673, 27.544 },
		{ &plain, 20, 7, 0.4708, 25.517 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct contention_result r =
			contention_run(cases[i].c, cases[i].stations,
				       cases[i].attempts_max, ACCESSES);

		assert_near("collision share", r.collision_share,
			    cases[i].collision_share, 0.006);
		assert_near("goodput ratio",
			    r.goodput_mbps / cases[i].goodput_mbps, 1, 0.006);
	}
}

static void stations_are_equal(void **state)
{
	struct contention_result r = contention_run(&vht, 5, 0, ACCESSES);

	(void)state;
	assert_near("Jain's index", r.fairness, 1, 0.005);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bianchi_has_the_known_values),
		cmocka_unit_test(collisions_follow_bianchi),
		cmocka_unit_test(agrees_with_the_event_simulation),
		cmocka_unit_test(stations_are_equal),
	};

	return cmocka_run_group_tests_name("contention", tests, NULL, NULL);
}
