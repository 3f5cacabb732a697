// SPDX-License-Identifier: GPL-2.0
/*
 * Printing a TCP socket.
 */
#include <arpa/inet.h>
#include <linux/tcp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "sockprint.h"

enum field_unit {
	AS_IT_IS,
	BYTES_PER_S,	/* printed in kb/s */
};

/**
 * struct field - one number of struct tcp_info
 * @name: JSON key
 * @at: offset
 * @size: 4 or 8 bytes
 * @unit: how to print it
 * @help: one clause
 */
struct field {
	const char *name;
	size_t at;
	size_t size;
	enum field_unit unit;
	const char *help;
};

#define FIELD_IN(word, member, unit_, text) { \
	.name = #word, \
	.at = offsetof(struct tcp_info, tcpi_##member), \
	.size = sizeof(((struct tcp_info *)0)->tcpi_##member), \
	.unit = unit_, \
	.help = text, \
}
#define FIELD(word, member, text) FIELD_IN(word, member, AS_IT_IS, text)

static const struct field fields[] = {
	FIELD(cwnd, snd_cwnd, "congestion window, segments"),
	FIELD(ssthresh, snd_ssthresh,
	      "slow start threshold, segments; 2147483647 is none yet"),
	FIELD(mss_bytes, snd_mss, "segment size"),
	FIELD(rtt_us, rtt, "smoothed round trip time"),
	FIELD(rttvar_us, rttvar, "its variation"),
	FIELD(min_rtt_us, min_rtt, "smallest round trip time of the window"),
	FIELD_IN(pacing_kbps, pacing_rate, BYTES_PER_S, "pacing rate"),
	FIELD_IN(delivery_kbps, delivery_rate, BYTES_PER_S,
		 "latest measured delivery rate"),
	FIELD(unacked, unacked, "segments in flight"),
	FIELD(sacked, sacked, "segments acknowledged selectively"),
	FIELD(lost, lost, "segments taken for lost"),
	FIELD(retrans, retrans, "retransmitted segments in flight"),
	FIELD(total_retrans, total_retrans, "segments ever retransmitted"),
	FIELD(reordering, reordering, "reordering seen, segments"),
	FIELD(notsent_bytes, notsent_bytes, "written, not yet sent"),
	FIELD(bytes_sent, bytes_sent, "sent, retransmissions included"),
	FIELD(bytes_acked, bytes_acked, "acknowledged"),
	FIELD(bytes_retrans, bytes_retrans, "sent again"),
	FIELD(bytes_received, bytes_received, "received"),
	FIELD(busy_us, busy_time, "time with data outstanding"),
	FIELD(rwnd_limited_us, rwnd_limited,
	      "part of it limited by the receive window"),
	FIELD(sndbuf_limited_us, sndbuf_limited,
	      "part of it limited by the send buffer"),
};

static const struct {
	const char *name;
	int index;
	const char *help;
} mems[] = {
	{ "wmem_alloc_bytes", SK_MEMINFO_WMEM_ALLOC,
	  "in qdiscs, queues and drivers: what TSQ limits" },
	{ "wmem_queued_bytes", SK_MEMINFO_WMEM_QUEUED,
	  "in the send and retransmit queues" },
	{ "sndbuf_bytes", SK_MEMINFO_SNDBUF, "limit of the send buffer" },
	{ "rmem_alloc_bytes", SK_MEMINFO_RMEM_ALLOC, "in the receive queue" },
	{ "rcvbuf_bytes", SK_MEMINFO_RCVBUF, "limit of the receive buffer" },
	{ "fwd_alloc_bytes", SK_MEMINFO_FWD_ALLOC, "reserved, not used" },
	{ "backlog_bytes", SK_MEMINFO_BACKLOG, "waits for the owner" },
	{ "drops", SK_MEMINFO_DROPS, "segments dropped by the socket" },
};

static const char *const states[] = {
	[SOCK_ESTABLISHED] = "established",
	[SOCK_SYN_SENT] = "syn-sent",
	[SOCK_FIN_WAIT1] = "fin-wait-1",
	[SOCK_FIN_WAIT2] = "fin-wait-2",
	[SOCK_CLOSE_WAIT] = "close-wait",
	[SOCK_LAST_ACK] = "last-ack",
	[SOCK_CLOSING] = "closing",
};

static void print_end(const char *key, const struct endpoint *e)
{
	char addr[INET6_ADDRSTRLEN];
	char text[INET6_ADDRSTRLEN + 10];

	if (IN6_IS_ADDR_V4MAPPED(&e->addr)) {
		inet_ntop(AF_INET, &e->addr.s6_addr[12], addr, sizeof(addr));
		snprintf(text, sizeof(text), "%s:%u", addr, e->port);
	} else {
		inet_ntop(AF_INET6, &e->addr, addr, sizeof(addr));
		snprintf(text, sizeof(text), "[%s]:%u", addr, e->port);
	}
	out_text(key, text);
}

static u64 kbps(u64 bytes_per_s)
{
	return bytes_per_s / 125;
}

static void print_field(const struct field *f, const struct sock_sample *s)
{
	const u8 *at = s->info + f->at;
	u32 narrow;
	u64 value;

	/* older kernels give a shorter structure */
	if (f->at + f->size > s->info_len)
		return;
	if (f->size == sizeof(narrow)) {
		memcpy(&narrow, at, sizeof(narrow));
		value = narrow;
	} else {
		memcpy(&value, at, sizeof(value));
	}
	/* all ones is "no limit", which has no number */
	if (f->unit == BYTES_PER_S && value == UINT64_MAX)
		return;
	out_u64(f->name, f->unit == BYTES_PER_S ? kbps(value) : value);
}

/* a bit field has no offset */
static void print_app_limited(const struct sock_sample *s)
{
	struct tcp_info info;

	if (s->info_len < offsetof(struct tcp_info, tcpi_rto))
		return;
	memcpy(&info, s->info, offsetof(struct tcp_info, tcpi_rto));
	out_bool("app_limited", info.tcpi_delivery_rate_app_limited);
}

static void print_bbr(const struct tcp_bbr_info *bbr)
{
	u64 bw = (u64)bbr->bbr_bw_hi << 32 | bbr->bbr_bw_lo;

	out_open("bbr");
	out_u64("bw_kbps", kbps(bw));
	out_u64("min_rtt_us", bbr->bbr_min_rtt);
	/* gains have 8 binary places */
	out_u64("pacing_gain_percent", bbr->bbr_pacing_gain * 100ULL / 256);
	out_u64("cwnd_gain_percent", bbr->bbr_cwnd_gain * 100ULL / 256);
	out_close();
}

void sock_print(const struct sock_sample *s, u64 time_us)
{
	const char *state = s->state < ARRAY_SIZE(states) ?
				    states[s->state] : NULL;

	out_open(NULL);
	out_u64("time_us", time_us);
	print_end("local", &s->local);
	print_end("remote", &s->remote);
	out_break();
	out_text("state", state ? state : "other");
	if (s->congestion[0])
		out_text("congestion", s->congestion);
	print_app_limited(s);
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		print_field(&fields[i], s);
	for (size_t i = 0; i < ARRAY_SIZE(mems) && s->has_mem; i++)
		out_u64(mems[i].name, s->mem[mems[i].index]);
	if (s->has_bbr)
		print_bbr(&s->bbr);
	out_close();
}

void sock_print_help(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		printf("  %-18s %s\n", fields[i].name, fields[i].help);
	for (size_t i = 0; i < ARRAY_SIZE(mems); i++)
		printf("  %-18s %s\n", mems[i].name, mems[i].help);
}
