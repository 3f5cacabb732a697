// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics: bins, and the way to netlink.
 */
#include <net/netlink.h>

#include "hwx.h"

/**
 * hwx_stats_hist() - count a value in a histogram with power-of-two bins
 * @hist: bin 0 is for 0, bin i for 2^(i-1) to 2^i - 1, the last for the rest
 * @bins: size of @hist
 * @value: what to count
 */
void hwx_stats_hist(u64 *hist, u32 bins, u64 value)
{
	hist[min_t(u32, fls64(value), bins - 1)]++;
}

static int hwx_put_u64(struct sk_buff *msg, int attr, u64 value)
{
	return nla_put_u64_64bit(msg, attr, value, HWSIM_EXT_S_PAD);
}

static int hwx_fill_close(struct sk_buff *msg, const struct hwx_stats *stats)
{
	struct nlattr *nest = nla_nest_start(msg, HWSIM_EXT_S_CLOSE_REASON);

	if (!nest)
		return -EMSGSIZE;
#define X(UPPER, name, help)						\
	if (hwx_put_u64(msg, HWSIM_EXT_CLOSE_##UPPER,			\
			stats->close_reason[HWX_CLOSE_##UPPER]))	\
		return -EMSGSIZE;
	HWX_CLOSE_REASONS(X)
#undef X
	nla_nest_end(msg, nest);
	return 0;
}

static int hwx_fill_starved(struct sk_buff *msg, const struct hwx_stats *stats)
{
	struct nlattr *nest = nla_nest_start(msg, HWSIM_EXT_S_STARVED);

	if (!nest)
		return -EMSGSIZE;
#define X(UPPER, name, help)						\
	if (hwx_put_u64(msg, HWSIM_EXT_STARVED_##UPPER,			\
			stats->starved[HWX_STARVED_##UPPER]))		\
		return -EMSGSIZE;
	HWX_STARVED(X)
#undef X
	nla_nest_end(msg, nest);
	return 0;
}

static int hwx_fill_faults(struct sk_buff *msg, const struct hwx_stats *stats)
{
	struct nlattr *nest = nla_nest_start(msg, HWSIM_EXT_S_FAULTS);

	if (!nest)
		return -EMSGSIZE;
#define X(UPPER, name, help)						\
	if (hwx_put_u64(msg, HWSIM_EXT_FAULT_##UPPER,			\
			stats->faults[HWX_FAULT_##UPPER]))		\
		return -EMSGSIZE;
	HWX_FAULTS(X)
#undef X
	nla_nest_end(msg, nest);
	return 0;
}

static int hwx_fill_airtime(struct sk_buff *msg, const struct hwx_stats *stats)
{
	struct nlattr *nest = nla_nest_start(msg, HWSIM_EXT_S_AIRTIME_US);

	if (!nest)
		return -EMSGSIZE;
#define X(UPPER, name, help)						\
	if (hwx_put_u64(msg, HWSIM_EXT_AIRTIME_##UPPER,			\
			div_u64(stats->air_##name##_ns, NSEC_PER_USEC)))\
		return -EMSGSIZE;
	HWX_AIRTIMES(X)
#undef X
	nla_nest_end(msg, nest);
	return 0;
}

static int hwx_fill_all(struct sk_buff *msg, const struct hwx_stats *stats)
{
#define X(UPPER, name, help)						\
	if (hwx_put_u64(msg, HWSIM_EXT_S_##UPPER, stats->name))		\
		return -EMSGSIZE;
	HWX_COUNTERS(X)
#undef X
	if (hwx_fill_close(msg, stats) || hwx_fill_starved(msg, stats) ||
	    hwx_fill_faults(msg, stats) || hwx_fill_airtime(msg, stats))
		return -EMSGSIZE;
#define X(UPPER, name, bins, help)					\
	if (nla_put(msg, HWSIM_EXT_S_##UPPER, sizeof(stats->name),	\
		    stats->name))					\
		return -EMSGSIZE;
	HWX_HISTOGRAMS(X)
#undef X
	return 0;
}

/**
 * hwx_stats_fill() - put the statistics of a radio into a message
 * @msg: has room, or the call fails
 * @radio: any
 *
 * Context: process.
 * Return: 0, -EMSGSIZE or -ENOMEM
 */
int hwx_stats_fill(struct sk_buff *msg, struct hwx_radio *radio)
{
	struct hwx_stats *stats = kmalloc(sizeof(*stats), GFP_KERNEL);
	struct nlattr *nest;
	int err;

	if (!stats)
		return -ENOMEM;
	spin_lock_bh(&radio->medium->lock);
	hwx_air_account(radio, ktime_get_ns());
	*stats = radio->stats;
	stats->desc_used = radio->pool.used;
	spin_unlock_bh(&radio->medium->lock);

	err = -EMSGSIZE;
	nest = nla_nest_start(msg, HWSIM_EXT_A_STATS);
	if (nest)
		err = hwx_fill_all(msg, stats);
	if (!err)
		nla_nest_end(msg, nest);
	kfree(stats);
	return err;
}

/**
 * hwx_stats_reset() - start counting anew
 * @radio: any
 *
 * Context: process.
 */
void hwx_stats_reset(struct hwx_radio *radio)
{
	struct hwx_air_times times;

	spin_lock_bh(&radio->medium->lock);
	hwx_air_account(radio, ktime_get_ns());
	hwx_air_times(radio, &times);
	memset(&radio->stats, 0, sizeof(radio->stats));
	/* modulo 2^64: the difference to the counters stays */
	radio->air_tuned = (struct hwx_air_times){
		.tx_ns = -times.tx_ns, .rx_ns = -times.rx_ns,
		.busy_ns = -times.busy_ns, .idle_ns = -times.idle_ns,
	};
	radio->stats.desc_used_max = radio->pool.used;
	spin_unlock_bh(&radio->medium->lock);
}
