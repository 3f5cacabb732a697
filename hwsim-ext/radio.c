// SPDX-License-Identifier: GPL-2.0
/*
 * Radios: made, found, destroyed.
 *
 * A radio lives from hwx_radio_create() to hwx_radio_destroy(); both, and all
 * look-ups, run under hwx_radios_lock.  mac80211 may call the operations from
 * ieee80211_register_hw() until ieee80211_unregister_hw() returns; timers,
 * NAPI and the worker only run between start and stop, which mac80211
 * guarantees to be over by then.  Radios that go together are unregistered side
 * by side; none of what that calls takes hwx_radios_lock.
 */
#include <linux/etherdevice.h>
#include <linux/idr.h>
#include <linux/platform_device.h>
#include <linux/rtnetlink.h>

#include "hwx.h"

DEFINE_MUTEX(hwx_radios_lock); /* protects what follows, and hwx_mediums */
LIST_HEAD(hwx_radios);
u32 hwx_generation = 1; /* counts changes of the two lists, for dumps */
static DEFINE_IDA(hwx_radio_ids);

#define HWX_RADIO_ID_MAX 65535

/* Tools expect a phy to have a parent device with a driver (ethtool -i). */
static struct platform_driver hwx_driver = {
	.driver = {
		.name = KBUILD_MODNAME,
		.suppress_bind_attrs = true,
	},
};

/* Radios that leave at once; more would only queue for the lock of rtnetlink. */
#define HWX_LEAVE_MAX 16

static struct workqueue_struct *hwx_leave_wq;

/**
 * hwx_radio_init_module() - before the first radio
 *
 * Return: 0, -ENOMEM or what the driver core says
 */
int __init hwx_radio_init_module(void)
{
	int err;

	hwx_leave_wq = alloc_workqueue("hwx_leave", WQ_UNBOUND, HWX_LEAVE_MAX);
	if (!hwx_leave_wq)
		return -ENOMEM;
	err = platform_driver_register(&hwx_driver);
	if (err)
		destroy_workqueue(hwx_leave_wq);
	return err;
}

/**
 * hwx_radio_exit_module() - after the last radio
 */
void hwx_radio_exit_module(void)
{
	platform_driver_unregister(&hwx_driver);
	destroy_workqueue(hwx_leave_wq);
}

/**
 * hwx_radio_find() - by number
 * @id: of the radio
 *
 * Context: hwx_radios_lock held.
 * Return: the radio or NULL
 */
struct hwx_radio *hwx_radio_find(u32 id)
{
	struct hwx_radio *radio;

	lockdep_assert_held(&hwx_radios_lock);
	list_for_each_entry(radio, &hwx_radios, node)
		if (radio->id == id)
			return radio;
	return NULL;
}

/**
 * hwx_radio_find_name() - by the name of the wiphy
 * @name: as now, renames included
 *
 * Context: hwx_radios_lock held.
 * Return: the radio or NULL
 */
struct hwx_radio *hwx_radio_find_name(const char *name)
{
	struct hwx_radio *radio;

	lockdep_assert_held(&hwx_radios_lock);
	list_for_each_entry(radio, &hwx_radios, node)
		if (!strcmp(wiphy_name(radio->hw->wiphy), name))
			return radio;
	return NULL;
}

static void hwx_radio_leave(struct work_struct *work)
{
	struct hwx_radio *radio = container_of(work, struct hwx_radio, leave);

	ieee80211_unregister_hw(radio->hw);
}

