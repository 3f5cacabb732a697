// SPDX-License-Identifier: GPL-2.0
/*
 * Any legal rate, SNR and length: the packet error rate is a probability, and
 * neither more signal, nor a shorter MPDU, nor a slower rate is lost more.
 */
#include "fuzz.h"
#include "per.h"

static struct hwx_rate rates[REF_RATES_MAX];
static unsigned int rate_count;

static bool more_robust(const struct hwx_rate *a, const struct hwx_rate *b)
{
	return a->mode == b->mode && a->mode >= HWX_MODE_HT &&
	       a->mcs <= b->mcs && a->nss <= b->nss;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	const struct hwx_rate *rate, *other;
	u32 snr_db, bytes, longer, ppm;

	if (!rate_count)
		rate_count = ref_legal_rates(rates);
	rate = &rates[fuzz_take(&input, 2) % rate_count];
	other = &rates[fuzz_take(&input, 2) % rate_count];
	snr_db = fuzz_take(&input, 1) % 101;
	bytes = fuzz_take(&input, 4);
	longer = fuzz_take(&input, 4);

	ppm = hwx_per_ppm(rate, snr_db, bytes);
	CHECK(ppm <= HWX_PER_SURE_PPM);
	CHECK(hwx_per_ppm(rate, snr_db + 1, bytes) <= ppm);
	if (longer >= bytes)
		CHECK(hwx_per_ppm(rate, snr_db, longer) >= ppm);
	if (more_robust(other, rate))
		CHECK(hwx_per_ppm(other, snr_db, bytes) <= ppm);
	if (more_robust(rate, other))
		CHECK(hwx_per_ppm(other, snr_db, bytes) >= ppm);
	return 0;
}
