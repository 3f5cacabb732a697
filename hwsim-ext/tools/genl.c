// SPDX-License-Identifier: GPL-2.0
/*
 * Requests to the family HWSIM_EXT through libnl.
 */
#include <errno.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "hwsimctl.h"

#ifndef SOL_NETLINK
#define SOL_NETLINK 270
#endif

/* a list that changes while it is read is read again this often */
#define DUMP_TRIES 10

/* room for every parameter with its longest value */
#define REQUEST_BYTES 8192

static struct nl_sock *sock;
static int family;

/**
 * struct talk - one request under way
 * @policy: for the attributes of the reply
 * @reply: called for each message
 * @done: the ack or the end of the dump was seen
 * @err: negative errno of the kernel
 * @sentence: of the kernel, empty when it gave none
 */
struct talk {
	const struct nla_policy *policy;
	genl_reply_fn reply;
	bool done;
	int err;
	char sentence[512];
};

static int open_socket(void)
{
	int one = 1;
	int fd, err;

	sock = nl_socket_alloc();
	if (!sock)
		return failed("out of memory");
	err = genl_connect(sock);
	if (err)
		return failed("no generic netlink socket: %s",
			      nl_geterror(err));
	fd = nl_socket_get_fd(sock);
	/* without these the kernel's sentences are lost, nothing else */
	setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &one, sizeof(one));
	setsockopt(fd, SOL_NETLINK, NETLINK_CAP_ACK, &one, sizeof(one));
	family = genl_ctrl_resolve(sock, HWSIM_EXT_GENL_NAME);
	if (family == -NLE_OBJ_NOTFOUND)
		return failed("the kernel module hwsim_ext is not loaded (modprobe hwsim_ext)");
	if (family < 0)
		return failed("the family " HWSIM_EXT_GENL_NAME
			      " cannot be asked for: %s", nl_geterror(family));
	return EXIT_OK;
}

void genl_close(void)
{
	nl_socket_free(sock);
	sock = NULL;
}

struct nl_msg *genl_request(u8 cmd, bool dump)
{
	struct nl_msg *msg;

	if (!sock && open_socket() != EXIT_OK)
		return NULL;
	msg = nlmsg_alloc_size(REQUEST_BYTES);
	if (!msg || !genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, family, 0,
				 dump ? NLM_F_DUMP : NLM_F_ACK, cmd,
				 HWSIM_EXT_GENL_VERSION)) {
		nlmsg_free(msg);
		failed("out of memory");
		return NULL;
	}
	return msg;
}

/* the sentence stands in attributes behind the copy of the request */
static void keep_sentence(struct talk *talk, const void *at, int len)
{
	struct nlattr *attrs[NLMSGERR_ATTR_MAX + 1];
	struct nlattr *msg;

	if (len <= 0 || nla_parse(attrs, NLMSGERR_ATTR_MAX,
				  (struct nlattr *)at, len, NULL))
		return;
	msg = attrs[NLMSGERR_ATTR_MSG];
	if (msg)
		snprintf(talk->sentence, sizeof(talk->sentence), "%.*s",
			 nla_len(msg), (const char *)nla_data(msg));
}

static int on_error(struct sockaddr_nl *from, struct nlmsgerr *e, void *arg)
{
	const struct nlmsghdr *nlh = (const struct nlmsghdr *)e - 1;
	size_t before = sizeof(*nlh) + sizeof(*e);
	struct talk *talk = arg;

	(void)from;
	if (!(nlh->nlmsg_flags & NLM_F_CAPPED))
		before += NLMSG_ALIGN(e->msg.nlmsg_len) - sizeof(e->msg);
	if (nlh->nlmsg_flags & NLM_F_ACK_TLVS)
		keep_sentence(talk, (const char *)nlh + before,
			      (int)nlh->nlmsg_len - (int)before);
	talk->err = e->error;
	talk->done = true;
	return NL_STOP;
}