static void hwx_radio_init(struct hwx_radio *radio,
			   const struct hwx_params *params)
{
	int i;

	radio->params = *params;
	INIT_LIST_HEAD(&radio->vifs);
	INIT_LIST_HEAD(&radio->medium_node);
	INIT_LIST_HEAD(&radio->deaf_node);
	spin_lock_init(&radio->tx_lock);
	init_waitqueue_head(&radio->drained);
	for (i = 0; i < HWX_NUM_EDCA; i++)
		hwx_edca_init(&radio->edca[i], radio, i);
	hwx_exchange_init(radio);
	hwx_pool_init(radio);
	hwx_fetch_init(radio);
	hwx_fault_init(radio);
	hwx_reclaim_init(radio);
	hwx_scan_init(radio);
	INIT_WORK(&radio->leave, hwx_radio_leave);
	hwx_fwba_init(radio);
	hwx_order_init(radio);
}

static void hwx_radio_address(struct hwx_radio *radio)
{
	u8 addr[ETH_ALEN] = { 0x02, 0x00, 0x00, radio->id >> 8, radio->id, 0 };

	SET_IEEE80211_PERM_ADDR(radio->hw, addr);
}

/* Clocks of different radios have nothing to do with each other.  At the same
 * TBTT the beacons of two access points would collide for ever; the golden
 * section of the usual interval keeps any number of them apart.
 */
static void hwx_radio_clock(struct hwx_radio *radio)
{
	radio->tsf_offset_us = 63286 * (s64)radio->id;
}

static struct hwx_radio *hwx_radio_alloc(const char *name,
					 struct netlink_ext_ack *extack)
{
	struct platform_device *pdev;
	struct ieee80211_hw *hw;
	char own_name[16];
	int id, err;

	id = ida_alloc_max(&hwx_radio_ids, HWX_RADIO_ID_MAX, GFP_KERNEL);
	if (id < 0) {
		hwx_refuse(extack, "no more radios can be made");
		return ERR_PTR(id);
	}
	pdev = platform_device_register_simple(KBUILD_MODNAME, id, NULL, 0);
	if (IS_ERR(pdev)) {
		err = PTR_ERR(pdev);
		goto err_free_id;
	}
	if (!name) {
		snprintf(own_name, sizeof(own_name), "hwx%d", id);
		name = own_name;
	}
	hw = ieee80211_alloc_hw_nm(sizeof(struct hwx_radio), &hwx_ops, name);
	if (!hw) {
		hwx_refuse(extack, "the name is taken or no memory is left");
		err = -ENOMEM;
		goto err_unregister_device;
	}
	SET_IEEE80211_DEV(hw, &pdev->dev);
	hwx_radio(hw)->hw = hw;
	hwx_radio(hw)->id = id;
	return hwx_radio(hw);

err_unregister_device:
	platform_device_unregister(pdev);
err_free_id:
	ida_free(&hwx_radio_ids, id);
	return ERR_PTR(err);
}

static void hwx_radio_free(struct hwx_radio *radio)
{
	struct platform_device *pdev;
	u32 id = radio->id;

	pdev = to_platform_device(wiphy_dev(radio->hw->wiphy));
	ieee80211_free_hw(radio->hw);
	platform_device_unregister(pdev);
	ida_free(&hwx_radio_ids, id);
}

/**
 * hwx_radio_create() - make a radio
 * @params: its parameters, checked
 * @name: of the wiphy, NULL for "hwx" and the id
 * @extack: gets a sentence on failure, may be NULL
 *
 * Context: process, hwx_radios_lock held.
 * Return: the radio or an ERR_PTR: -ENOSPC, -EEXIST, -ENOMEM or what mac80211
 * says
 */
struct hwx_radio *hwx_radio_create(const struct hwx_params *params,
				   const char *name,
				   struct netlink_ext_ack *extack)
{
	struct hwx_radio *radio;
	int err;

	lockdep_assert_held(&hwx_radios_lock);
	if (name && hwx_radio_find_name(name)) {
		hwx_refuse(extack,
				       "a radio named %s exists already", name);
		return ERR_PTR(-EEXIST);
	}
	radio = hwx_radio_alloc(name, extack);
	if (IS_ERR(radio))
		return radio;

