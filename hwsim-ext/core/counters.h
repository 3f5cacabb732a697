/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The statistics of a radio, once, for everybody (see core/params.h).
 *
 * HWX_COUNTERS lists the plain 64-bit counters, X(UPPER, name, help).
 * HWX_CLOSE_REASONS, HWX_STARVED, HWX_FAULTS and HWX_AIRTIMES list the members
 * of the groups "close_reason", "starved", "faults" and "airtime_us",
 * X(UPPER, name, help).
 * HWX_HISTOGRAMS lists the arrays, X(UPPER, name, bins, help); bin i of
 * ampdu_hist counts A-MPDUs of i MPDUs, the others are powers of two: bin 0
 * counts zeros, bin i counts values from 2^(i-1) to 2^i - 1.
 */
#ifndef HWX_CORE_COUNTERS_H
#define HWX_CORE_COUNTERS_H

#define HWX_AMPDU_HIST_BINS 257
#define HWX_COMPLETION_HIST_BINS 17
#define HWX_HELD_HIST_BINS 28

#define HWX_COUNTERS(X) \
	X(TX_MSDUS, tx_msdus, "frames taken from mac80211") \
	X(TX_MPDUS, tx_mpdus, "MPDUs put on the air, retries included") \
	X(TX_PPDUS, tx_ppdus, "PPDUs put on the air") \
	X(TX_ACKED, tx_acked, "frames completed as delivered, no-ack frames included") \
	X(TX_FAILED, tx_failed, "frames completed as not delivered") \
	X(TX_DROPPED, tx_dropped, "frames given back without an outcome: flush, ifdown, station gone, no completion") \
	X(RX_MSDUS, rx_msdus, "frames handed up") \
	X(RX_DROPPED, rx_dropped, "frames lost in the receiver: no memory or a full queue") \
	X(STARVED_TSQ, starved_tsq, "aggregates closed empty while the socket of the last frame was TSQ-throttled") \
	X(COMPLETIONS, completions, "completion indications") \
	X(COMPLETION_KSOFTIRQD, completion_ksoftirqd, "frames whose status ran in ksoftirqd") \
	X(DESC_USED, desc_used, "descriptors in use now") \
	X(DESC_USED_MAX, desc_used_max, "most descriptors ever in use") \
	X(QUEUE_STOPS, queue_stops, "times the pool ran dry and the queues were stopped") \
	X(TX_ACCESSES, tx_accesses, "times the medium was won: an RTS or a PPDU after a countdown") \
	X(TX_RTS, tx_rts, "RTS and CTS-to-self put on the air") \
	X(RTS_LOST, rts_lost, "RTS that got no CTS") \
	X(COLLISIONS, collisions, "PPDUs and RTS lost to a collision") \
	X(RETRIES, retries, "MPDUs sent again") \
	X(MPDU_LOST, mpdu_lost, "MPDUs the receiver did not get") \
	X(BA_LOST, ba_lost, "PPDUs whose acknowledgement did not arrive") \
	X(TX_BARS, tx_bars, "block ack requests put on the air, retries included") \
	X(TX_AMSDU_MSDUS, tx_amsdu_msdus, "MSDUs that were put into A-MSDUs") \
	X(TX_TSO_FRAMES, tx_tso_frames, "frames of several TCP segments that the driver cut into MSDUs") \
	X(HWQ_PPDUS_MAX, hwq_ppdus_max, "most PPDUs at once in a hardware queue that the driver fills") \
	X(TX_ADDBAS, tx_addbas, "block ack sessions that the firmware asked for") \
	X(HWQ_STOPS, hwq_stops, "times the ring of a station and TID was full") \
	X(FETCHES, fetches, "fetches that brought frames, of tx_mode pull") \
	X(FETCHES_EMPTY, fetches_empty, "fetches that brought none: the queue was empty, or airtime fairness or AQL held it back") \
	X(RECLAIMED, reclaimed, "frames the host took back because their completion did not come") \
	X(BAD_COMPLETIONS, bad_completions, "completions the host refused: of no frame, a second or a stale one") \
	X(STUCK_QUEUES, stuck_queues, "firmware queues that were found stuck and reset")

#define HWX_CLOSE_REASONS(X) \
	X(WINDOW, window, "the block ack window was full") \
	X(FRAMES, frames, "ampdu_frames was reached") \
	X(BYTES, bytes, "ampdu_bytes or the limit of the peer was reached") \
	X(DURATION, duration, "ampdu_us was reached") \
	X(EMPTY, empty, "nothing more was queued that may go along")

#define HWX_STARVED(X) \
	X(DESC, desc, "all descriptors were in use") \
	X(AQL, aql, "mac80211 held frames back: airtime queue limit") \
	X(TSQ, tsq, "the socket was TSQ-throttled") \
	X(CWND, cwnd, "the socket had filled its congestion or receive window") \
	X(PACING, pacing, "the socket had data and window: it was pacing") \
	X(APP, app, "nothing was left to be sent")

#define HWX_FAULTS(X) \
	X(LOST, lost, "completions never indicated") \
	X(LATE, late, "completions indicated late") \
	X(DUP, dup, "completions indicated twice") \
	X(UNKNOWN, unknown, "completions of no frame") \
	X(BA, ba, "acks and block acks lost in the sender") \
	X(ADDBA, addba, "block ack sessions refused") \
	X(STUCK, stuck, "firmware queues no longer served") \
	X(PAUSE, pause, "pauses of the firmware")

#define HWX_AIRTIMES(X) \
	X(TX, tx, "own PPDUs and the responses to them") \
	X(RX, rx, "PPDUs addressed to this radio and its responses") \
	X(BUSY, busy, "the medium was busy on the channel, own time included") \
	X(IDLE, idle, "the medium was idle on the channel")

#define HWX_HISTOGRAMS(X) \
	X(AMPDU_HIST, ampdu_hist, HWX_AMPDU_HIST_BINS, "MPDUs per data PPDU") \
	X(COMPLETION_HIST, completion_hist, HWX_COMPLETION_HIST_BINS, "frames per completion indication") \
	X(SOCKET_HELD_BYTES_HIST, socket_held_bytes_hist, HWX_HELD_HIST_BINS, "sk_wmem_alloc of the sending socket at dequeue")

#endif
