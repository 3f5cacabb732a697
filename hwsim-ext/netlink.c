// SPDX-License-Identifier: GPL-2.0
/*
 * The generic netlink family; its contract is in the uapi header.
 */
#include <net/genetlink.h>

#include "hwx.h"

static struct genl_family hwx_family;

/* room for one object: parameters, or statistics with their histograms */
#define HWX_PARAMS_ROOM 2048
#define HWX_STATS_ROOM (sizeof(struct hwx_stats) + 2048)

/* The radio a request names, or an ERR_PTR with a sentence. */
static struct hwx_radio *hwx_named_radio(struct genl_info *info)
{
	struct hwx_radio *radio;

	lockdep_assert_held(&hwx_radios_lock);
	if (info->attrs[HWSIM_EXT_A_RADIO_ID]) {
		u32 id = nla_get_u32(info->attrs[HWSIM_EXT_A_RADIO_ID]);

		radio = hwx_radio_find(id);
		if (radio)
			return radio;
		hwx_refuse(info->extack, "there is no radio %u", id);
		return ERR_PTR(-ENODEV);
	}
	if (info->attrs[HWSIM_EXT_A_NAME]) {
		const char *name = nla_data(info->attrs[HWSIM_EXT_A_NAME]);

		radio = hwx_radio_find_name(name);
		if (radio)
			return radio;
		hwx_refuse(info->extack, "there is no radio %s",
				       name);
		return ERR_PTR(-ENODEV);
	}
	hwx_refuse(info->extack,
			   "a radio must be given, by id or by name");
	return ERR_PTR(-EINVAL);
}

static bool hwx_names_radio(const struct genl_info *info)
{
	return info->attrs[HWSIM_EXT_A_RADIO_ID] ||
	       info->attrs[HWSIM_EXT_A_NAME];
}

static int hwx_fill_identity(struct sk_buff *msg, struct hwx_radio *radio)
{
	return nla_put_u32(msg, HWSIM_EXT_A_RADIO_ID, radio->id) ?:
	       nla_put_string(msg, HWSIM_EXT_A_NAME,
			      wiphy_name(radio->hw->wiphy));
}

static int hwx_fill_params(struct sk_buff *msg, struct hwx_radio *radio)
{
	struct hwx_params params;

	spin_lock_bh(&radio->medium->lock);
	params = radio->params;
	spin_unlock_bh(&radio->medium->lock);
	return nla_put(msg, HWSIM_EXT_A_ADDR, ETH_ALEN,
		       radio->hw->wiphy->perm_addr) ?:
	       hwx_params_fill(msg, &params);
}

/* One message with one radio; what follows its identity differs. */
static int hwx_put_radio(struct sk_buff *msg, void *hdr,
			 struct hwx_radio *radio,
			 int (*fill)(struct sk_buff *, struct hwx_radio *))
{
	int err;

	if (!hdr)
		return -EMSGSIZE;
	err = hwx_fill_identity(msg, radio);
	if (!err && fill)
		err = fill(msg, radio);
	if (err)
		genlmsg_cancel(msg, hdr);
	else
		genlmsg_end(msg, hdr);
	return err;
}

static void *hwx_dump_hdr(struct sk_buff *msg, struct netlink_callback *cb,
			  u8 cmd)
{
	void *hdr = genlmsg_put(msg, NETLINK_CB(cb->skb).portid,
				cb->nlh->nlmsg_seq, &hwx_family, NLM_F_MULTI,
				cmd);

	if (hdr)
		genl_dump_check_consistent(cb, hdr);
	return hdr;
}

/* What a dump function returns: an error only when nothing fitted. */
static int hwx_dump_result(struct sk_buff *msg, struct netlink_callback *cb,
			   long next, int err)
{
	cb->args[0] = next;
	return err && !msg->len ? err : msg->len;
}

static int hwx_reply_radio(struct genl_info *info, u8 cmd,
			   struct hwx_radio *radio, size_t room,
			   int (*fill)(struct sk_buff *, struct hwx_radio *))
{
	struct sk_buff *msg = genlmsg_new(room, GFP_KERNEL);
	int err;

	if (!msg)
		return -ENOMEM;
	err = hwx_put_radio(msg, genlmsg_put_reply(msg, info, &hwx_family, 0,
						   cmd), radio, fill);
	if (err) {
		nlmsg_free(msg);
		return err;
	}
	return genlmsg_reply(msg, info);
}

