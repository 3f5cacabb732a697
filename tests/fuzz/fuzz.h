/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the fuzzers share: a check that survives -DNDEBUG, and a reader that
 * turns bytes into numbers, zeros once they run out.
 */
#ifndef HWX_FUZZ_H
#define HWX_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference.h"

/* report the broken property and stop where the fuzzer notices */
#define CHECK(property) \
	do { \
		if (!(property)) { \
			fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, \
				__LINE__, #property); \
			abort(); \
		} \
	} while (0)

/**
 * struct fuzz_input - bytes not yet used
 * @data: the next one
 * @size: how many
 */
struct fuzz_input {
	const uint8_t *data;
	size_t size;
};

/**
 * fuzz_take() - take a number of some bytes, least significant first
 * @input: the bytes
 * @bytes: 1 to 8
 *
 * Return: the number
 */
static inline u64 fuzz_take(struct fuzz_input *input, unsigned int bytes)
{
	u64 value = 0;

	for (unsigned int i = 0; i < bytes && input->size; i++) {
		value |= (u64)*input->data++ << (8 * i);
		input->size--;
	}
	return value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
