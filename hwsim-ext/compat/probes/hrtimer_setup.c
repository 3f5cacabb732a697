// SPDX-License-Identifier: GPL-2.0
/* 6.13 */
#include <linux/hrtimer.h>
void hwx_probe(struct hrtimer *timer,
	       enum hrtimer_restart (*function)(struct hrtimer *timer));
void hwx_probe(struct hrtimer *timer,
	       enum hrtimer_restart (*function)(struct hrtimer *timer))
{
	hrtimer_setup(timer, function, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_SOFT);
}
