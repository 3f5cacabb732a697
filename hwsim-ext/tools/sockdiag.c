// SPDX-License-Identifier: GPL-2.0
/*
 * Reading TCP sockets through sock_diag.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/netlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
#include <stdlib.h>
#include <string.h>

#include "sockdiag.h"

/* a dump that the kernel found disturbed is read again this often */
#define DUMP_TRIES 10

#define STATES \
	((1 << SOCK_ESTABLISHED) | (1 << SOCK_SYN_SENT) | (1 << SOCK_FIN_WAIT1) | \
	 (1 << SOCK_FIN_WAIT2) | (1 << SOCK_CLOSE_WAIT) | (1 << SOCK_LAST_ACK) | \
	 (1 << SOCK_CLOSING))

/* the bit of VEGASINFO asks for the state of whatever algorithm runs */
#define EXTENSIONS \
	((1 << (INET_DIAG_INFO - 1)) | (1 << (INET_DIAG_SKMEMINFO - 1)) | \
	 (1 << (INET_DIAG_CONG - 1)) | (1 << (INET_DIAG_VEGASINFO - 1)))

static struct nl_sock *sock;

/**
 * struct dump - one dump under way
 * @list: gets the sockets
 * @port: wanted port, 0 is all
 * @err: negative errno of the kernel
 * @done: the end was seen
 */
struct dump {
	struct sock_list *list;
	u16 port;
	int err;
	bool done;
};

int sockdiag_open(void)
{
	int err;

	sock = nl_socket_alloc();
	if (!sock)
		return failed("out of memory");
	err = nl_connect(sock, NETLINK_SOCK_DIAG);
	if (err)
		return failed("no sock_diag socket (CONFIG_SOCK_DIAG): %s",
			      nl_geterror(err));
	return EXIT_OK;
}

void sockdiag_close(struct sock_list *list)
{
	nl_socket_free(sock);
	sock = NULL;
	free(list->socks);
	*list = (struct sock_list){ 0 };
}

/* --- one message --- */

static void endpoint_set(struct endpoint *e, u8 af, const __be32 *addr,
			 __be16 port)
{
	memset(e, 0, sizeof(*e));
	if (af == AF_INET) {
		e->addr.s6_addr[10] = 0xff;
		e->addr.s6_addr[11] = 0xff;
		memcpy(&e->addr.s6_addr[12], addr, 4);
	} else {
		memcpy(&e->addr, addr, 16);
	}
	e->port = ntohs(port);
}

static size_t copy_attr(void *to, size_t size, const struct nlattr *nla)
{
	size_t len = (size_t)nla_len(nla);

	if (len > size)
		len = size;
	memcpy(to, nla_data(nla), len);
	return len;
}

static void sample_set(struct sock_sample *s, const struct inet_diag_msg *m,
		       struct nlattr **attrs)
{
	const struct nlattr *nla;

	memset(s, 0, sizeof(*s));
	endpoint_set(&s->local, m->idiag_family, m->id.idiag_src,
		     m->id.idiag_sport);
	endpoint_set(&s->remote, m->idiag_family, m->id.idiag_dst,
		     m->id.idiag_dport);
	s->state = m->idiag_state;
	nla = attrs[INET_DIAG_INFO];
	if (nla)
		s->info_len = copy_attr(s->info, sizeof(s->info), nla);
	nla = attrs[INET_DIAG_CONG];
	if (nla)
		copy_attr(s->congestion, sizeof(s->congestion) - 1, nla);
	nla = attrs[INET_DIAG_SKMEMINFO];
	s->has_mem = nla != NULL;
	if (nla)
		copy_attr(s->mem, sizeof(s->mem), nla);
	nla = attrs[INET_DIAG_BBRINFO];
	s->has_bbr = nla && nla_len(nla) >= (int)sizeof(s->bbr);
	if (s->has_bbr)
		copy_attr(&s->bbr, sizeof(s->bbr), nla);
}

static struct sock_sample *list_add(struct sock_list *list)
{
	if (list->count == list->room) {
		size_t room = list->room ? 2 * list->room : 16;
		void *grown = realloc(list->socks,
				      room * sizeof(*list->socks));

		if (!grown)
			return NULL;
		list->socks = grown;
		list->room = room;
	}
	return &list->socks[list->count++];
}