	hwx_radio_init(radio, params);
	hwx_radio_address(radio);
	hwx_radio_clock(radio);
	radio->medium = hwx_medium_get(params->medium);
	if (!radio->medium) {
		err = -ENOMEM;
		goto err_free_radio;
	}
	err = hwx_pool_grow(radio, params->tx_desc);
	if (err)
		goto err_put_medium;
	err = hwx_stage_init(radio);
	if (err)
		goto err_exit_pool;
	err = hwx_rx_init(radio);
	if (err)
		goto err_exit_stage;
	err = hwx_completion_init(radio);
	if (err)
		goto err_exit_rx;
	err = hwx_caps_init(radio);
	if (err)
		goto err_exit_completion;
	err = ieee80211_register_hw(radio->hw);
	if (err)
		goto err_exit_caps;
	err = hwx_caps_regulatory(radio);
	if (err)
		goto err_unregister;
	list_add_tail(&radio->node, &hwx_radios);
	hwx_generation++;
	return radio;

err_unregister:
	ieee80211_unregister_hw(radio->hw);
err_exit_caps:
	hwx_caps_exit(radio);
err_exit_completion:
	hwx_completion_exit(radio);
err_exit_rx:
	hwx_rx_exit(radio);
	synchronize_net();
	hwx_rx_free(radio);
err_exit_stage:
	hwx_stage_exit(radio);
err_exit_pool:
	hwx_pool_exit(radio);
err_put_medium:
	hwx_medium_put(radio->medium);
err_free_radio:
	hwx_radio_free(radio);
	hwx_refuse(extack, "the radio could not be made: error %d",
			       -err);
	return ERR_PTR(err);
}

/*
 * Most of what it takes to unregister a radio is waiting for grace periods.
 * Radios that wait side by side share most of them.
 */
static void hwx_radios_unregister(struct list_head *leaving)
{
	struct hwx_radio *radio;

	list_for_each_entry(radio, leaving, node)
		queue_work(hwx_leave_wq, &radio->leave);
	list_for_each_entry(radio, leaving, node)
		flush_work(&radio->leave);
}

/* Nobody can come upon the NAPI of a radio any more. */
static void hwx_radios_forget_napi(struct list_head *leaving)
{
	struct hwx_radio *radio;

	list_for_each_entry(radio, leaving, node)
		hwx_rx_exit(radio);
	/* under this lock the kernel hurries */
	rtnl_lock();
	synchronize_net();
	rtnl_unlock();
}

static void hwx_radios_destroy(struct list_head *leaving)
{
	struct hwx_radio *radio, *next;

	lockdep_assert_held(&hwx_radios_lock);
	hwx_generation++;
	hwx_radios_unregister(leaving);
	hwx_radios_forget_napi(leaving);
	list_for_each_entry_safe(radio, next, leaving, node) {
		hwx_link_forget(radio);
		hwx_caps_exit(radio);
		hwx_completion_exit(radio);
		hwx_rx_free(radio);
		hwx_stage_exit(radio);
		hwx_pool_exit(radio);
		hwx_medium_put(radio->medium);
		hwx_radio_free(radio);
	}
}

/**
 * hwx_radio_destroy() - take a radio away, whatever it is doing
 * @radio: gone when this returns
 *
 * Context: process, hwx_radios_lock held.
 */
void hwx_radio_destroy(struct hwx_radio *radio)
{
	LIST_HEAD(leaving);

	list_move(&radio->node, &leaving);
	hwx_radios_destroy(&leaving);
}

/**
 * hwx_radio_destroy_all() - take all radios away, whatever they are doing
 *
 * Context: process.
 */
void hwx_radio_destroy_all(void)
{
	LIST_HEAD(leaving);

	mutex_lock(&hwx_radios_lock);
	list_splice_init(&hwx_radios, &leaving);
	if (!list_empty(&leaving))
		hwx_radios_destroy(&leaving);
	mutex_unlock(&hwx_radios_lock);
}
