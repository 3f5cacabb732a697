/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A chain of rates: each entry is good for a number of transmissions.
 */
#ifndef HWX_CORE_CHAIN_H
#define HWX_CORE_CHAIN_H

#include "types.h"

/* what a frame can be given, and what can be told of it afterwards */
#define HWX_CHAIN_MAX 4

/**
 * hwx_chain_stage() - where in a chain a sender is
 * @counts: transmissions that each entry is good for; the first 0 ends it
 * @n: entries of @counts, at least 1
 * @sent: transmissions without an answer so far
 *
 * Return: index of the entry that is next; the last one is never used up
 */
u32 hwx_chain_stage(const u8 *counts, u32 n, u32 sent);

#endif