static int on_socket(struct nl_msg *msg, void *arg)
{
	const struct nlmsghdr *nlh = nlmsg_hdr(msg);
	const struct inet_diag_msg *m = nlmsg_data(nlh);
	struct nlattr *attrs[INET_DIAG_MAX + 1];
	struct dump *dump = arg;
	struct sock_sample *s;

	if (nlmsg_datalen(nlh) < (int)sizeof(*m) ||
	    nlmsg_parse((struct nlmsghdr *)nlh, sizeof(*m), attrs,
			INET_DIAG_MAX, NULL))
		return -NLE_MSG_TOOSHORT;
	if (dump->port && ntohs(m->id.idiag_sport) != dump->port &&
	    ntohs(m->id.idiag_dport) != dump->port)
		return NL_OK;
	s = list_add(dump->list);
	if (!s)
		return -NLE_NOMEM;
	sample_set(s, m, attrs);
	return NL_OK;
}

/* --- one dump --- */

static int on_error(struct sockaddr_nl *from, struct nlmsgerr *e, void *arg)
{
	struct dump *dump = arg;

	(void)from;
	dump->err = e->error;
	dump->done = true;
	return NL_STOP;
}

static int on_finish(struct nl_msg *msg, void *arg)
{
	const struct nlmsghdr *nlh = nlmsg_hdr(msg);
	struct dump *dump = arg;

	if (nlmsg_datalen(nlh) >= (int)sizeof(int))
		memcpy(&dump->err, nlmsg_data(nlh), sizeof(int));
	dump->done = true;
	return NL_STOP;
}

static int receive(struct dump *dump)
{
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	int err = 0;

	if (!cb)
		return -NLE_NOMEM;
	nl_cb_err(cb, NL_CB_CUSTOM, on_error, dump);
	nl_cb_set(cb, NL_CB_FINISH, NL_CB_CUSTOM, on_finish, dump);
	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, on_socket, dump);
	while (!dump->done && err >= 0)
		err = nl_recvmsgs(sock, cb);
	nl_cb_put(cb);
	/* libnl turns the errno of the kernel into one of its own, keep it */
	return err < 0 && !dump->err ? err : 0;
}

static int dump_family(struct dump *dump, u8 af)
{
	struct inet_diag_req_v2 req = {
		.sdiag_family = af,
		.sdiag_protocol = IPPROTO_TCP,
		.idiag_ext = EXTENSIONS,
		.idiag_states = STATES,
	};
	int err;

	dump->done = false;
	err = nl_send_simple(sock, SOCK_DIAG_BY_FAMILY, NLM_F_DUMP, &req,
			     sizeof(req));
	return err < 0 ? err : receive(dump);
}

static int dump_all(struct dump *dump)
{
	int err;

	for (int tries = 0; tries < DUMP_TRIES; tries++) {
		dump->list->count = 0;
		err = dump_family(dump, AF_INET);
		if (!err && !dump->err)
			err = dump_family(dump, AF_INET6);
		if (err != -NLE_DUMP_INTR)
			return err;
		/* what is left of it must not mix with the next */
		nl_socket_free(sock);
		if (sockdiag_open() != EXIT_OK)
			return -NLE_BAD_SOCK;
	}
	return err;
}

static int compare_ends(const struct endpoint *a, const struct endpoint *b)
{
	int order = memcmp(&a->addr, &b->addr, sizeof(a->addr));

	return order ? order : (int)a->port - (int)b->port;
}

static int compare(const void *a, const void *b)
{
	const struct sock_sample *s = a, *t = b;
	int order = compare_ends(&s->local, &t->local);

	return order ? order : compare_ends(&s->remote, &t->remote);
}

int sockdiag_read(struct sock_list *list, u16 port)
{
	struct dump dump = { .list = list, .port = port };
	int err = dump_all(&dump);

	if (err < 0)
		return failed("reading sockets failed: %s", nl_geterror(err));
	if (dump.err == -ENOENT)
		return failed("this kernel does not show TCP sockets (CONFIG_INET_TCP_DIAG)");
	if (dump.err)
		return failed("the kernel refused: %s", strerror(-dump.err));
	/* the order of the kernel is that of a hash */
	if (list->count)
		qsort(list->socks, list->count, sizeof(*list->socks), compare);
	return EXIT_OK;
}
