// SPDX-License-Identifier: GPL-2.0
/*
 * Requests about stations, as the firmware sees them.
 */
#include "core/station.h"
#include "netlink.h"

/**
 * struct hwx_station - what one message is about
 * @radio: that knows the station
 * @sta: the station
 */
struct hwx_station {
	struct hwx_radio *radio;
	struct ieee80211_sta *sta;
};

/*
 * struct hwx_station_data - see HWX_STATION
 * @rate: name of @rate_kbps, empty before the first frame
 */
struct hwx_station_data {
#define X(UPPER, name, help) u32 name;
	HWX_STATION(X)
#undef X
	char rate[HWX_RATE_NAME_MAX];
};

/*
 * struct hwx_tid_data - see HWX_STATION_TID
 */
struct hwx_tid_data {
#define X(UPPER, name, help) u32 name;
	HWX_STATION_TID(X)
#undef X
};

static u32 hwx_queued_bytes(const struct hwx_fwq *fwq)
{
	const struct hwx_desc *desc;
	u32 bytes = 0;

	list_for_each_entry(desc, &fwq->retry, node)
		bytes += desc->mpdu_bytes;
	list_for_each_entry(desc, &fwq->frames, node)
		bytes += desc->mpdu_bytes;
	return bytes;
}

static void hwx_tid_read(const struct hwx_peer *peer, int tid,
			 struct hwx_tid_data *data)
{
	const struct hwx_fwq *fwq = &peer->fwq[tid];

	data->tx_window = fwq->window;
	data->rx_session = !!(peer->rx_sessions & BIT(tid));
	data->queued = fwq->len;
	data->queued_bytes = hwx_queued_bytes(fwq);
	data->held = fwq->session_frames;
}

static void hwx_station_read(const struct hwx_peer *peer,
			     struct hwx_station_data *data)
{
	memset(data, 0, sizeof(*data));
	data->retries = peer->retries;
	data->failed = peer->failed;
	if (!peer->tx_rate.nss)
		return;
	data->rate_kbps = hwx_rate_kbps(&peer->tx_rate);
	hwx_rate_format(&peer->tx_rate, data->rate, sizeof(data->rate));
}

/* A TID that has nothing to say is left out. */
static int hwx_fill_tid(struct sk_buff *msg, const struct hwx_peer *peer,
			int tid)
{
	static const struct hwx_tid_data nothing;
	struct hwx_tid_data data;
	struct nlattr *nest;

	hwx_tid_read(peer, tid, &data);
	if (!memcmp(&data, &nothing, sizeof(data)))
		return 0;
	nest = nla_nest_start(msg, tid + 1);
	if (!nest)
		return -EMSGSIZE;
#define X(UPPER, name, help)						\
	if (nla_put_u32(msg, HWSIM_EXT_TID_##UPPER, data.name))		\
		return -EMSGSIZE;
	HWX_STATION_TID(X)
#undef X
	nla_nest_end(msg, nest);
	return 0;
}

static int hwx_fill_tids(struct sk_buff *msg, const struct hwx_peer *peer)
{
	struct nlattr *nest = nla_nest_start(msg, HWSIM_EXT_T_TIDS);
	int tid, err = 0;

	if (!nest)
		return -EMSGSIZE;
	for (tid = 0; tid < IEEE80211_NUM_TIDS && !err; tid++)
		err = hwx_fill_tid(msg, peer, tid);
	if (!err)
		nla_nest_end(msg, nest);
	return err;
}

static int hwx_fill_peer(struct sk_buff *msg, const struct hwx_peer *peer)
{
	struct nlattr *nest = nla_nest_start(msg, HWSIM_EXT_A_STATION);
	struct hwx_station_data data;

	if (!nest)
		return -EMSGSIZE;
	hwx_station_read(peer, &data);
	if (data.rate[0] && nla_put_string(msg, HWSIM_EXT_T_RATE, data.rate))
		return -EMSGSIZE;
#define X(UPPER, name, help)						\
	if (nla_put_u32(msg, HWSIM_EXT_T_##UPPER, data.name))		\
		return -EMSGSIZE;
	HWX_STATION(X)
#undef X
	if (hwx_fill_tids(msg, peer))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

static int hwx_fill_station(struct sk_buff *msg, void *object)
{
	const struct hwx_station *station = object;
	struct hwx_medium *medium = station->radio->medium;
	int err;

	err = hwx_fill_identity(msg, station->radio) ?:
	      nla_put(msg, HWSIM_EXT_A_ADDR, ETH_ALEN, station->sta->addr);
	if (err)
		return err;
	spin_lock_bh(&medium->lock);
	err = hwx_fill_peer(msg, hwx_peer(station->sta));
	spin_unlock_bh(&medium->lock);
	return err;
}

/**
 * struct hwx_station_walk - the stations of one radio
 * @dump: gets them
 * @radio: the radio
 * @full: the rest does not fit
 */
struct hwx_station_walk {
	struct hwx_dump *dump;
	struct hwx_radio *radio;
	bool full;
};

static void hwx_station_visit(void *data, struct ieee80211_sta *sta)
{
	struct hwx_station_walk *walk = data;
	struct hwx_station station = { .radio = walk->radio, .sta = sta };

	if (!walk->full)
		walk->full = !hwx_dump_put(walk->dump, hwx_fill_station,
					   &station);
}

/**
 * hwx_nl_station_dump() - HWSIM_EXT_CMD_STATION_GET, all stations
 * @msg: being filled
 * @cb: of netlink
 *
 * Return: see hwx_dump_end()
 */
int hwx_nl_station_dump(struct sk_buff *msg, struct netlink_callback *cb)
{
	struct hwx_station_walk walk = {};
	struct hwx_dump dump;

	hwx_dump_begin(&dump, msg, cb, HWSIM_EXT_CMD_STATION_GET);
	cb->seq += hwx_sta_generation();
	walk.dump = &dump;
	list_for_each_entry(walk.radio, &hwx_radios, node) {
		ieee80211_iterate_stations_atomic(walk.radio->hw,
						  hwx_station_visit, &walk);
		if (walk.full)
			break;
	}
	return hwx_dump_end(&dump);
}