static int on_ack(struct nl_msg *msg, void *arg)
{
	struct talk *talk = arg;

	(void)msg;
	talk->done = true;
	return NL_STOP;
}

/* the end of a dump carries its error, and the sentence behind it */
static int on_finish(struct nl_msg *msg, void *arg)
{
	const struct nlmsghdr *nlh = nlmsg_hdr(msg);
	struct talk *talk = arg;

	talk->done = true;
	if (nlmsg_datalen(nlh) < (int)sizeof(int))
		return NL_STOP;
	memcpy(&talk->err, nlmsg_data(nlh), sizeof(int));
	if (nlh->nlmsg_flags & NLM_F_ACK_TLVS)
		keep_sentence(talk, (const char *)nlmsg_data(nlh) + sizeof(int),
			      nlmsg_datalen(nlh) - (int)sizeof(int));
	return NL_STOP;
}

static int on_reply(struct nl_msg *msg, void *arg)
{
	struct nlattr *attrs[HWSIM_EXT_A_MAX + 1];
	struct talk *talk = arg;
	int err;

	err = genlmsg_parse(nlmsg_hdr(msg), 0, attrs, HWSIM_EXT_A_MAX,
			    talk->policy);
	if (err)
		return err;
	if (talk->reply)
		talk->reply(attrs);
	return NL_OK;
}

static int receive(struct talk *talk)
{
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	int err = 0;

	if (!cb)
		return -NLE_NOMEM;
	nl_cb_err(cb, NL_CB_CUSTOM, on_error, talk);
	nl_cb_set(cb, NL_CB_ACK, NL_CB_CUSTOM, on_ack, talk);
	nl_cb_set(cb, NL_CB_FINISH, NL_CB_CUSTOM, on_finish, talk);
	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, on_reply, talk);
	while (!talk->done && err >= 0)
		err = nl_recvmsgs(sock, cb);
	nl_cb_put(cb);
	/* libnl turns the errno of the kernel into one of its own, keep it */
	return err < 0 && !talk->err ? err : 0;
}

static int report(const struct talk *talk)
{
	static const char prefix[] = "hwsim_ext: ";
	size_t skip = strncmp(talk->sentence, prefix, strlen(prefix)) ?
			      0 : strlen(prefix);

	/* the kernel says who speaks, so does failed(): once is enough */
	if (talk->sentence[0])
		return failed("%s", talk->sentence + skip);
	if (talk->err == -EPERM)
		return failed("only root may do this (CAP_NET_ADMIN is needed)");
	return failed("the kernel refused: %s", strerror(-talk->err));
}

int genl_talk(struct nl_msg *msg, const struct nla_policy *policy,
	      genl_reply_fn reply, void (*begin)(void))
{
	struct talk talk;
	int err;

	for (int tries = 0;; tries++) {
		talk = (struct talk){ .policy = policy, .reply = reply };
		if (begin)
			begin();
		err = nl_send_auto(sock, msg);
		if (err >= 0)
			err = receive(&talk);
		if (err != -NLE_DUMP_INTR || tries + 1 == DUMP_TRIES)
			break;
		/* the rest of the disturbed dump must not mix with the next */
		genl_close();
		if (open_socket() != EXIT_OK)
			break;
		nlmsg_hdr(msg)->nlmsg_seq = NL_AUTO_SEQ;
		nlmsg_hdr(msg)->nlmsg_pid = NL_AUTO_PORT;
		out_restart();
	}
	nlmsg_free(msg);
	if (err < 0)
		return failed("talking to the kernel failed: %s",
			      nl_geterror(err));
	return talk.err ? report(&talk) : EXIT_OK;
}

int genl_show(struct nl_msg *msg, const struct nla_policy *policy,
	      genl_reply_fn reply)
{
	int err;

	out_begin(opt_json);
	err = genl_talk(msg, policy, reply, out_open_list);
	if (err)
		return err;
	out_close_list();
	return out_end();
}
