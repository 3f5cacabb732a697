// SPDX-License-Identifier: GPL-2.0
/*
 * Module life: radios asked for on the command line, netlink, and the way out.
 */
#include <linux/module.h>
#include <linux/rtnetlink.h>

#include "hwx.h"

static unsigned int radios = 2;
module_param(radios, uint, 0444);
MODULE_PARM_DESC(radios, "radios to make at load, 0 to 1000 (default 2)");

#define HWX_RADIOS_AT_LOAD_MAX 1000

static int hwx_make_radios(void)
{
	struct hwx_params params;
	struct hwx_radio *radio;
	unsigned int i;

	hwx_params_default(&params);
	for (i = 0; i < radios; i++) {
		mutex_lock(&hwx_radios_lock);
		radio = hwx_radio_create(&params, NULL, NULL);
		mutex_unlock(&hwx_radios_lock);
		if (IS_ERR(radio))
			return PTR_ERR(radio);
	}
	return 0;
}

static int __init hwx_init(void)
{
	int err;

	if (radios > HWX_RADIOS_AT_LOAD_MAX) {
		pr_err("hwsim_ext: radios=%u is out of range, 0 to %u are accepted\n",
		       radios, HWX_RADIOS_AT_LOAD_MAX);
		return -EINVAL;
	}

	err = hwx_radio_init_module();
	if (err)
		return err;
	err = hwx_make_radios();
	if (err)
		goto err_destroy_radios;
	err = hwx_netlink_init();
	if (err)
		goto err_destroy_radios;
	return 0;

err_destroy_radios:
	hwx_radio_destroy_all();
	hwx_medium_exit_all();
	hwx_radio_exit_module();
	return err;
}

static void __exit hwx_exit(void)
{
	hwx_netlink_exit();
	hwx_radio_destroy_all();
	hwx_medium_exit_all();
	hwx_radio_exit_module();
}

module_init(hwx_init);
module_exit(hwx_exit);

MODULE_DESCRIPTION("mac80211 radios with air time, aggregation and batched completions");
MODULE_LICENSE("GPL");
