// SPDX-License-Identifier: GPL-2.0
/*
 * Why was there nothing more for an A-MPDU?
 *
 * Asked when an aggregate is closed because its firmware queue ran dry.  The
 * answer is read off the neighbours of the queue, nearest first: descriptors,
 * mac80211's queue, the socket of the last frame.  The socket belongs to
 * somebody else and changes meanwhile; each look is a single read, and a look
 * that comes a moment too early or too late puts one aggregate into the wrong
 * class.
 */
#include <net/sock.h>
#include <net/tcp.h>

#include "hwx.h"

/* Has mac80211 frames that it does not give us? */
static bool hwx_txq_holds(const struct hwx_desc *desc)
{
	unsigned long frames;

	if (!desc->sta || desc->tid >= IEEE80211_NUM_TIDS)
		return false;
	ieee80211_txq_get_depth(desc->sta->txq[desc->tid], &frames, NULL);
	return frames;
}

static bool hwx_tcp_window_full(const struct tcp_sock *tp)
{
	return tcp_packets_in_flight(tp) >= READ_ONCE(tp->snd_cwnd) ||
	       !before(READ_ONCE(tp->snd_nxt), tcp_wnd_end(tp));
}

/* Of a TCP socket with nothing below it: what does it wait for? */
static enum hwx_starved hwx_starved_tcp(const struct sock *sk)
{
	const struct tcp_sock *tp = tcp_sk(sk);

	if (test_bit(TSQ_THROTTLED, &sk->sk_tsq_flags))
		return HWX_STARVED_TSQ;
	if (READ_ONCE(tp->write_seq) == READ_ONCE(tp->snd_nxt))
		return HWX_STARVED_APP;
	return hwx_tcp_window_full(tp) ? HWX_STARVED_CWND :
					 HWX_STARVED_PACING;
}

/**
 * hwx_starve_count() - an A-MPDU was closed for want of frames: why?
 * @radio: sender
 * @last: the last frame in it
 *
 * Context: lock of the medium and RCU read lock held.
 */
void hwx_starve_count(struct hwx_radio *radio, const struct hwx_desc *last)
{
	const struct sock *sk = hwx_frags_last(last->skb)->sk;
	bool tcp = sk && sk_fullsock(sk) && sk_is_tcp(sk);
	enum hwx_starved why = HWX_STARVED_APP;

	lockdep_assert_held(&radio->medium->lock);
	if (radio->pool.used + hwx_tso_reserve(radio) > radio->params.tx_desc)
		why = HWX_STARVED_DESC;
	else if (hwx_txq_holds(last))
		why = HWX_STARVED_AQL;
	else if (tcp)
		why = hwx_starved_tcp(sk);
	radio->stats.starved[why]++;
	if (tcp && test_bit(TSQ_THROTTLED, &sk->sk_tsq_flags))
		radio->stats.starved_tsq++;
}
