// SPDX-License-Identifier: GPL-2.0
/*
 * xoshiro256** by Blackman and Vigna, seeded by splitmix64 as its authors
 * advise: a few zero bits in the seed must not show in the first numbers.
 */
#include "prng.h"

static u64 hwx_splitmix64(u64 *state)
{
	u64 z;

	*state += 0x9e3779b97f4a7c15ULL;
	z = *state;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

static u64 hwx_rotate_left(u64 word, unsigned int bits)
{
	return (word << bits) | (word >> (64 - bits));
}

void hwx_prng_seed(struct hwx_prng *prng, u64 seed)
{
	unsigned int i;

	/* splitmix64 is a bijection of a counter: four zeros in a row cannot be */
	for (i = 0; i < 4; i++)
		prng->s[i] = hwx_splitmix64(&seed);
}

u64 hwx_prng_u64(struct hwx_prng *prng)
{
	u64 *s = prng->s;
	u64 result = hwx_rotate_left(s[1] * 5, 7) * 9;
	u64 t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = hwx_rotate_left(s[3], 45);
	return result;
}

u32 hwx_prng_below(struct hwx_prng *prng, u32 bound)
{
	u64 product;
	u32 unfair;

	if (bound <= 1)
		return 0;

	/*
	 * The upper half of a 32 x 32 bit product spreads 2^32 numbers over
	 * the bound (Lemire 2019).  2^32 mod bound of them would be one too
	 * many for somebody; their lower halves are below that, draw again.
	 */
	unfair = -bound % bound;
	do {
		product = (hwx_prng_u64(prng) >> 32) * bound;
	} while ((u32)product < unfair);
	return product >> 32;
}
