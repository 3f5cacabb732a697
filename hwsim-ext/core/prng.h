/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The one generator of randomness: xoshiro256** seeded by splitmix64.
 * Not thread safe: the owner (one medium) holds its lock.
 */
#ifndef HWX_CORE_PRNG_H
#define HWX_CORE_PRNG_H

#include "types.h"

/**
 * struct hwx_prng - state of one sequence
 * @s: never all zero once seeded
 */
struct hwx_prng {
	u64 s[4];
};

/**
 * hwx_prng_seed() - start the sequence that belongs to a seed
 * @prng: the generator
 * @seed: any number; different seeds give unrelated sequences
 */
void hwx_prng_seed(struct hwx_prng *prng, u64 seed);

/**
 * hwx_prng_u64() - draw 64 uniform bits
 * @prng: the generator
 *
 * Return: the next number of the sequence
 */
u64 hwx_prng_u64(struct hwx_prng *prng);

/**
 * hwx_prng_below() - draw an unbiased number below a bound
 * @prng: the generator
 * @bound: 1 to 2^32 - 1; 0 is taken as 1
 *
 * Return: 0 to @bound - 1, each equally likely
 */
u32 hwx_prng_below(struct hwx_prng *prng, u32 bound);

#endif
