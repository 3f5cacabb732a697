// SPDX-License-Identifier: GPL-2.0
/*
 * Requests about statistics.
 */
#include "netlink.h"

static int hwx_fill_stats(struct sk_buff *msg, void *object)
{
	return hwx_fill_identity(msg, object) ?: hwx_stats_fill(msg, object);
}

/**
 * hwx_nl_stats_get() - HWSIM_EXT_CMD_STATS_GET
 * @skb: of the request
 * @info: likewise
 *
 * Return: 0 or a negative errno
 */
int hwx_nl_stats_get(struct sk_buff *skb, struct genl_info *info)
{
	return hwx_nl_reply_named(info, HWSIM_EXT_CMD_STATS_GET, HWX_STATS_ROOM,
				  hwx_fill_stats);
}

/**
 * hwx_nl_stats_dump() - the same for all radios
 * @msg: being filled
 * @cb: of netlink
 *
 * Return: see hwx_dump_end()
 */
int hwx_nl_stats_dump(struct sk_buff *msg, struct netlink_callback *cb)
{
	return hwx_dump_radios(msg, cb, HWSIM_EXT_CMD_STATS_GET, hwx_fill_stats);
}

/**
 * hwx_nl_stats_reset() - HWSIM_EXT_CMD_STATS_RESET
 * @skb: of the request
 * @info: likewise
 *
 * Return: 0 or a negative errno
 */
int hwx_nl_stats_reset(struct sk_buff *skb, struct genl_info *info)
{
	struct hwx_radio *radio;
	int err = 0;

	mutex_lock(&hwx_radios_lock);
	if (hwx_names_radio(info)) {
		radio = hwx_named_radio(info);
		if (IS_ERR(radio))
			err = PTR_ERR(radio);
		else
			hwx_stats_reset(radio);
	} else {
		list_for_each_entry(radio, &hwx_radios, node)
			hwx_stats_reset(radio);
	}
	mutex_unlock(&hwx_radios_lock);
	return err;
}
