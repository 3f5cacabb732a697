// SPDX-License-Identifier: GPL-2.0
/*
 * Block ack sessions that come and go at random, with losses and A-MSDUs of
 * changing size: a sender and a receiver that follow the rules of aggregate.c,
 * session.c and of mac80211's receive path, built on core/.  Everything must
 * come out once and in order.
 */
#include "amsdu.h"
#include "ampdu.h"
#include "seq.h"
#include "test.h"

#define WINDOW 64
#define QUEUE 200
#define MSDU_BYTES 1508

/* MSDUs first..first + n - 1, counted from the beginning of time */
struct mpdu {
	u32 first, n;
	u16 seq;
	u8 attempts;
};

struct sender {
	struct mpdu retry[WINDOW];
	u32 n_retry;
	u32 next_msdu;	/* not yet in an MPDU */
	u32 queued_to;	/* the queue ends before this one */
	u32 session_from; /* MSDUs from here on may be aggregated */
	u16 next_seq;
	u16 window;
	bool stopping;
};

struct receiver {
	struct hwx_seen seen;
	struct mpdu buffer[WINDOW];
	bool held[WINDOW];
	u32 n_held;
	u16 head;
	bool session, started;
	u32 last_seq;
	u32 expected;
};

struct world {
	struct sender s;
	struct receiver r;
	struct hwx_prng prng;
	struct hwx_rate rate;
	u32 loss_ppm;
	u32 amsdu_frames;
	u32 sessions, merged, repeats;
};

static bool lost(struct world *w)
{
	return hwx_prng_below(&w->prng, 1000000) < w->loss_ppm;
}

static void deliver(struct receiver *r, const struct mpdu *m)
{
	if (m->first != r->expected)
		fail_msg("MSDU %u comes instead of %u", m->first, r->expected);
	r->expected += m->n;
}

static void release(struct receiver *r)
{
	while (r->held[r->head % WINDOW]) {
		r->held[r->head % WINDOW] = false;
		r->n_held--;
		deliver(r, &r->buffer[r->head % WINDOW]);
		r->head = hwx_seq_add(r->head, 1);
	}
}

/* mac80211 in a session; nothing is given up, so the head never jumps */
static void reorder(struct receiver *r, const struct mpdu *m)
{
	u16 ahead = hwx_seq_after(m->seq, r->head);

	if (!r->started && ahead >= HWX_SEQ_COUNT / 2) {
		deliver(r, m);
		return;
	}
	r->started = true;
	if (ahead >= HWX_SEQ_COUNT / 2 || r->held[m->seq % WINDOW])
		return;
	assert_true(ahead < WINDOW);
	r->held[m->seq % WINDOW] = true;
	r->buffer[m->seq % WINDOW] = *m;
	r->n_held++;
	release(r);
}

static void receive(struct world *w, const struct mpdu *m)
{
	struct receiver *r = &w->r;
	bool repeat = !hwx_seen_add(&r->seen, m->seq) && m->attempts > 1;

	if (repeat && !r->session) {
		w->repeats++;
		return;
	}
	/* mac80211 knows the last one */
	if (m->attempts > 1 && m->seq == r->last_seq)
		return;
	if (r->session)
		reorder(r, m);
	else
		deliver(r, m);
	r->last_seq = m->seq;
}

/* the next new MPDU, of as many MSDUs as may share one */
static struct mpdu form(struct world *w, u32 room_bytes, u32 *bytes)
{
	struct sender *s = &w->s;
	const struct hwx_amsdu_limits limits = {
		.msdus = s->window && s->next_msdu >= s->session_from ?
			 w->amsdu_frames : 1,
		.amsdu_bytes = U32_MAX, .mpdu_bytes = 11454,
	};
	struct hwx_amsdu amsdu;

	hwx_amsdu_init(&amsdu, &limits, 30, MSDU_BYTES);
	while (s->next_msdu + amsdu.msdus < s->queued_to &&
	       hwx_amsdu_add(&amsdu, MSDU_BYTES, room_bytes))
		;
	*bytes = hwx_amsdu_mpdu_bytes(&amsdu);
	return (struct mpdu){ .first = s->next_msdu, .n = amsdu.msdus,
			      .seq = s->next_seq };
}

static void take_new(struct world *w, const struct mpdu *m)
{
	struct sender *s = &w->s;

	w->merged += m->n > 1;
	s->retry[s->n_retry++] = *m;
	s->next_msdu += m->n;
	s->next_seq = hwx_seq_add(s->next_seq, 1);
}

