// SPDX-License-Identifier: GPL-2.0
/*
 * Requests about radios.
 */
#include "netlink.h"

/**
 * hwx_named_radio() - the radio a request names
 * @info: of the request
 *
 * Context: hwx_radios_lock held.
 * Return: the radio, or an ERR_PTR with a sentence
 */
struct hwx_radio *hwx_named_radio(struct genl_info *info)
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
		hwx_refuse(info->extack, "there is no radio %s", name);
		return ERR_PTR(-ENODEV);
	}
	hwx_refuse(info->extack, "a radio must be given, by id or by name");
	return ERR_PTR(-EINVAL);
}

/**
 * hwx_names_radio() - does a request name a radio?
 * @info: of the request
 *
 * Return: true when it does
 */
bool hwx_names_radio(const struct genl_info *info)
{
	return info->attrs[HWSIM_EXT_A_RADIO_ID] ||
	       info->attrs[HWSIM_EXT_A_NAME];
}

/**
 * hwx_fill_identity() - put id and name of a radio
 * @msg: has room, or the call fails
 * @radio: any
 *
 * Return: 0 or -EMSGSIZE
 */
int hwx_fill_identity(struct sk_buff *msg, const struct hwx_radio *radio)
{
	return nla_put_u32(msg, HWSIM_EXT_A_RADIO_ID, radio->id) ?:
	       nla_put_string(msg, HWSIM_EXT_A_NAME,
			      wiphy_name(radio->hw->wiphy));
}

static int hwx_fill_new(struct sk_buff *msg, void *object)
{
	return hwx_fill_identity(msg, object);
}

static int hwx_fill_radio(struct sk_buff *msg, void *object)
{
	struct hwx_radio *radio = object;
	struct hwx_params params;

	spin_lock_bh(&radio->medium->lock);
	params = radio->params;
	spin_unlock_bh(&radio->medium->lock);
	return hwx_fill_identity(msg, radio) ?:
	       nla_put(msg, HWSIM_EXT_A_ADDR, ETH_ALEN,
		       radio->hw->wiphy->perm_addr) ?:
	       hwx_params_fill(msg, &params);
}

static bool hwx_name_ok(const char *name)
{
	size_t len = strlen(name);

	return len > 0 && len < 32 && !strchr(name, '/');
}

/**
 * hwx_nl_radio_new() - HWSIM_EXT_CMD_RADIO_NEW
 * @skb: of the request
 * @info: likewise
 *
 * Return: 0 or a negative errno
 */
int hwx_nl_radio_new(struct sk_buff *skb, struct genl_info *info)
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
		err = hwx_nl_reply(info, HWSIM_EXT_CMD_RADIO_NEW,
				   HWX_PARAMS_ROOM, hwx_fill_new, radio);
		if (err)
			hwx_radio_destroy(radio);
	}
	mutex_unlock(&hwx_radios_lock);
	return err;
}

/**
 * hwx_nl_radio_del() - HWSIM_EXT_CMD_RADIO_DEL
 * @skb: of the request
 * @info: likewise
 *
 * Return: 0 or a negative errno
 */
int hwx_nl_radio_del(struct sk_buff *skb, struct genl_info *info)
{
	struct hwx_radio *radio;

	if (info->attrs[HWSIM_EXT_A_ALL]) {
		if (hwx_names_radio(info)) {
			hwx_refuse(info->extack,
				   "a radio or all of them must be given, not both");
			return -EINVAL;
		}
		hwx_radio_destroy_all();
		return 0;
	}
	mutex_lock(&hwx_radios_lock);
	radio = hwx_named_radio(info);
	if (!IS_ERR(radio))
		hwx_radio_destroy(radio);
	mutex_unlock(&hwx_radios_lock);
	return IS_ERR(radio) ? PTR_ERR(radio) : 0;
}

/**
 * hwx_nl_reply_named() - answer with the radio that a request names
 * @info: of the request
 * @cmd: of the answer
 * @room: bytes that the answer may need
 * @fill: puts the attributes of a radio
 *
 * Context: process; takes hwx_radios_lock.
 * Return: 0 or a negative errno
 */
int hwx_nl_reply_named(struct genl_info *info, u8 cmd, size_t room,
		       hwx_fill_fn fill)
{
	struct hwx_radio *radio;
	int err;

	mutex_lock(&hwx_radios_lock);
	radio = hwx_named_radio(info);
	if (IS_ERR(radio))
		err = PTR_ERR(radio);
	else
		err = hwx_nl_reply(info, cmd, room, fill, radio);
	mutex_unlock(&hwx_radios_lock);
	return err;
}

/**
 * hwx_dump_radios() - answer with all radios
 * @msg: being filled
 * @cb: of netlink
 * @cmd: of the messages
 * @fill: puts the attributes of a radio
 *
 * Context: process; takes hwx_radios_lock.
 * Return: see hwx_dump_end()
 */
int hwx_dump_radios(struct sk_buff *msg, struct netlink_callback *cb, u8 cmd,
		    hwx_fill_fn fill)
{
	struct hwx_radio *radio;
	struct hwx_dump dump;

	hwx_dump_begin(&dump, msg, cb, cmd);
	list_for_each_entry(radio, &hwx_radios, node)
		if (!hwx_dump_put(&dump, fill, radio))
			break;
	return hwx_dump_end(&dump);
}

/**
 * hwx_nl_radio_get() - HWSIM_EXT_CMD_RADIO_GET
 * @skb: of the request
 * @info: likewise
 *
 * Return: 0 or a negative errno
 */
int hwx_nl_radio_get(struct sk_buff *skb, struct genl_info *info)
{
	return hwx_nl_reply_named(info, HWSIM_EXT_CMD_RADIO_GET, HWX_PARAMS_ROOM,
				  hwx_fill_radio);
}

/**
 * hwx_nl_radio_dump() - the same for all radios
 * @msg: being filled
 * @cb: of netlink
 *
 * Return: see hwx_dump_end()
 */
int hwx_nl_radio_dump(struct sk_buff *msg, struct netlink_callback *cb)
{
	return hwx_dump_radios(msg, cb, HWSIM_EXT_CMD_RADIO_GET, hwx_fill_radio);
}

static int hwx_radio_set(struct hwx_radio *radio, struct genl_info *info)
{
	struct hwx_params params = radio->params;
	int err;

	err = hwx_params_parse(&params, info->attrs, false, info->extack);
	if (!err)
		err = hwx_pool_grow(radio, params.tx_desc);
	if (!err)
		err = hwx_completion_ctx(radio, params.completion_ctx);
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

/**
 * hwx_nl_radio_set() - HWSIM_EXT_CMD_RADIO_SET
 * @skb: of the request
 * @info: likewise
 *
 * Return: 0 or a negative errno
 */
int hwx_nl_radio_set(struct sk_buff *skb, struct genl_info *info)
{
	struct hwx_radio *radio;
	int err;

	mutex_lock(&hwx_radios_lock);
	radio = hwx_named_radio(info);
	err = IS_ERR(radio) ? PTR_ERR(radio) : hwx_radio_set(radio, info);
	mutex_unlock(&hwx_radios_lock);
	return err;
}
