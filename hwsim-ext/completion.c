// SPDX-License-Identifier: GPL-2.0
/*
 * The completion engine: finished frames wait, like ids in firmware, until
 * completion_frames of them are there or the oldest waited completion_us; then
 * one indication covers all that wait, and their status is reported from a
 * tasklet, from a kthread, or from NAPI after what was received.
 *
 * Frames are collected under the lock of the medium and reported without it.
 * The station of a frame is followed in the same RCU read section in which it
 * was read under the lock; hwx_op_sta_pre_rcu_remove() clears it there.
 */
#include "hwx.h"
#include "trace.h"

/**
 * hwx_completion_schedule() - the driver is to look at what firmware tells it
 * @radio: started; completion_ctx says where the driver does that
 *
 * Context: lock of the medium held.
 */
void hwx_completion_schedule(struct hwx_radio *radio)
{
	struct hwx_completion *c = &radio->completion;

	lockdep_assert_held(&radio->medium->lock);
	c->wanted = true;
	switch (radio->params.completion_ctx) {
	case HWX_CTX_SOFTIRQ:
		tasklet_schedule(&c->tasklet);
		break;
	case HWX_CTX_KTHREAD:
		kthread_queue_work(radio->worker, &c->work);
		break;
	default:
		napi_schedule(&radio->rx.napi);
	}
}

/**
 * hwx_completion_moved() - completion_ctx may have changed
 * @radio: any; what waits in the old context is done in the new one
 *
 * Context: lock of the medium held.
 */
void hwx_completion_moved(struct hwx_radio *radio)
{
	if (radio->started && radio->completion.wanted)
		hwx_completion_schedule(radio);
}

/**
 * hwx_completion_event() - the firmware indicates completions
 * @radio: sender, started; what is indicated waits for hwx_completion_run()
 * @n: how many
 *
 * Context: lock of the medium held.
 */
void hwx_completion_event(struct hwx_radio *radio, u32 n)
{
	lockdep_assert_held(&radio->medium->lock);
	radio->stats.completions++;
	hwx_stats_hist(radio->stats.completion_hist, HWX_COMPLETION_HIST_BINS,
		       n);
	trace_hwx_completion(radio, n);
	hwx_completion_schedule(radio);
}

/**
 * hwx_completion_indicate() - of all finished frames, if there are any
 * @radio: sender, started
 *
 * Context: lock of the medium held.
 */
void hwx_completion_indicate(struct hwx_radio *radio)
{
	struct hwx_completion *c = &radio->completion;
	u32 n = c->done_count;

	lockdep_assert_held(&radio->medium->lock);
	if ((!n && !c->done_ppdus) || radio->fault.paused)
		return;
	/* running means waiting for our lock, to find nothing to do */
	hrtimer_try_to_cancel(&c->timer);
	c->done_count = 0;
	c->done_ppdus = 0;
	hwx_stage_indicate(radio);
	list_splice_tail_init(&c->done, &c->indicated);
	hwx_fault_indicate(radio);
	hwx_completion_event(radio, n);
}

/**
 * hwx_completion_return() - the host takes frames back from the firmware
 * @radio: sender, started
 * @frames: with their outcome or marked dropped; empty afterwards
 *
 * They go to mac80211 from where completions are reported.
 *
 * Context: lock of the medium held.
 */
void hwx_completion_return(struct hwx_radio *radio, struct list_head *frames)
{
	lockdep_assert_held(&radio->medium->lock);
	if (list_empty(frames))
		return;
	list_splice_tail_init(frames, &radio->completion.indicated);
	hwx_completion_schedule(radio);
}

static enum hrtimer_restart hwx_completion_fire(struct hrtimer *timer)
{
	struct hwx_radio *radio = container_of(timer, struct hwx_radio,
					       completion.timer);

	spin_lock(&radio->medium->lock);
	if (radio->started)
		hwx_completion_indicate(radio);
	spin_unlock(&radio->medium->lock);
	return HRTIMER_NORESTART;
}