static int hwx_dump_radios(struct sk_buff *msg, struct netlink_callback *cb,
			   u8 cmd,
			   int (*fill)(struct sk_buff *, struct hwx_radio *))
{
	struct hwx_radio *radio;
	long skip = cb->args[0], i = 0;
	int err = 0;

	mutex_lock(&hwx_radios_lock);
	cb->seq = hwx_generation;
	list_for_each_entry(radio, &hwx_radios, node) {
		if (i < skip) {
			i++;
			continue;
		}
		err = hwx_put_radio(msg, hwx_dump_hdr(msg, cb, cmd), radio,
				    fill);
		if (err)
			break;
		i++;
	}
	mutex_unlock(&hwx_radios_lock);
	return hwx_dump_result(msg, cb, i, err);
}

static bool hwx_name_ok(const char *name)
{
	size_t len = strlen(name);

	return len > 0 && len < 32 && !strchr(name, '/');
}

static int hwx_nl_radio_new(struct sk_buff *skb, struct genl_info *info)
{
	const struct nlattr *name = info->attrs[HWSIM_EXT_A_NAME];
	struct hwx_params params;
	struct hwx_radio *radio;
	int err;

	if (name && !hwx_name_ok(nla_data(name))) {
		hwx_refuse(info->extack,
				   "the name of a radio has 1 to 31 characters and no '/'");
		return -EINVAL;
	}
	hwx_params_default(&params);
	err = hwx_params_parse(&params, info->attrs, true, info->extack);
	if (err)
		return err;

	mutex_lock(&hwx_radios_lock);
	radio = hwx_radio_create(&params, name ? nla_data(name) : NULL,
				 info->extack);
	err = PTR_ERR_OR_ZERO(radio);
	if (!err) {
		err = hwx_reply_radio(info, HWSIM_EXT_CMD_RADIO_NEW, radio,
				      HWX_PARAMS_ROOM, NULL);
		if (err)
			hwx_radio_destroy(radio);
	}
	mutex_unlock(&hwx_radios_lock);
	return err;
}

static int hwx_nl_radio_del(struct sk_buff *skb, struct genl_info *info)
{
	struct hwx_radio *radio;

	mutex_lock(&hwx_radios_lock);
	radio = hwx_named_radio(info);
	if (!IS_ERR(radio))
		hwx_radio_destroy(radio);
	mutex_unlock(&hwx_radios_lock);
	return IS_ERR(radio) ? PTR_ERR(radio) : 0;
}

static int hwx_nl_radio_get(struct sk_buff *skb, struct genl_info *info)
{
	struct hwx_radio *radio;
	int err;

	mutex_lock(&hwx_radios_lock);
	radio = hwx_named_radio(info);
	if (IS_ERR(radio))
		err = PTR_ERR(radio);
	else
		err = hwx_reply_radio(info, HWSIM_EXT_CMD_RADIO_GET, radio,
				      HWX_PARAMS_ROOM, hwx_fill_params);
	mutex_unlock(&hwx_radios_lock);
	return err;
}

static int hwx_nl_radio_dump(struct sk_buff *msg, struct netlink_callback *cb)
{
	return hwx_dump_radios(msg, cb, HWSIM_EXT_CMD_RADIO_GET,
			       hwx_fill_params);
}

static int hwx_radio_set(struct hwx_radio *radio, struct genl_info *info)
{
	struct hwx_params params = radio->params;
	int err;

	err = hwx_params_parse(&params, info->attrs, false, info->extack);
	if (!err)
		err = hwx_pool_grow(radio, params.tx_desc);
	if (err)
		return err;
	spin_lock_bh(&radio->medium->lock);
	radio->params = params;
	hwx_completion_moved(radio);
	spin_unlock_bh(&radio->medium->lock);
	radio->hw->tx_sk_pacing_shift = params.pacing_shift;
	hwx_caps_window(radio);

	local_bh_disable();
	hwx_tx_refill(radio);
	local_bh_enable();
	return 0;
}

static int hwx_nl_radio_set(struct sk_buff *skb, struct genl_info *info)
{
	struct hwx_radio *radio;
	int err;

	mutex_lock(&hwx_radios_lock);
	radio = hwx_named_radio(info);
	err = IS_ERR(radio) ? PTR_ERR(radio) : hwx_radio_set(radio, info);
	mutex_unlock(&hwx_radios_lock);
	return err;
}

