// SPDX-License-Identifier: GPL-2.0
/*
 * Requests about links.
 */
#include "netlink.h"

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

/**
 * hwx_nl_link_set() - HWSIM_EXT_CMD_LINK_SET
 * @skb: of the request
 * @info: likewise
 *
 * Return: 0 or a negative errno
 */
int hwx_nl_link_set(struct sk_buff *skb, struct genl_info *info)
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

static int hwx_fill_link(struct sk_buff *msg, void *object)
{
	struct hwx_link *link = object;

	return nla_put_string(msg, HWSIM_EXT_A_FROM,
			      wiphy_name(link->from->hw->wiphy)) ?:
	       nla_put_string(msg, HWSIM_EXT_A_TO,
			      wiphy_name(link->to->hw->wiphy)) ?:
	       hwx_link_params_fill(msg, &link->params);
}

/* The link from one radio to another, if it was set. */
static bool hwx_dump_link(struct hwx_dump *dump, struct hwx_radio *from,
			  struct hwx_radio *to)
{
	struct hwx_link *link;
	bool more = true;

	spin_lock_bh(&from->medium->lock);
	link = hwx_link_find(from, to);
	if (link)
		more = hwx_dump_put(dump, hwx_fill_link, link);
	spin_unlock_bh(&from->medium->lock);
	return more;
}

/**
 * hwx_nl_link_dump() - HWSIM_EXT_CMD_LINK_GET, all links
 * @msg: being filled
 * @cb: of netlink
 *
 * Walks them as pairs of radios, so that their order is that of the radios.
 *
 * Return: see hwx_dump_end()
 */
int hwx_nl_link_dump(struct sk_buff *msg, struct netlink_callback *cb)
{
	struct hwx_radio *from, *to;
	struct hwx_dump dump;

	hwx_dump_begin(&dump, msg, cb, HWSIM_EXT_CMD_LINK_GET);
	list_for_each_entry(from, &hwx_radios, node) {
		if (!READ_ONCE(from->medium->n_links))
			continue;
		list_for_each_entry(to, &hwx_radios, node)
			if (!hwx_dump_link(&dump, from, to))
				goto out;
	}
out:
	return hwx_dump_end(&dump);
}