/**
 * hwx_completion_add() - frames are finished
 * @radio: sender, started
 * @frames: with their outcome; empty afterwards
 * @n: how many
 * @ppdus: PPDUs of a hardware queue that are finished with that
 * @now_ns: end of their exchange
 *
 * Context: lock of the medium held.
 */
void hwx_completion_add(struct hwx_radio *radio, struct list_head *frames,
			u32 n, u32 ppdus, u64 now_ns)
{
	const struct hwx_params *params = &radio->params;
	struct hwx_completion *c = &radio->completion;
	bool waiting = c->done_count || c->done_ppdus;

	lockdep_assert_held(&radio->medium->lock);
	n -= hwx_fault_completions(radio, frames, now_ns);
	if (!n && !ppdus)
		return;
	list_splice_tail_init(frames, &c->done);
	c->done_count += n;
	c->done_ppdus += ppdus;
	if (!params->completion_us ||
	    (params->completion_frames &&
	     c->done_count >= params->completion_frames))
		hwx_completion_indicate(radio);
	else if (!waiting)
		hrtimer_start(&c->timer,
			      ns_to_ktime(now_ns + params->completion_us *
						   (u64)NSEC_PER_USEC),
			      HRTIMER_MODE_ABS_SOFT);
}

/**
 * hwx_completion_tell() - rate control learns of a PPDU or RTS without answer
 * @radio: sender, started
 * @sent: its first frame, which will be sent again as all others
 * @rate: of the PPDU
 * @n: MPDUs in it
 *
 * A record without a frame goes the way of the completions.  It is from the
 * reserve of the pool, and left out when that is used up.
 *
 * Context: lock of the medium held.
 */
void hwx_completion_tell(struct hwx_radio *radio, const struct hwx_desc *sent,
			 const struct hwx_rate *rate, u32 n)
{
	struct hwx_completion *c = &radio->completion;
	struct hwx_desc *record;

	if (!sent->sta || !sent->ampdu || radio->params.rate ||
	    hwx_fwrate_owns(radio))
		return;
	record = hwx_pool_get(radio, true);
	if (!record)
		return;
	record->sta = sent->sta;
	record->rate = *rate;
	record->band = IEEE80211_SKB_CB(sent->skb)->band;
	record->ampdu = true;
	record->ampdu_len = n;
	record->attempts = 1;
	list_add_tail(&record->node, &c->indicated);
	hwx_completion_schedule(radio);
}

/* tcp_wfree() does not wake a throttled socket there. */
static bool hwx_in_ksoftirqd(void)
{
	return (current->flags & PF_KTHREAD) &&
	       !strncmp(current->comm, "ksoftirqd/", 10);
}

static void hwx_report_all(struct hwx_radio *radio, struct list_head *frames)
{
	struct hwx_stats *stats = &radio->stats;
	bool ksoftirqd = hwx_in_ksoftirqd();
	struct hwx_desc *desc, *next;
	struct hwx_fwq *fwq;

	list_for_each_entry(desc, frames, node)
		hwx_status_report(radio, desc);

	spin_lock(&radio->medium->lock);
	list_for_each_entry_safe(desc, next, frames, node) {
		if (desc->own || !desc->skb)
			;
		else if (desc->dropped)
			stats->tx_dropped += desc->n_msdus;
		else if (desc->acked)
			stats->tx_acked += desc->n_msdus;
		else
			stats->tx_failed += desc->n_msdus;
		stats->completion_ksoftirqd += ksoftirqd;
		if (desc->sta) {
			fwq = &hwx_peer(desc->sta)->fwq[desc->tid];
			hwx_session_leave(fwq, desc);
			hwx_ring_leave(fwq, desc);
		}
		list_del(&desc->node);
		hwx_pool_put(radio, desc);
	}
	spin_unlock(&radio->medium->lock);
}

/**
 * hwx_completion_run() - report what is indicated, then refill
 * @radio: sender
 *
 * Context: BHs off, no locks held.
 */
