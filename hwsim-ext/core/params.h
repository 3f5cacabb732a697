/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parameters of a radio and of a medium, once, for everybody.
 *
 * The name of a parameter is its netlink attribute (upper case), its profile
 * key, its JSON key and its command line word.  The kernel module builds its
 * policy and its defaults from this list, hwsimctl its tables, and the host
 * tooling parses this file as text, so one entry stays on one line.
 *
 * X(UPPER, name, KIND, lo, hi, default, LIFE, unit, help)
 *
 *   KIND  U32   number, lo..hi
 *         U64   number, lo..hi
 *         BOOL  0 or 1
 *         ENUM  one of the words of @unit, in order from 0; lo..hi are indices
 *         RATE  the name of a rate (core/rate.h) or "auto"
 *   LIFE  NEW   given when the radio is made, then fixed
 *         RUN   changeable while traffic flows
 */
#ifndef HWX_CORE_PARAMS_H
#define HWX_CORE_PARAMS_H

#define HWX_RADIO_PARAMS(X) \
	X(MEDIUM, medium, U32, 0, 65535, 0, NEW, "id", "radios of one medium on overlapping channels share the air") \
	X(NSS, nss, U32, 1, 4, 2, NEW, "streams", "spatial streams the radio announces") \
	X(RATE, rate, RATE, 0, 0, 0, RUN, "rate", "auto (rate control) or the name of a fixed data rate") \
	X(RATE_CONTROL, rate_control, ENUM, 0, 1, 0, NEW, "minstrel|firmware", "who chooses with rate=auto: mac80211, or firmware that knows the noise of the link") \
	X(RATE_REPORT_US, rate_report_us, U32, 0, 10000000, 0, RUN, "us", "with rate_control=firmware, mac80211 learns the rate this often at most, 0 is with every status") \
	X(BUS_KBPS, bus_kbps, U32, 0, 100000000, 0, RUN, "kb/s", "host interface cap, 0 is none") \
	X(AMPDU_FRAMES, ampdu_frames, U32, 1, 256, 64, RUN, "MPDUs", "most MPDUs in one A-MPDU; 1 sends single MPDUs with a normal ack") \
	X(AMPDU_BYTES, ampdu_bytes, U32, 0, 6500631, 0, RUN, "bytes", "most bytes in one A-MPDU, 0 is the limit of the peer") \
	X(AMPDU_US, ampdu_us, U32, 100, 5484, 4000, RUN, "us", "longest A-MPDU PPDU") \
	X(AMSDU_FRAMES, amsdu_frames, U32, 1, 16, 1, RUN, "MSDUs", "most MSDUs in one A-MSDU, in block ack sessions that allow it; 1 builds none") \
	X(RX_AMSDU, rx_amsdu, BOOL, 0, 1, 1, NEW, "bool", "agrees to receive A-MSDUs in block ack sessions") \
	X(TX_AMSDU, tx_amsdu, BOOL, 0, 1, 0, NEW, "bool", "mac80211 builds A-MSDUs as it queues frames") \
	X(BA_SESSIONS, ba_sessions, ENUM, 0, 1, 0, NEW, "mac80211|firmware", "who negotiates block ack sessions") \
	X(REORDER, reorder, ENUM, 0, 1, 0, NEW, "mac80211|firmware", "who puts what block ack sessions receive in order") \
	X(RETRY_LIMIT, retry_limit, U32, 1, 255, 10, RUN, "attempts", "an MPDU is given up after this many attempts") \
	X(RTS_BYTES, rts_bytes, U32, 0, 6500631, 0, RUN, "bytes", "a longer PSDU is protected with RTS and CTS, 0 is none") \
	X(TX_DESC, tx_desc, U32, 1, 65535, 1424, RUN, "frames", "descriptor pool: frames held between dequeue and completion") \
	X(TX_DESC_LOW, tx_desc_low, U32, 0, 65535, 0, RUN, "frames", "the completion path refills when fewer are in use, 0 is half the pool") \
	X(HWQ_PPDUS, hwq_ppdus, U32, 0, 16, 0, NEW, "PPDUs", "the driver builds A-MPDUs ahead, at most this many an access category; 0 builds them when the medium is won") \
	X(HWQ_FRAMES, hwq_frames, U32, 0, 65535, 0, RUN, "frames", "entries of a ring per station and TID, which fills below 1/8 free and goes on above 1/4; 0 is no such ring") \
	X(TX_MODE, tx_mode, ENUM, 0, 1, 0, NEW, "push|pull", "the driver gives frames whenever there are some, or the firmware fetches them") \
	X(FETCH_FRAMES, fetch_frames, U32, 1, 65535, 64, RUN, "frames", "most frames that one fetch of tx_mode pull asks for") \
	X(FETCH_US, fetch_us, U32, 0, 100000, 100, RUN, "us", "time from a fetch until its frames are there") \
	X(COMPLETION_FRAMES, completion_frames, U32, 0, 65535, 32, RUN, "frames", "completions are indicated when this many wait, 0 is no such limit") \
	X(COMPLETION_US, completion_us, U32, 0, 1000000, 2000, RUN, "us", "completions are indicated when the oldest has waited this long") \
	X(COMPLETION_CTX, completion_ctx, ENUM, 0, 2, 2, RUN, "softirq|kthread|napi", "where tx status runs: in a tasklet, in a thread, or at the end of the receive poll") \
	X(RX_FRAMES, rx_frames, U32, 0, 65535, 64, RUN, "frames", "received frames are handed up when this many wait, 0 is no such limit") \
	X(RX_US, rx_us, U32, 0, 1000000, 0, RUN, "us", "received frames are handed up when the oldest has waited this long") \
	X(GRO, gro, BOOL, 0, 1, 1, RUN, "bool", "receive through NAPI with generic receive offload") \
	X(PACING_SHIFT, pacing_shift, U32, 0, 31, 7, RUN, "shift", "TSQ budget of a socket: pacing rate >> shift") \
	X(ORPHAN, orphan, ENUM, 0, 1, 0, RUN, "completion|early", "when a frame leaves the account of its socket") \
	X(SG, sg, BOOL, 0, 1, 0, NEW, "bool", "scatter-gather transmit") \
	X(TSO, tso, BOOL, 0, 1, 0, NEW, "bool", "TCP segmentation into MSDUs of one frame; needs sg and csum") \
	X(CSUM, csum, BOOL, 0, 1, 1, NEW, "bool", "checksum offload, transmit and receive") \
	X(CRYPTO, crypto, ENUM, 0, 1, 0, NEW, "hardware|software", "who encrypts data: this radio or mac80211") \
	X(ACK_SIGNAL, ack_signal, BOOL, 0, 1, 1, RUN, "bool", "tx status carries the signal of the acknowledgement") \
	X(AQL, aql, BOOL, 0, 1, 1, NEW, "bool", "mac80211 airtime queue limits") \
	X(AIRTIME_FAIRNESS, airtime_fairness, BOOL, 0, 1, 1, NEW, "bool", "mac80211 airtime fairness, fed with true durations") \
	X(FAIL_LOST, fail_lost, U32, 0, 1000, 0, RUN, "permille", "finished frames whose completion is never indicated") \
	X(FAIL_LATE, fail_late, U32, 0, 1000, 0, RUN, "permille", "finished frames whose completion is indicated fail_ms late") \
	X(FAIL_DUP, fail_dup, U32, 0, 1000, 0, RUN, "permille", "finished frames whose completion is indicated twice") \
	X(FAIL_UNKNOWN, fail_unknown, U32, 0, 1000, 0, RUN, "permille", "finished frames with whose completion comes one of no frame") \
	X(FAIL_BA, fail_ba, U32, 0, 1000, 0, RUN, "permille", "acks and block acks that reach the sender and are lost in it") \
	X(FAIL_ADDBA, fail_addba, U32, 0, 1000, 0, RUN, "permille", "block ack sessions to receive in that the firmware refuses") \
	X(FAIL_STUCK, fail_stuck, U32, 0, 1000, 0, RUN, "permille", "PPDUs after which their firmware queue is served no more") \
	X(FAIL_PAUSE, fail_pause, U32, 0, 1000, 0, RUN, "permille", "PPDUs after which the firmware does nothing for fail_ms") \
	X(FAIL_MS, fail_ms, U32, 1, 10000, 100, RUN, "ms", "how late fail_late makes a completion, how long fail_pause lasts")

#define HWX_MEDIUM_PARAMS(X) \
	X(SEED, seed, U64, 0, 18446744073709551615, 1, RUN, "number", "start of the one random sequence of the medium") \
	X(CONTENTION, contention, ENUM, 0, 1, 0, RUN, "edca|fifo", "random backoff and collisions, or the mean backoff and none")

#define HWX_LINK_PARAMS(X) \
	X(LOSS, loss, U32, 0, 1000000, 0, RUN, "ppm", "MPDUs of this direction that are lost, independently of each other") \
	X(HEARD, heard, BOOL, 0, 1, 1, RUN, "bool", "the receiver hears the sender at all: carrier sense and frames") \
	X(SNR_DB, snr_db, U32, 0, 100, 60, RUN, "dB", "ratio of signal to noise in this direction, which decides what each rate loses besides")

#endif