static int hwx_put_medium(struct sk_buff *msg, void *hdr,
			  struct hwx_medium *medium)
{
	struct hwx_medium_params params;

	if (!hdr)
		return -EMSGSIZE;
	spin_lock_bh(&medium->lock);
	params = medium->params;
	spin_unlock_bh(&medium->lock);
	if (nla_put_u32(msg, HWSIM_EXT_A_MEDIUM, medium->id) ||
	    nla_put_u32(msg, HWSIM_EXT_A_RADIOS, medium->radios_made) ||
	    hwx_medium_params_fill(msg, &params)) {
		genlmsg_cancel(msg, hdr);
		return -EMSGSIZE;
	}
	genlmsg_end(msg, hdr);
	return 0;
}

static bool hwx_medium_id(struct genl_info *info, u32 *id)
{
	const struct nlattr *attr = info->attrs[HWSIM_EXT_A_MEDIUM];

	if (!attr) {
		hwx_refuse(info->extack,
				   "a medium must be given by its number");
		return false;
	}
	*id = nla_get_u32(attr);
	if (*id > 65535) {
		hwx_refuse(info->extack,
				   "medium is out of range: 0 to 65535 are accepted");
		return false;
	}
	return true;
}

static int hwx_nl_medium_get(struct sk_buff *skb, struct genl_info *info)
{
	struct hwx_medium *medium;
	struct sk_buff *msg;
	int err = -ENODEV;
	u32 id;

	if (!hwx_medium_id(info, &id))
		return -EINVAL;
	msg = genlmsg_new(HWX_PARAMS_ROOM, GFP_KERNEL);
	if (!msg)
		return -ENOMEM;

	mutex_lock(&hwx_radios_lock);
	medium = hwx_medium_find(id);
	if (medium)
		err = hwx_put_medium(msg, genlmsg_put_reply(msg, info,
							    &hwx_family, 0,
							    HWSIM_EXT_CMD_MEDIUM_GET),
				     medium);
	else
		hwx_refuse(info->extack, "there is no medium %u",
				       id);
	mutex_unlock(&hwx_radios_lock);
	if (err) {
		nlmsg_free(msg);
		return err;
	}
	return genlmsg_reply(msg, info);
}

static int hwx_nl_medium_dump(struct sk_buff *msg, struct netlink_callback *cb)
{
	struct hwx_medium *medium;
	long skip = cb->args[0], i = 0;
	int err = 0;

	mutex_lock(&hwx_radios_lock);
	cb->seq = hwx_generation;
	list_for_each_entry(medium, &hwx_mediums, node) {
		if (i < skip) {
			i++;
			continue;
		}
		err = hwx_put_medium(msg, hwx_dump_hdr(msg, cb,
						       HWSIM_EXT_CMD_MEDIUM_GET),
				     medium);
		if (err)
			break;
		i++;
	}
	mutex_unlock(&hwx_radios_lock);
	return hwx_dump_result(msg, cb, i, err);
}

/* Nothing is made before the request is known to be good. */
static int hwx_medium_set(u32 id, struct genl_info *info)
{
	struct hwx_medium *medium = hwx_medium_find(id);
	struct hwx_medium_params params;
	int err;

	if (medium)
		params = medium->params;
	else
		hwx_medium_params_default(&params);
	err = hwx_medium_params_parse(&params, info->attrs, info->extack);
	if (err)
		return err;
	medium = hwx_medium_get(id);
	if (!medium)
		return -ENOMEM;
	spin_lock_bh(&medium->lock);
	medium->params = params;
	if (info->attrs[HWSIM_EXT_A_SEED])
		hwx_medium_reseed(medium, params.seed);
	spin_unlock_bh(&medium->lock);
	hwx_medium_put(medium);
	return 0;
}

static int hwx_nl_medium_set(struct sk_buff *skb, struct genl_info *info)
{
	int err;
	u32 id;

	if (!hwx_medium_id(info, &id))
		return -EINVAL;
	mutex_lock(&hwx_radios_lock);
	err = hwx_medium_set(id, info);
	mutex_unlock(&hwx_radios_lock);
	return err;
}