void hwx_completion_run(struct hwx_radio *radio)
{
	struct hwx_completion *c = &radio->completion;
	LIST_HEAD(batch);

	if (!READ_ONCE(c->wanted))
		return;
	rcu_read_lock();
	spin_lock(&radio->medium->lock);
	c->wanted = false;
	list_splice_init(&c->indicated, &batch);
	hwx_reclaim_resolve(radio, &batch);
	spin_unlock(&radio->medium->lock);
	hwx_report_all(radio, &batch);
	rcu_read_unlock();
	spin_lock(&radio->medium->lock);
	hwx_stage_release(radio);
	spin_unlock(&radio->medium->lock);
	hwx_tx_refill(radio);
}

static void hwx_completion_tasklet(struct tasklet_struct *tasklet)
{
	hwx_completion_run(container_of(tasklet, struct hwx_radio,
					completion.tasklet));
}

static void hwx_completion_work(struct kthread_work *work)
{
	struct hwx_radio *radio = container_of(work, struct hwx_radio,
					       completion.work);

	local_bh_disable();
	hwx_completion_run(radio);
	local_bh_enable();
}

/**
 * hwx_completion_give_back() - return frames that will not be sent
 * @radio: sender
 * @frames: marked dropped; empty afterwards
 *
 * Context: process, no locks held.
 */
void hwx_completion_give_back(struct hwx_radio *radio,
			      struct list_head *frames)
{
	if (list_empty(frames))
		return;
	local_bh_disable();
	rcu_read_lock();
	hwx_report_all(radio, frames);
	rcu_read_unlock();
	hwx_tx_refill(radio);
	local_bh_enable();
}

/**
 * hwx_completion_ctx() - have what a value of completion_ctx needs
 * @radio: any time
 * @ctx: will be set
 *
 * Most radios never need a thread; one that was needed stays with its radio.
 *
 * Context: process, hwx_radios_lock held.
 * Return: 0 or what kthread_create_worker() says
 */
int hwx_completion_ctx(struct hwx_radio *radio, u32 ctx)
{
	struct kthread_worker *worker;

	lockdep_assert_held(&hwx_radios_lock);
	if (ctx != HWX_CTX_KTHREAD || radio->worker)
		return 0;
	worker = kthread_create_worker(0, "hwx%u", radio->id);
	if (IS_ERR(worker))
		return PTR_ERR(worker);
	WRITE_ONCE(radio->worker, worker);
	return 0;
}

/**
 * hwx_completion_init() - make the engine
 * @radio: being made
 *
 * Return: 0 or what kthread_create_worker() says
 */
int hwx_completion_init(struct hwx_radio *radio)
{
	struct hwx_completion *c = &radio->completion;

	INIT_LIST_HEAD(&c->done);
	INIT_LIST_HEAD(&c->indicated);
	tasklet_setup(&c->tasklet, hwx_completion_tasklet);
	kthread_init_work(&c->work, hwx_completion_work);
	hrtimer_setup(&c->timer, hwx_completion_fire, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
	return hwx_completion_ctx(radio, radio->params.completion_ctx);
}

/**
 * hwx_completion_exit() - undo hwx_completion_init()
 * @radio: stopped for good
 */
void hwx_completion_exit(struct hwx_radio *radio)
{
	if (radio->worker)
		kthread_destroy_worker(radio->worker);
}

/**
 * hwx_completion_stop() - no more indications
 * @radio: no longer started; NAPI is stopped
 * @to: gets the frames that wait, with their outcome
 *
 * Context: process, no locks held.
 */
void hwx_completion_stop(struct hwx_radio *radio, struct list_head *to)
{
	struct kthread_worker *worker = READ_ONCE(radio->worker);
	struct hwx_completion *c = &radio->completion;

	hrtimer_cancel(&c->timer);
	tasklet_kill(&c->tasklet);
	/* one that is made from now on gets nothing to do */
	if (worker)
		kthread_flush_worker(worker);
	spin_lock_bh(&radio->medium->lock);
	c->wanted = false;
	c->done_count = 0;
	c->done_ppdus = 0;
	hwx_stage_reset(radio);
	list_splice_tail_init(&c->indicated, to);
	list_splice_tail_init(&c->done, to);
	spin_unlock_bh(&radio->medium->lock);
}
