// SPDX-License-Identifier: GPL-2.0
/*
 * The generic netlink family; its contract is in the uapi header.
 */
#include "netlink.h"

static struct genl_family hwx_family;

/* What is left of a message that did not become whole is taken back. */
static int hwx_put_object(struct sk_buff *msg, void *hdr, hwx_fill_fn fill,
			  void *object)
{
	int err;

	if (!hdr)
		return -EMSGSIZE;
	err = fill(msg, object);
	if (err)
		genlmsg_cancel(msg, hdr);
	else
		genlmsg_end(msg, hdr);
	return err;
}

/**
 * hwx_nl_reply() - answer with one object
 * @info: of the request
 * @cmd: of the message
 * @room: for its attributes
 * @fill: puts them
 * @object: handed to @fill
 *
 * Context: process.
 * Return: 0, -ENOMEM or what @fill says
 */
int hwx_nl_reply(struct genl_info *info, u8 cmd, size_t room, hwx_fill_fn fill,
		 void *object)
{
	struct sk_buff *msg = genlmsg_new(room, GFP_KERNEL);
	int err;

	if (!msg)
		return -ENOMEM;
	err = hwx_put_object(msg, genlmsg_put_reply(msg, info, &hwx_family, 0,
						    cmd), fill, object);
	if (err) {
		nlmsg_free(msg);
		return err;
	}
	return genlmsg_reply(msg, info);
}

/**
 * hwx_dump_begin() - go on with a dump
 * @dump: filled
 * @msg: gets messages
 * @cb: of netlink, remembers where the last call stopped
 * @cmd: of the messages
 *
 * Takes hwx_radios_lock.  The caller walks its objects from the first one and
 * offers each to hwx_dump_put().
 *
 * Context: process.
 */
void hwx_dump_begin(struct hwx_dump *dump, struct sk_buff *msg,
		    struct netlink_callback *cb, u8 cmd)
{
	*dump = (struct hwx_dump){ .msg = msg, .cb = cb, .cmd = cmd };
	mutex_lock(&hwx_radios_lock);
	cb->seq = hwx_generation;
}

/**
 * hwx_dump_put() - the next object of a dump
 * @dump: begun
 * @fill: puts the attributes; not called for what an earlier call has put
 * @object: handed to @fill
 *
 * Return: false when the walk may end: the message is full
 */
bool hwx_dump_put(struct hwx_dump *dump, hwx_fill_fn fill, void *object)
{
	struct netlink_callback *cb = dump->cb;
	void *hdr;

	if (dump->err)
		return false;
	if (dump->at < cb->args[0]) {
		dump->at++;
		return true;
	}
	hdr = genlmsg_put(dump->msg, NETLINK_CB(cb->skb).portid,
			  cb->nlh->nlmsg_seq, &hwx_family, NLM_F_MULTI,
			  dump->cmd);
	if (hdr)
		genl_dump_check_consistent(cb, hdr);
	dump->err = hwx_put_object(dump->msg, hdr, fill, object);
	if (dump->err)
		return false;
	dump->at++;
	return true;
}

/**
 * hwx_dump_end() - the walk is over
 * @dump: begun
 *
 * Gives hwx_radios_lock back.
 *
 * Return: what a dump function returns: an error only when nothing fitted
 */
int hwx_dump_end(struct hwx_dump *dump)
{
	mutex_unlock(&hwx_radios_lock);
	dump->cb->args[0] = dump->at;
	return dump->err && !dump->msg->len ? dump->err : dump->msg->len;
}

static const struct genl_ops hwx_genl_ops[] = {
	{
		.cmd = HWSIM_EXT_CMD_RADIO_NEW,
		.doit = hwx_nl_radio_new,
		.flags = GENL_ADMIN_PERM,
	},
	{
		.cmd = HWSIM_EXT_CMD_RADIO_DEL,
		.doit = hwx_nl_radio_del,
		.flags = GENL_ADMIN_PERM,
	},
	{
		.cmd = HWSIM_EXT_CMD_RADIO_GET,
		.doit = hwx_nl_radio_get,
		.dumpit = hwx_nl_radio_dump,
	},
	{
		.cmd = HWSIM_EXT_CMD_RADIO_SET,
		.doit = hwx_nl_radio_set,
		.flags = GENL_ADMIN_PERM,
	},
	{
		.cmd = HWSIM_EXT_CMD_MEDIUM_GET,
		.doit = hwx_nl_medium_get,
		.dumpit = hwx_nl_medium_dump,
	},
	{
		.cmd = HWSIM_EXT_CMD_MEDIUM_SET,
		.doit = hwx_nl_medium_set,
		.flags = GENL_ADMIN_PERM,
	},
	{
		.cmd = HWSIM_EXT_CMD_STATS_GET,
		.doit = hwx_nl_stats_get,
		.dumpit = hwx_nl_stats_dump,
	},
	{
		.cmd = HWSIM_EXT_CMD_STATS_RESET,
		.doit = hwx_nl_stats_reset,
		.flags = GENL_ADMIN_PERM,
	},
	{
		.cmd = HWSIM_EXT_CMD_LINK_GET,
		.dumpit = hwx_nl_link_dump,
	},
	{
		.cmd = HWSIM_EXT_CMD_LINK_SET,
		.doit = hwx_nl_link_set,
		.flags = GENL_ADMIN_PERM,
	},
	{
		.cmd = HWSIM_EXT_CMD_STATION_GET,
		.dumpit = hwx_nl_station_dump,
	},
};

static struct genl_family hwx_family __ro_after_init = {
	.name = HWSIM_EXT_GENL_NAME,
	.version = HWSIM_EXT_GENL_VERSION,
	.maxattr = HWSIM_EXT_A_MAX,
	.policy = hwx_policy,
	.netnsok = true,
	.module = THIS_MODULE,
	.ops = hwx_genl_ops,
	.n_ops = ARRAY_SIZE(hwx_genl_ops),
};

/**
 * hwx_netlink_init() - register the family
 *
 * Return: 0 or what genetlink says
 */
int __init hwx_netlink_init(void)
{
	return genl_register_family(&hwx_family);
}

/**
 * hwx_netlink_exit() - no more requests
 */
void hwx_netlink_exit(void)
{
	genl_unregister_family(&hwx_family);
}