static int hwx_nl_stats_get(struct sk_buff *skb, struct genl_info *info)
{
	struct hwx_radio *radio;
	int err;

	mutex_lock(&hwx_radios_lock);
	radio = hwx_named_radio(info);
	if (IS_ERR(radio))
		err = PTR_ERR(radio);
	else
		err = hwx_reply_radio(info, HWSIM_EXT_CMD_STATS_GET, radio,
				      HWX_STATS_ROOM, hwx_stats_fill);
	mutex_unlock(&hwx_radios_lock);
	return err;
}

static int hwx_nl_stats_dump(struct sk_buff *msg, struct netlink_callback *cb)
{
	return hwx_dump_radios(msg, cb, HWSIM_EXT_CMD_STATS_GET,
			       hwx_stats_fill);
}

static int hwx_nl_stats_reset(struct sk_buff *skb, struct genl_info *info)
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

/* A radio by the word of an attribute: its name or its number. */
static struct hwx_radio *hwx_word_radio(struct genl_info *info, int attr,
					const char *role)
{
	struct hwx_radio *radio;
	const char *word;
	u32 id;

	if (!info->attrs[attr]) {
		hwx_refuse(info->extack, "the radio that is %s must be given",
			   role);
		return ERR_PTR(-EINVAL);
	}
	word = nla_data(info->attrs[attr]);
	radio = hwx_radio_find_name(word);
	if (!radio && !kstrtou32(word, 10, &id))
		radio = hwx_radio_find(id);
	if (radio)
		return radio;
	hwx_refuse(info->extack, "there is no radio %s", word);
	return ERR_PTR(-ENODEV);
}

static int hwx_link_change(struct hwx_radio *from, struct hwx_radio *to,
			   struct genl_info *info)
{
	struct hwx_link_params params;
	struct hwx_link *link;
	int err;

	if (from == to || from->medium != to->medium) {
		hwx_refuse(info->extack,
			   "a link is between two radios of one medium");
		return -EINVAL;
	}
	hwx_link_params_default(&params);
	spin_lock_bh(&from->medium->lock);
	link = hwx_link_find(from, to);
	if (link)
		params = link->params;
	spin_unlock_bh(&from->medium->lock);
	err = hwx_link_params_parse(&params, info->attrs, info->extack);
	return err ?: hwx_link_set(from, to, &params);
}

static int hwx_nl_link_set(struct sk_buff *skb, struct genl_info *info)
{
	struct hwx_radio *from, *to;
	int err;

	mutex_lock(&hwx_radios_lock);
	from = hwx_word_radio(info, HWSIM_EXT_A_FROM, "the sender");
	to = IS_ERR(from) ? from :
	     hwx_word_radio(info, HWSIM_EXT_A_TO, "the receiver");
	err = IS_ERR(to) ? PTR_ERR(to) : hwx_link_change(from, to, info);
	mutex_unlock(&hwx_radios_lock);
	return err;
}

static int hwx_put_link(struct sk_buff *msg, void *hdr, struct hwx_link *link)
{
	if (!hdr)
		return -EMSGSIZE;
	if (nla_put_string(msg, HWSIM_EXT_A_FROM,
			   wiphy_name(link->from->hw->wiphy)) ||
	    nla_put_string(msg, HWSIM_EXT_A_TO,
			   wiphy_name(link->to->hw->wiphy)) ||
	    hwx_link_params_fill(msg, &link->params)) {
		genlmsg_cancel(msg, hdr);
		return -EMSGSIZE;
	}
	genlmsg_end(msg, hdr);
	return 0;
}

/* Walk the links as pairs of radios, so that their order is that of radios. */
static int hwx_nl_link_dump(struct sk_buff *msg, struct netlink_callback *cb)
{
	struct hwx_radio *from, *to;
	long skip = cb->args[0], i = 0;
	struct hwx_link *link;
	int err = 0;

	mutex_lock(&hwx_radios_lock);
	cb->seq = hwx_generation;
	list_for_each_entry(from, &hwx_radios, node) {
		if (!READ_ONCE(from->medium->n_links))
			continue;
		list_for_each_entry(to, &hwx_radios, node) {
			spin_lock_bh(&from->medium->lock);
			link = hwx_link_find(from, to);
			if (link && i++ >= skip)
				err = hwx_put_link(msg, hwx_dump_hdr(msg, cb,
								     HWSIM_EXT_CMD_LINK_GET),
						   link);
			spin_unlock_bh(&from->medium->lock);
			if (err)
				goto out;
		}
	}
out:
	mutex_unlock(&hwx_radios_lock);
	return hwx_dump_result(msg, cb, err ? i - 1 : i, err);
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
