// SPDX-License-Identifier: GPL-2.0
/*
 * Requests about mediums.
 */
#include "netlink.h"

static int hwx_fill_medium(struct sk_buff *msg, void *object)
{
	struct hwx_medium *medium = object;
	struct hwx_medium_params params;

	spin_lock_bh(&medium->lock);
	params = medium->params;
	spin_unlock_bh(&medium->lock);
	return nla_put_u32(msg, HWSIM_EXT_A_MEDIUM, medium->id) ?:
	       nla_put_u32(msg, HWSIM_EXT_A_RADIOS, medium->radios_made) ?:
	       hwx_medium_params_fill(msg, &params);
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

/**
 * hwx_nl_medium_get() - HWSIM_EXT_CMD_MEDIUM_GET
 * @skb: of the request
 * @info: likewise
 *
 * Return: 0 or a negative errno
 */
int hwx_nl_medium_get(struct sk_buff *skb, struct genl_info *info)
{
	struct hwx_medium *medium;
	int err = -ENODEV;
	u32 id;

	if (!hwx_medium_id(info, &id))
		return -EINVAL;
	mutex_lock(&hwx_radios_lock);
	medium = hwx_medium_find(id);
	if (medium)
		err = hwx_nl_reply(info, HWSIM_EXT_CMD_MEDIUM_GET,
				   HWX_PARAMS_ROOM, hwx_fill_medium, medium);
	else
		hwx_refuse(info->extack, "there is no medium %u", id);
	mutex_unlock(&hwx_radios_lock);
	return err;
}

/**
 * hwx_nl_medium_dump() - the same for all mediums
 * @msg: being filled
 * @cb: of netlink
 *
 * Return: see hwx_dump_end()
 */
int hwx_nl_medium_dump(struct sk_buff *msg, struct netlink_callback *cb)
{
	struct hwx_medium *medium;
	struct hwx_dump dump;

	hwx_dump_begin(&dump, msg, cb, HWSIM_EXT_CMD_MEDIUM_GET);
	list_for_each_entry(medium, &hwx_mediums, node)
		if (!hwx_dump_put(&dump, hwx_fill_medium, medium))
			break;
	return hwx_dump_end(&dump);
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

/**
 * hwx_nl_medium_set() - HWSIM_EXT_CMD_MEDIUM_SET
 * @skb: of the request
 * @info: likewise
 *
 * Return: 0 or a negative errno
 */
int hwx_nl_medium_set(struct sk_buff *skb, struct genl_info *info)
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
