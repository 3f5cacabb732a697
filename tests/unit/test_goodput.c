// SPDX-License-Identifier: GPL-2.0
/*
 * Whole exchanges of one sender: cycle times and UDP goodput.
 */
#include "exchange.h"

#define VHT_BYTES 1048575
#define HE_BYTES 4194303
#define HT_BYTES 65535

static void closed_forms(void **state)
{
	static const struct {
		const char *what;
		struct exchange_case c;
		u32 frames;
		u32 cycle_tenths_us;
		double goodput_mbps;
	} cases[] = {
		{ "VHT80, window 64",
		  { "vht80-nss2-mcs9-sgi", 64, VHT_BYTES, 1472, true },
		  64, 11185, 673.8 },
		{ "VHT80, CCMP",
		  { "vht80-nss2-mcs9-sgi", 64, VHT_BYTES, 1472, true, 16 },
		  64, 11305, 666.7 },
		{ "VHT80, RTS/CTS",
		  { "vht80-nss2-mcs9-sgi", 64, VHT_BYTES, 1472, true, 0, 0,
		    true },
		  64, 12065, 624.7 },
		{ "VHT80, A-MSDUs of 2",
		  { "vht80-nss2-mcs9-sgi", 64, VHT_BYTES, 1472, true,
		    .msdus = 2 }, 64, 20265, 743.8 },
		{ "VHT80, A-MSDUs of 3",
		  { "vht80-nss2-mcs9-sgi", 64, VHT_BYTES, 1472, true,
		    .msdus = 3 }, 64, 29265, 772.6 },
		{ "VHT80, A-MSDUs of 3, CCMP",
		  { "vht80-nss2-mcs9-sgi", 64, VHT_BYTES, 1472, true, 16,
		    .msdus = 3 }, 64, 29385, 769.4 },
		{ "HT20, A-MSDUs of 2",
		  { "ht20-mcs15-sgi", 64, HT_BYTES, 1472, true, .msdus = 2 },
		  21, 37865, 130.6 },
		{ "VHT80, 32 MPDUs",
		  { "vht80-nss2-mcs9-sgi", 32, VHT_BYTES, 1472, true },
		  32, 6625, 568.8 },
		{ "VHT80, single MPDU",
		  { "vht80-nss2-mcs9-sgi", 1, VHT_BYTES, 1472, true },
		  1, 2145, 54.9 },
		/* a window that long takes the BlockAck of 40 us */
		{ "VHT80, 4 ms and no window",
		  { "vht80-nss2-mcs9-sgi", 1000, VHT_BYTES, 1472, true, 0,
		    4000000 },
		  277, 41625, 783.65 },
		{ "VHT80 MCS 0, BlockAck at 6 Mb/s",
		  { "vht80-nss2-mcs0-sgi", 64, VHT_BYTES, 1472, true },
		  28, 55665, 59.2 },
		{ "HT20",
		  { "ht20-mcs15-sgi", 64, HT_BYTES, 1472, true },
		  42, 37945, 130.3 },
		{ "HT20, 32 MPDUs",
		  { "ht20-mcs15-sgi", 32, HT_BYTES, 1472, true },
		  32, 29385, 128.2 },
		{ "HE80, window 64",
		  { "he80-nss2-mcs11-gi800", 64, HE_BYTES, 1472, true },
		  64, 8753, 861.0 },
		{ "HE80, window 256",
		  { "he80-nss2-mcs11-gi800", 256, HE_BYTES, 1472, true },
		  256, 28553, 1055.8 },
		{ "54 Mb/s, QoS",
		  { "legacy-54", 1, 0, 1472, true }, 1, 4065, 28.97 },
		{ "54 Mb/s, DCF",
		  { "legacy-54", 1, 0, 1472, false }, 1, 3935, 29.93 },
		{ "6 Mb/s, DCF",
		  { "legacy-6", 1, 0, 1472, false }, 1, 22335, 5.272 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct exchange x = exchange_run(&cases[i].c);

		if (x.frames != cases[i].frames)
			fail_msg("%s: %u MPDUs", cases[i].what, x.frames);
		assert_near(cases[i].what, x.cycle_ns / 100.0,
			    cases[i].cycle_tenths_us, 0.001);
		assert_near(cases[i].what, x.goodput_mbps,
			    cases[i].goodput_mbps, 0.051);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closed_forms),
	};

	return cmocka_run_group_tests_name("goodput", tests, NULL, NULL);
}
