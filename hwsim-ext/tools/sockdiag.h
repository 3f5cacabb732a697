/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The TCP sockets of this network namespace, as sock_diag shows them.
 */
#ifndef TOOLS_SOCKDIAG_H
#define TOOLS_SOCKDIAG_H

#include <linux/inet_diag.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>

#include "common.h"

/*
 * The states in which a socket is a full one that may hold data.  The header
 * of the C library that names them does not go with <linux/tcp.h>, which alone
 * has all of struct tcp_info; so that structure is bytes here.
 */
enum sock_state {
	SOCK_ESTABLISHED = 1,
	SOCK_SYN_SENT = 2,
	SOCK_FIN_WAIT1 = 4,
	SOCK_FIN_WAIT2 = 5,
	SOCK_CLOSE_WAIT = 8,
	SOCK_LAST_ACK = 9,
	SOCK_CLOSING = 11,
};

#define SOCK_INFO_BYTES_MAX 512

/**
 * struct endpoint - one end of a connection
 * @addr: IPv4 as ::ffff:a.b.c.d, also when the socket is an IPv6 one
 * @port: host byte order
 */
struct endpoint {
	struct in6_addr addr;
	u16 port;
};

/**
 * struct sock_sample - one socket at one moment
 * @local: own end
 * @remote: the other end
 * @state: enum sock_state
 * @congestion: name of the congestion control, empty when not told
 * @info: what the kernel gave of struct tcp_info, then zeros
 * @info_len: how many bytes that is
 * @has_mem: @mem is filled
 * @mem: socket memory in bytes, by SK_MEMINFO_*
 * @has_bbr: @bbr is filled
 * @bbr: state of BBR
 */
struct sock_sample {
	struct endpoint local;
	struct endpoint remote;
	u8 state;
	char congestion[16];
	u8 info[SOCK_INFO_BYTES_MAX];
	size_t info_len;
	bool has_mem;
	u32 mem[SK_MEMINFO_VARS];
	bool has_bbr;
	struct tcp_bbr_info bbr;
};

/**
 * struct sock_list - the sockets of one moment
 * @socks: sorted by both ends
 * @count: how many
 * @room: how many fit into @socks
 */
struct sock_list {
	struct sock_sample *socks;
	size_t count;
	size_t room;
};

/**
 * sockdiag_open() - get ready
 *
 * Return: EXIT_OK, or EXIT_FAILED with a sentence on stderr
 */
int sockdiag_open(void);

/**
 * sockdiag_read() - read all connected TCP sockets, IPv4 and IPv6
 * @list: replaced; start with zeros
 * @port: only those with this port at one end, 0 is all
 *
 * Listening and time-wait sockets are left out, they send nothing.
 *
 * Return: EXIT_OK, or EXIT_FAILED with a sentence on stderr
 */
int sockdiag_read(struct sock_list *list, u16 port);

/**
 * sockdiag_close() - free everything
 * @list: emptied
 */
void sockdiag_close(struct sock_list *list);

#endif
