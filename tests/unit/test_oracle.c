// SPDX-License-Identifier: GPL-2.0
/*
 * core/ against other people's results: closed forms in Python and runs of
 * ns-3.  Where they are not at hand the tests skip.
 *
 * HWX_ANALYTIC_CSV and HWX_NS3_CSV name the two files.
 */
#include "contention.h"
#include "lossy.h"

static FILE *open_or_skip(const char *variable)
{
	const char *path = getenv(variable);
	FILE *file = path ? fopen(path, "r") : NULL;
	int first = file ? fgetc(file) : EOF;

	if (first == EOF) {
		if (file)
			fclose(file);
		skip();
	}
	ungetc(first, file);
	return file;
}

static void ppdu_durations_are_the_analytic_ones(void **state)
{
	FILE *file = open_or_skip("HWX_ANALYTIC_CSV");
	unsigned int compared = 0, bytes, tenths_us;
	char name[HWX_RATE_NAME_MAX];

	(void)state;
	while (fscanf(file, "%31s %u %u", name, &bytes, &tenths_us) == 3) {
		struct hwx_rate rate;
		const char *why;

		/* the holes of VHT, which test_rate knows */
		if (hwx_rate_parse(name, &rate, &why))
			continue;
		if (hwx_ppdu_ns(&rate, bytes) != tenths_us * 100)
			fail_msg("%s, %u bytes: %u ns, not %u.%u us", name,
				 bytes, hwx_ppdu_ns(&rate, bytes),
				 tenths_us / 10, tenths_us % 10);
		compared++;
	}
	fclose(file);
	assert_in_range(compared, 5000, 7000);
}

/**
 * struct ns3_row - the columns that matter
 * @c: the same set-up for core/
 * @loss_ppm: of MPDUs
 */
struct ns3_row {
	char case_name[24], variant[64], phy[8], rate[HWX_RATE_NAME_MAX];
	struct exchange_case c;
	unsigned int stations, loss_ppm;
	double goodput_mbps, mean_ampdu, mean_ppdu_us;
};

static void name_rate(struct ns3_row *row, unsigned int width, unsigned int nss,
		      unsigned int mcs, unsigned int gi_ns)
{
	const char *sgi = gi_ns == 400 ? "-sgi" : "";
	size_t size = sizeof(row->rate);

	if (!strcmp(row->phy, "11a"))
		snprintf(row->rate, size, "legacy-%u", mcs);
	else if (!strcmp(row->phy, "ht"))
		snprintf(row->rate, size, "ht%u-mcs%u%s", width, mcs, sgi);
	else if (!strcmp(row->phy, "vht"))
		snprintf(row->rate, size, "vht%u-nss%u-mcs%u%s", width, nss,
			 mcs, sgi);
	else
		snprintf(row->rate, size, "he%u-nss%u-mcs%u-gi%u", width, nss,
			 mcs, gi_ns);
}

static bool read_row(const char *line, struct ns3_row *row)
{
	unsigned int width, nss, mcs, gi_ns, mpdus, payload, rts;
	double per;
	int found = sscanf(line,
			   "%23[^,],%63[^,],%u,%7[^,],%u,%u,%u,%u,%u,%u,%lf,"
			   "%u,%lf,%*[^,],%*[^,],%lf,%lf",
			   row->case_name, row->variant, &row->stations,
			   row->phy, &width, &nss, &mcs, &gi_ns, &mpdus,
			   &payload, &per, &rts, &row->goodput_mbps,
			   &row->mean_ampdu, &row->mean_ppdu_us);

	if (found != 15)
		return false;
	name_rate(row, width, nss, mcs, gi_ns);
	row->loss_ppm = per * 1000000 + 0.5;
	row->c = (struct exchange_case){
		.rate = row->rate,
		.window = mpdus == 1 ? 1 : strstr(row->variant, "win256") ?
			  256 : 64,
		.bytes = !strcmp(row->phy, "ht") ? 65535 :
			 strstr(row->variant, "ampdu32") ? 49408 : 1048575,
		.payload_bytes = payload,
		.qos = !strstr(row->variant, "nonqos"),
		.rts = rts,
	};
	return true;
}

/* beacons take 0.12 to 0.32 % of the air in these runs */
static void assert_goodput(const struct ns3_row *row, double goodput_mbps,
			   double tolerance)
{
	assert_near(row->variant,
		    goodput_mbps * (1 - 0.0022) / row->goodput_mbps, 1,
		    tolerance);
}

static void compare_single(const struct ns3_row *row)
{
	struct exchange x = exchange_run(&row->c);
	bool he = !strcmp(row->phy, "he");

	assert_near(row->variant, x.frames, row->mean_ampdu, 0.01);
	/* ns-3 has HE-LTFs of 8 us where ours are 7.2 us */
	if (he)
		assert_near(row->variant, x.ppdu_ns / 1e3 + 1.6,
			    row->mean_ppdu_us, 0.01);
	/* and short-GI data that ends between the 4 us steps in this row */
	else if (strcmp(row->variant, "ht20_nss2_mcs15_sgi"))
		assert_near(row->variant, x.ppdu_ns / 1e3, row->mean_ppdu_us,
			    0.01);
	assert_goodput(row, x.goodput_mbps, he ? 0.004 : 0.0025);
}

static void compare_contention(const struct ns3_row *row)
{
	unsigned int attempts_max = row->c.window > 1 ? 0 : 7;
	struct contention_result r = contention_run(&row->c, row->stations,
						    attempts_max, 60000);

	assert_goodput(row, r.goodput_mbps, 0.02);
}

static void compare_lossy(const struct ns3_row *row)
{
	struct lossy_result r = lossy_run(&row->c, row->loss_ppm, 40000);

	assert_near(row->variant, r.mean_ampdu / row->mean_ampdu, 1, 0.01);
	assert_goodput(row, r.goodput_mbps, 0.01);
}

static unsigned int compare_rows(const char *case_name,
				 void (*compare)(const struct ns3_row *row))
{
	FILE *file = open_or_skip("HWX_NS3_CSV");
	unsigned int compared = 0;
	char line[1024];

	while (fgets(line, sizeof(line), file)) {
		struct ns3_row row;

		if (!read_row(line, &row) || strcmp(row.case_name, case_name))
			continue;
		compare(&row);
		compared++;
	}
	fclose(file);
	return compared;
}

static void single_sender_is_that_of_ns3(void **state)
{
	(void)state;
	assert_true(compare_rows("1_single", compare_single) >= 15);
}

static void contention_is_that_of_ns3(void **state)
{
	(void)state;
	assert_true(compare_rows("2_contention", compare_contention) >= 15);
}

static void loss_is_that_of_ns3(void **state)
{
	(void)state;
	assert_true(compare_rows("4_lossy", compare_lossy) >= 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ppdu_durations_are_the_analytic_ones),
		cmocka_unit_test(single_sender_is_that_of_ns3),
		cmocka_unit_test(contention_is_that_of_ns3),
		cmocka_unit_test(loss_is_that_of_ns3),
	};

	return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
