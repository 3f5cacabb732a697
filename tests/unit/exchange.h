/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One sender, no loss: AIFS + mean backoff + PPDU + SIFS + response, with
 * every term from core/.
 */
#ifndef HWX_TEST_EXCHANGE_H
#define HWX_TEST_EXCHANGE_H

#include "amsdu.h"
#include "test.h"

#define UDP_HEADERS_BYTES 28 /* UDP, IPv4 */
#define LLC_BYTES 8
#define QOS_MPDU_BYTES (26 + 8 + 4) /* header, LLC/SNAP, FCS */
#define PLAIN_MPDU_BYTES (24 + 8 + 4)

/**
 * struct exchange_case - what is sent
 * @rate: its name
 * @window: block ack window; 1 is a single MPDU and an ack
 * @bytes: A-MPDU limit
 * @payload_bytes: of UDP
 * @qos: AIFSN 3 and a QoS header; else DIFS and none
 * @security_bytes: added to each MPDU
 * @ppdu_ns: longest PPDU
 * @rts: protected by RTS/CTS
 * @frames: MPDUs at hand, 0 is as many as fit
 * @msdus: in each MPDU, 0 is 1
 */
struct exchange_case {
	const char *rate;
	u32 window;
	u32 bytes;
	u32 payload_bytes;
	bool qos;
	u32 security_bytes;
	u32 ppdu_ns;
	bool rts;
	u32 frames;
	u32 msdus;
};

/**
 * struct exchange - how long it takes at 5 GHz
 * @frames: MPDUs in the PPDU
 * @ppdu_ns: data PPDU
 * @response_ns: ack or block ack
 * @cycle_ns: all of it
 * @goodput_mbps: of UDP payload
 */
struct exchange {
	u32 frames;
	u32 ppdu_ns;
	u32 response_ns;
	u64 cycle_ns;
	double goodput_mbps;
};

/**
 * exchange_run() - compute one exchange
 * @c: what is sent
 *
 * Return: how long it takes
 */
struct exchange exchange_run(const struct exchange_case *c);

#endif