/* retries are in place, new ones follow; how many go now */
static u32 fill(struct world *w)
{
	const struct hwx_ampdu_limits limits = { 64, WINDOW, 1048575, 4000000 };
	struct sender *s = &w->s;
	enum hwx_close_reason reason;
	struct hwx_ampdu ampdu;
	u32 bytes, n = 0;
	struct mpdu m;

	hwx_ampdu_init(&ampdu, &w->rate, &limits);
	for (; n < s->n_retry; n++)
		if (!hwx_ampdu_add(&ampdu, 30 + s->retry[n].n * 1524, &reason))
			return n;
	while (s->next_msdu < s->queued_to &&
	       (n == 0 || hwx_seq_in_window(s->next_seq, s->retry[0].seq,
					    s->window))) {
		m = form(w, hwx_ampdu_room(&ampdu), &bytes);
		if (!hwx_ampdu_add(&ampdu, bytes, &reason))
			break;
		take_new(w, &m);
		n++;
	}
	return n;
}

static u32 choose(struct world *w)
{
	struct sender *s = &w->s;
	u32 oldest = s->n_retry ? s->retry[0].first : s->next_msdu;
	struct mpdu m;
	u32 bytes;

	if (s->window && oldest >= s->session_from)
		return fill(w);
	if (!s->n_retry && s->next_msdu < s->queued_to) {
		m = form(w, U32_MAX, &bytes);
		take_new(w, &m);
	}
	return s->n_retry ? 1 : 0;
}

static void exchange(struct world *w)
{
	struct sender *s = &w->s;
	u32 n = choose(w), kept = 0;
	bool got[WINDOW] = {}, any = false;

	for (u32 i = 0; i < n; i++) {
		s->retry[i].attempts += s->retry[i].attempts < 2;
		if ((n > 1 && !w->r.session) || lost(w))
			continue;
		got[i] = any = true;
		receive(w, &s->retry[i]);
	}
	any = any && !lost(w);
	for (u32 i = 0; i < s->n_retry; i++)
		if (i >= n || !any || !got[i])
			s->retry[kept++] = s->retry[i];
	s->n_retry = kept;
}

static void session_starts(struct world *w)
{
	struct sender *s = &w->s;
	struct receiver *r = &w->r;

	w->sessions++;
	r->session = true;
	r->started = false;
	r->head = hwx_seq_add(s->next_seq, s->queued_to - s->next_msdu);
	s->session_from = s->queued_to;
	s->window = WINDOW;
}

static void receiver_stops(struct world *w)
{
	struct receiver *r = &w->r;

	/* mac80211 drops what it holds, so only where that is nothing */
	if (r->n_held)
		return;
	r->session = false;
	/* until the sender knows, it sends in vain */
	for (u32 i = hwx_prng_below(&w->prng, 4); i > 0; i--)
		exchange(w);
	w->s.window = 0;
	w->s.stopping = true;
}

/* nothing is left: mac80211 tells the peer */
static void session_ends(struct world *w)
{
	assert_int_equal(w->r.n_held, 0);
	w->r.session = false;
	w->s.stopping = false;
}

static void step(struct world *w)
{
	struct sender *s = &w->s;
	u32 event = hwx_prng_below(&w->prng, 1000);

	if (!s->stopping)
		s->queued_to += hwx_prng_below(&w->prng, 200);
	if (s->queued_to > s->next_msdu + QUEUE)
		s->queued_to = s->next_msdu + QUEUE;
	if (event < 100) {
		w->amsdu_frames = 1 + hwx_prng_below(&w->prng, 16);
	} else if (event < 200) {
		if (!s->window && !s->stopping)
			session_starts(w);
	} else if (event < 205) {
		if (s->window)
			receiver_stops(w);
	} else if (event < 210 && s->window) {
		s->window = 0;
		s->stopping = true;
	}
	exchange(w);
	if (s->stopping && !s->n_retry && s->next_msdu == s->queued_to)
		session_ends(w);
}

static void all_comes_once_and_in_order(void **state)
{
	static const u32 losses_ppm[] = { 0, 10000, 100000, 300000 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(losses_ppm); i++) {
		struct world w = { .loss_ppm = losses_ppm[i],
				   .amsdu_frames = 1 };

		w.rate = rate_named("vht80-nss2-mcs9-sgi");
		w.s.next_seq = 4000;
		w.r.last_seq = HWX_SEQ_COUNT;
		hwx_prng_seed(&w.prng, i);
		for (int n = 0; n < 200000; n++)
			step(&w);
		print_message("# loss %u ppm: %u MSDUs, %u sessions, %u A-MSDUs, %u repeats\n", losses_ppm[i], w.r.expected, w.sessions, w.merged, w.repeats);
		assert_true(w.r.expected > 20 * HWX_SEQ_COUNT);
		assert_true(w.sessions > 100 && w.merged > 10000);
		assert_true(!losses_ppm[i] || w.repeats > 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_comes_once_and_in_order),
	};

	return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
