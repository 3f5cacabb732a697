// SPDX-License-Identifier: GPL-2.0
/*
 * Descriptors: the bound on what a radio holds between dequeue and completion.
 *
 * tx_desc limits data; HWX_URGENT_DESC more are kept for management frames and
 * beacons.  The pool grows with tx_desc and never shrinks.
 */
#include "hwx.h"

struct hwx_chunk {
	struct list_head node;
	u32 first_id;
	u32 n;
	struct hwx_desc descs[];
};

/**
 * hwx_pool_init() - an empty pool
 * @radio: being made
 */
void hwx_pool_init(struct hwx_radio *radio)
{
	INIT_LIST_HEAD(&radio->pool.free);
	INIT_LIST_HEAD(&radio->pool.chunks);
}

/**
 * hwx_pool_grow() - have enough descriptors for a value of tx_desc
 * @radio: any time
 * @tx_desc: frames of data
 *
 * Context: process, without the lock of the medium.
 * Return: 0 or -ENOMEM
 */
int hwx_pool_grow(struct hwx_radio *radio, u32 tx_desc)
{
	struct hwx_pool *pool = &radio->pool;
	u32 size = tx_desc + HWX_URGENT_DESC;
	struct hwx_chunk *chunk;
	u32 n, i;

	if (size <= pool->size)
		return 0;
	n = size - pool->size;
	chunk = kvzalloc(struct_size(chunk, descs, n), GFP_KERNEL);
	if (!chunk)
		return -ENOMEM;

	spin_lock_bh(&radio->medium->lock);
	list_add(&chunk->node, &pool->chunks);
	chunk->first_id = pool->size;
	chunk->n = n;
	for (i = 0; i < n; i++) {
		chunk->descs[i].id = pool->size + i;
		list_add_tail(&chunk->descs[i].node, &pool->free);
	}
	pool->size = size;
	spin_unlock_bh(&radio->medium->lock);
	return 0;
}

/**
 * hwx_pool_exit() - free the pool, all descriptors are back
 * @radio: stopped for good
 */
void hwx_pool_exit(struct hwx_radio *radio)
{
	struct hwx_chunk *chunk, *next;

	WARN_ON(radio->pool.used || radio->pool.urgent);
	list_for_each_entry_safe(chunk, next, &radio->pool.chunks, node)
		kvfree(chunk);
}

/**
 * hwx_pool_find() - look up what the firmware calls a descriptor
 * @radio: owner
 * @id: any number
 *
 * Context: lock of the medium held.
 * Return: the descriptor, in use or not, or NULL when none has this id
 */
struct hwx_desc *hwx_pool_find(struct hwx_radio *radio, u32 id)
{
	struct hwx_chunk *chunk;

	lockdep_assert_held(&radio->medium->lock);
	list_for_each_entry(chunk, &radio->pool.chunks, node)
		if (id >= chunk->first_id && id - chunk->first_id < chunk->n)
			return &chunk->descs[id - chunk->first_id];
	return NULL;
}

/* Of an earlier use nothing is left but who it was. */
static void hwx_desc_clear(struct hwx_desc *desc)
{
	u32 id = desc->id, generation = desc->generation;

	memset(desc, 0, sizeof(*desc));
	desc->id = id;
	desc->generation = generation + 1;
	INIT_LIST_HEAD(&desc->msdus);
}

/**
 * hwx_pool_get() - take a descriptor
 * @radio: owner
 * @urgent: from the reserve
 *
 * Context: lock of the medium held.
 * Return: a descriptor with everything zero but @urgent and what identifies it,
 * or NULL when the part of the pool asked for is used up
 */
struct hwx_desc *hwx_pool_get(struct hwx_radio *radio, bool urgent)
{
	struct hwx_pool *pool = &radio->pool;
	struct hwx_desc *desc;

	lockdep_assert_held(&radio->medium->lock);
	if (urgent ? pool->urgent >= HWX_URGENT_DESC :
		     pool->used >= radio->params.tx_desc)
		return NULL;
	desc = list_first_entry_or_null(&pool->free, struct hwx_desc, node);
	if (!desc)
		return NULL;
	list_del(&desc->node);
	hwx_desc_clear(desc);
	desc->urgent = urgent;
	if (urgent) {
		pool->urgent++;
	} else {
		pool->used++;
		if (pool->used > radio->stats.desc_used_max)
			radio->stats.desc_used_max = pool->used;
	}
	return desc;
}

/**
 * hwx_pool_put() - give a descriptor back
 * @radio: owner
 * @desc: on no list
 *
 * Context: lock of the medium held.
 */
void hwx_pool_put(struct hwx_radio *radio, struct hwx_desc *desc)
{
	struct hwx_pool *pool = &radio->pool;

	lockdep_assert_held(&radio->medium->lock);
	desc->skb = NULL;
	list_add(&desc->node, &pool->free);
	if (desc->urgent)
		pool->urgent--;
	else
		pool->used--;
	if (!pool->used && !pool->urgent)
		wake_up(&radio->drained);
}
