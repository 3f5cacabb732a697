/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of the generic netlink family share.  The contract with user
 * space is in the uapi header.
 *
 * netlink.c has the family and the ways to answer, nl_*.c the requests, one
 * kind of object a file.
 */
#ifndef HWX_NETLINK_H
#define HWX_NETLINK_H

#include <net/genetlink.h>

#include "hwx.h"

/* room for one object: parameters, or statistics with their histograms */
#define HWX_PARAMS_ROOM 2048
#define HWX_STATS_ROOM (sizeof(struct hwx_stats) + 2048)

/* puts the attributes of an object into a message: 0, -EMSGSIZE or -ENOMEM */
typedef int (*hwx_fill_fn)(struct sk_buff *msg, void *object);

/**
 * struct hwx_dump - a dump under way, one message an object
 * @msg: being filled
 * @cb: of netlink
 * @cmd: of the messages
 * @at: objects walked past or put
 * @err: why the last one did not go in
 */
struct hwx_dump {
	struct sk_buff *msg;
	struct netlink_callback *cb;
	u8 cmd;
	long at;
	int err;
};

/* netlink.c */
int hwx_nl_reply(struct genl_info *info, u8 cmd, size_t room, hwx_fill_fn fill,
		 void *object);
void hwx_dump_begin(struct hwx_dump *dump, struct sk_buff *msg,
		    struct netlink_callback *cb, u8 cmd);
bool hwx_dump_put(struct hwx_dump *dump, hwx_fill_fn fill, void *object);
int hwx_dump_end(struct hwx_dump *dump);

/* nl_radio.c */
bool hwx_names_radio(const struct genl_info *info);
struct hwx_radio *hwx_named_radio(struct genl_info *info);
int hwx_nl_reply_named(struct genl_info *info, u8 cmd, size_t room,
		       hwx_fill_fn fill);
int hwx_dump_radios(struct sk_buff *msg, struct netlink_callback *cb, u8 cmd,
		    hwx_fill_fn fill);
int hwx_fill_identity(struct sk_buff *msg, const struct hwx_radio *radio);
int hwx_nl_radio_new(struct sk_buff *skb, struct genl_info *info);
int hwx_nl_radio_del(struct sk_buff *skb, struct genl_info *info);
int hwx_nl_radio_get(struct sk_buff *skb, struct genl_info *info);
int hwx_nl_radio_dump(struct sk_buff *msg, struct netlink_callback *cb);
int hwx_nl_radio_set(struct sk_buff *skb, struct genl_info *info);

/* nl_medium.c */
int hwx_nl_medium_get(struct sk_buff *skb, struct genl_info *info);
int hwx_nl_medium_dump(struct sk_buff *msg, struct netlink_callback *cb);
int hwx_nl_medium_set(struct sk_buff *skb, struct genl_info *info);

/* nl_link.c */
int hwx_nl_link_set(struct sk_buff *skb, struct genl_info *info);
int hwx_nl_link_dump(struct sk_buff *msg, struct netlink_callback *cb);

/* nl_stats.c */
int hwx_nl_stats_get(struct sk_buff *skb, struct genl_info *info);
int hwx_nl_stats_dump(struct sk_buff *msg, struct netlink_callback *cb);
int hwx_nl_stats_reset(struct sk_buff *skb, struct genl_info *info);

/* nl_station.c */
int hwx_nl_station_dump(struct sk_buff *msg, struct netlink_callback *cb);

#endif
