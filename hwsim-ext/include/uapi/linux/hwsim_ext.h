/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * Generic netlink family "HWSIM_EXT", version 1: radios, their parameters and
 * statistics, and the mediums they share.
 *
 * Every request that changes something needs CAP_NET_ADMIN in the initial user
 * namespace and replies with an ack.  The family answers in every network
 * namespace and shows all radios in each.  A refused request changes nothing
 * and carries one sentence (NLMSGERR_ATTR_MSG) that names the thing and the
 * accepted values.
 *
 * Parameters.  A parameter is an attribute with its own name.  Types: u32 for
 * numbers, u64 for seed, u8 (0 or 1) for switches, NUL-terminated string for
 * words (completion_ctx, tx_mode, orphan, contention) and for rate.
 *
 * HWSIM_EXT_CMD_RADIO_NEW: make a radio.  Optional: HWSIM_EXT_A_NAME (name of
 *   the wiphy, at most 31 characters, no '/'; default "hwx" and the id) and
 *   any radio parameter.  The medium is made when it is new.  The reply is one
 *   RADIO_NEW message with HWSIM_EXT_A_RADIO_ID and HWSIM_EXT_A_NAME.
 *   Errors: EEXIST name taken, EINVAL bad value, ENOSPC too many radios.
 *
 * HWSIM_EXT_CMD_RADIO_DEL: destroy a radio.  HWSIM_EXT_A_RADIO_ID or
 *   HWSIM_EXT_A_NAME, or HWSIM_EXT_A_ALL (flag) for all radios, which takes a
 *   third of the time that one by one takes.  Frames they hold are given back.
 *   Errors: ENODEV.
 *
 * HWSIM_EXT_CMD_RADIO_GET: with an id or a name one message, as a dump one
 *   message per radio: HWSIM_EXT_A_RADIO_ID, HWSIM_EXT_A_NAME,
 *   HWSIM_EXT_A_ADDR (6 bytes), all radio parameters.
 *
 * HWSIM_EXT_CMD_RADIO_SET: change parameters of a radio, given by id or name.
 *   Parameters fixed at creation are refused.  All or none take effect.
 *
 * HWSIM_EXT_CMD_MEDIUM_GET: with HWSIM_EXT_A_MEDIUM one message, as a dump one
 *   per medium: HWSIM_EXT_A_MEDIUM, HWSIM_EXT_A_RADIOS (u32, how many), all
 *   medium parameters.
 *
 * HWSIM_EXT_CMD_MEDIUM_SET: HWSIM_EXT_A_MEDIUM and medium parameters.  The
 *   medium is made when it is new and then stays until the module goes.
 *   Setting seed starts the random sequence anew.
 *
 * HWSIM_EXT_CMD_LINK_SET: HWSIM_EXT_A_FROM and HWSIM_EXT_A_TO (strings: name or
 *   id of two radios of one medium) and link parameters.  A link is one
 *   direction; it is made when it is first set and goes with either radio.
 *   Directions that were never set have the defaults.
 *
 * HWSIM_EXT_CMD_LINK_GET: as a dump only, one message per link that was set:
 *   HWSIM_EXT_A_FROM, HWSIM_EXT_A_TO (names), all link parameters.
 *
 * HWSIM_EXT_CMD_STATION_GET: as a dump only, one message per station that a
 *   radio knows: HWSIM_EXT_A_RADIO_ID, HWSIM_EXT_A_NAME (of the radio),
 *   HWSIM_EXT_A_ADDR (6 bytes, of the station), HWSIM_EXT_A_STATION:
 *
 *	HWSIM_EXT_A_STATION (nest)
 *	  HWSIM_EXT_T_RATE		string, name of the rate of the last data
 *					frame; not there before the first
 *	  HWSIM_EXT_T_<VALUE>		u32, one per value
 *	  HWSIM_EXT_T_TIDS		nest
 *	    TID + 1			nest; left out when all in it is zero
 *	      HWSIM_EXT_TID_<VALUE>	u32, one per value
 *
 *   What each means is in core/station.h.
 *
 * HWSIM_EXT_CMD_STATS_GET: with an id or a name one message, as a dump one per
 *   radio: HWSIM_EXT_A_RADIO_ID, HWSIM_EXT_A_NAME, HWSIM_EXT_A_STATS:
 *
 *	HWSIM_EXT_A_STATS (nest)
 *	  HWSIM_EXT_S_<COUNTER>		u64, one per plain counter
 *	  HWSIM_EXT_S_CLOSE_REASON	nest of u64, HWSIM_EXT_CLOSE_*
 *	  HWSIM_EXT_S_STARVED		nest of u64, HWSIM_EXT_STARVED_*
 *	  HWSIM_EXT_S_FAULTS		nest of u64, HWSIM_EXT_FAULT_*
 *	  HWSIM_EXT_S_AIRTIME_US	nest of u64, HWSIM_EXT_AIRTIME_*
 *	  HWSIM_EXT_S_<HISTOGRAM>	binary: array of u64, host byte order
 *
 *   What each counts, and the bins, is in core/counters.h.
 *
 * HWSIM_EXT_CMD_STATS_RESET: back to zero, one radio by id or name, or all.
 *
 * A dump gives one object per message, a NLMSG_DONE ends it.
 */
#ifndef _UAPI_LINUX_HWSIM_EXT_H
#define _UAPI_LINUX_HWSIM_EXT_H

#define HWSIM_EXT_GENL_NAME "HWSIM_EXT"
#define HWSIM_EXT_GENL_VERSION 1

enum hwsim_ext_cmd {
	HWSIM_EXT_CMD_UNSPEC,
	HWSIM_EXT_CMD_RADIO_NEW,
	HWSIM_EXT_CMD_RADIO_DEL,
	HWSIM_EXT_CMD_RADIO_GET,
	HWSIM_EXT_CMD_RADIO_SET,
	HWSIM_EXT_CMD_MEDIUM_GET,
	HWSIM_EXT_CMD_MEDIUM_SET,
	HWSIM_EXT_CMD_STATS_GET,
	HWSIM_EXT_CMD_STATS_RESET,
	HWSIM_EXT_CMD_LINK_GET,
	HWSIM_EXT_CMD_LINK_SET,
	HWSIM_EXT_CMD_STATION_GET,

	__HWSIM_EXT_CMD_LAST,
	HWSIM_EXT_CMD_MAX = __HWSIM_EXT_CMD_LAST - 1
};

enum hwsim_ext_attr {
	HWSIM_EXT_A_UNSPEC,
	HWSIM_EXT_A_PAD,
	HWSIM_EXT_A_RADIO_ID,			/* u32 */
	HWSIM_EXT_A_NAME,			/* string */
	HWSIM_EXT_A_ADDR,			/* 6 bytes */
	HWSIM_EXT_A_RADIOS,			/* u32 */
	HWSIM_EXT_A_STATS,			/* nest */

	/* radio parameters */
	HWSIM_EXT_A_MEDIUM,			/* u32 */
	HWSIM_EXT_A_NSS,			/* u32 */
	HWSIM_EXT_A_RATE,			/* string */
	HWSIM_EXT_A_BUS_KBPS,			/* u32 */
	HWSIM_EXT_A_AMPDU_FRAMES,		/* u32 */
	HWSIM_EXT_A_AMPDU_BYTES,		/* u32 */
	HWSIM_EXT_A_AMPDU_US,			/* u32 */
	HWSIM_EXT_A_RETRY_LIMIT,		/* u32 */
	HWSIM_EXT_A_RTS_BYTES,			/* u32 */
	HWSIM_EXT_A_TX_DESC,			/* u32 */
	HWSIM_EXT_A_TX_DESC_LOW,		/* u32 */
	HWSIM_EXT_A_COMPLETION_FRAMES,		/* u32 */
	HWSIM_EXT_A_COMPLETION_US,		/* u32 */
	HWSIM_EXT_A_COMPLETION_CTX,		/* string */
	HWSIM_EXT_A_RX_FRAMES,			/* u32 */
	HWSIM_EXT_A_RX_US,			/* u32 */
	HWSIM_EXT_A_GRO,			/* u8 */
	HWSIM_EXT_A_PACING_SHIFT,		/* u32 */
	HWSIM_EXT_A_ORPHAN,			/* string */
	HWSIM_EXT_A_SG,				/* u8 */
	HWSIM_EXT_A_CSUM,			/* u8 */
	HWSIM_EXT_A_AQL,			/* u8 */
	HWSIM_EXT_A_AIRTIME_FAIRNESS,		/* u8 */

	/* medium parameters */
	HWSIM_EXT_A_SEED,			/* u64 */
	HWSIM_EXT_A_CONTENTION,			/* string */

	HWSIM_EXT_A_FROM,			/* string */
	HWSIM_EXT_A_TO,				/* string */

	/* link parameters */
	HWSIM_EXT_A_LOSS,			/* u32 */
	HWSIM_EXT_A_HEARD,			/* u8 */
	HWSIM_EXT_A_SNR_DB,			/* u32 */

	/* radio parameters */
	HWSIM_EXT_A_AMSDU_FRAMES,		/* u32 */
	HWSIM_EXT_A_RX_AMSDU,			/* u8 */
	HWSIM_EXT_A_TSO,			/* u8 */
	HWSIM_EXT_A_TX_AMSDU,			/* u8 */
	HWSIM_EXT_A_CRYPTO,			/* string */
	HWSIM_EXT_A_RATE_CONTROL,		/* string */
	HWSIM_EXT_A_RATE_REPORT_US,		/* u32 */
	HWSIM_EXT_A_HWQ_PPDUS,			/* u32 */
	HWSIM_EXT_A_BA_SESSIONS,		/* string */
	HWSIM_EXT_A_ACK_SIGNAL,			/* u8 */
	HWSIM_EXT_A_HWQ_FRAMES,			/* u32 */
	HWSIM_EXT_A_TX_MODE,			/* string */
	HWSIM_EXT_A_FETCH_FRAMES,		/* u32 */
	HWSIM_EXT_A_FETCH_US,			/* u32 */
	HWSIM_EXT_A_FAIL_LOST,			/* u32 */
	HWSIM_EXT_A_FAIL_LATE,			/* u32 */
	HWSIM_EXT_A_FAIL_DUP,			/* u32 */
	HWSIM_EXT_A_FAIL_UNKNOWN,		/* u32 */
	HWSIM_EXT_A_FAIL_BA,			/* u32 */
	HWSIM_EXT_A_FAIL_ADDBA,			/* u32 */
	HWSIM_EXT_A_FAIL_STUCK,			/* u32 */
	HWSIM_EXT_A_FAIL_PAUSE,			/* u32 */
	HWSIM_EXT_A_FAIL_MS,			/* u32 */
	HWSIM_EXT_A_REORDER,			/* string */

	HWSIM_EXT_A_ALL,			/* flag */
	HWSIM_EXT_A_STATION,			/* nest */

	__HWSIM_EXT_A_LAST,
	HWSIM_EXT_A_MAX = __HWSIM_EXT_A_LAST - 1
};

enum hwsim_ext_station {
	HWSIM_EXT_T_UNSPEC,
	HWSIM_EXT_T_RATE,			/* string */
	HWSIM_EXT_T_RATE_KBPS,			/* u32 */
	HWSIM_EXT_T_RETRIES,			/* u32 */
	HWSIM_EXT_T_FAILED,			/* u32 */
	HWSIM_EXT_T_TIDS,			/* nest */

	__HWSIM_EXT_T_LAST,
	HWSIM_EXT_T_MAX = __HWSIM_EXT_T_LAST - 1
};

enum hwsim_ext_station_tid {
	HWSIM_EXT_TID_UNSPEC,
	HWSIM_EXT_TID_TX_WINDOW,		/* u32 */
	HWSIM_EXT_TID_RX_SESSION,		/* u32 */
	HWSIM_EXT_TID_QUEUED,			/* u32 */
	HWSIM_EXT_TID_QUEUED_BYTES,		/* u32 */
	HWSIM_EXT_TID_HELD,			/* u32 */

	__HWSIM_EXT_TID_LAST,
	HWSIM_EXT_TID_MAX = __HWSIM_EXT_TID_LAST - 1
};

enum hwsim_ext_stat {
	HWSIM_EXT_S_UNSPEC,
	HWSIM_EXT_S_PAD,
	HWSIM_EXT_S_TX_MSDUS,
	HWSIM_EXT_S_TX_MPDUS,
	HWSIM_EXT_S_TX_PPDUS,
	HWSIM_EXT_S_TX_ACKED,
	HWSIM_EXT_S_TX_FAILED,
	HWSIM_EXT_S_TX_DROPPED,
	HWSIM_EXT_S_RX_MSDUS,
	HWSIM_EXT_S_RX_DROPPED,
	HWSIM_EXT_S_STARVED_TSQ,
	HWSIM_EXT_S_COMPLETIONS,
	HWSIM_EXT_S_COMPLETION_KSOFTIRQD,
	HWSIM_EXT_S_DESC_USED,
	HWSIM_EXT_S_DESC_USED_MAX,
	HWSIM_EXT_S_QUEUE_STOPS,
	HWSIM_EXT_S_TX_ACCESSES,
	HWSIM_EXT_S_TX_RTS,
	HWSIM_EXT_S_RTS_LOST,
	HWSIM_EXT_S_COLLISIONS,
	HWSIM_EXT_S_RETRIES,
	HWSIM_EXT_S_MPDU_LOST,
	HWSIM_EXT_S_BA_LOST,

	HWSIM_EXT_S_CLOSE_REASON,		/* nest */
	HWSIM_EXT_S_STARVED,			/* nest */
	HWSIM_EXT_S_AIRTIME_US,			/* nest */
	HWSIM_EXT_S_AMPDU_HIST,			/* u64[] */
	HWSIM_EXT_S_COMPLETION_HIST,		/* u64[] */
	HWSIM_EXT_S_SOCKET_HELD_BYTES_HIST,	/* u64[] */

	HWSIM_EXT_S_TX_BARS,			/* u64 */
	HWSIM_EXT_S_TX_AMSDU_MSDUS,		/* u64 */
	HWSIM_EXT_S_TX_TSO_FRAMES,		/* u64 */
	HWSIM_EXT_S_HWQ_PPDUS_MAX,		/* u64 */
	HWSIM_EXT_S_TX_ADDBAS,			/* u64 */
	HWSIM_EXT_S_HWQ_STOPS,			/* u64 */
	HWSIM_EXT_S_FETCHES,			/* u64 */
	HWSIM_EXT_S_FETCHES_EMPTY,		/* u64 */
	HWSIM_EXT_S_RECLAIMED,			/* u64 */
	HWSIM_EXT_S_BAD_COMPLETIONS,		/* u64 */
	HWSIM_EXT_S_STUCK_QUEUES,		/* u64 */
	HWSIM_EXT_S_FAULTS,			/* nest */

	__HWSIM_EXT_S_LAST,
	HWSIM_EXT_S_MAX = __HWSIM_EXT_S_LAST - 1
};

enum hwsim_ext_close {
	HWSIM_EXT_CLOSE_UNSPEC,
	HWSIM_EXT_CLOSE_PAD,
	HWSIM_EXT_CLOSE_WINDOW,
	HWSIM_EXT_CLOSE_FRAMES,
	HWSIM_EXT_CLOSE_BYTES,
	HWSIM_EXT_CLOSE_DURATION,
	HWSIM_EXT_CLOSE_EMPTY,

	__HWSIM_EXT_CLOSE_LAST,
	HWSIM_EXT_CLOSE_MAX = __HWSIM_EXT_CLOSE_LAST - 1
};

enum hwsim_ext_starved {
	HWSIM_EXT_STARVED_UNSPEC,
	HWSIM_EXT_STARVED_PAD,
	HWSIM_EXT_STARVED_DESC,
	HWSIM_EXT_STARVED_AQL,
	HWSIM_EXT_STARVED_TSQ,
	HWSIM_EXT_STARVED_CWND,
	HWSIM_EXT_STARVED_PACING,
	HWSIM_EXT_STARVED_APP,

	__HWSIM_EXT_STARVED_LAST,
	HWSIM_EXT_STARVED_MAX = __HWSIM_EXT_STARVED_LAST - 1
};

enum hwsim_ext_fault {
	HWSIM_EXT_FAULT_UNSPEC,
	HWSIM_EXT_FAULT_PAD,
	HWSIM_EXT_FAULT_LOST,
	HWSIM_EXT_FAULT_LATE,
	HWSIM_EXT_FAULT_DUP,
	HWSIM_EXT_FAULT_UNKNOWN,
	HWSIM_EXT_FAULT_BA,
	HWSIM_EXT_FAULT_ADDBA,
	HWSIM_EXT_FAULT_STUCK,
	HWSIM_EXT_FAULT_PAUSE,

	__HWSIM_EXT_FAULT_LAST,
	HWSIM_EXT_FAULT_MAX = __HWSIM_EXT_FAULT_LAST - 1
};

enum hwsim_ext_airtime {
	HWSIM_EXT_AIRTIME_UNSPEC,
	HWSIM_EXT_AIRTIME_PAD,
	HWSIM_EXT_AIRTIME_TX,
	HWSIM_EXT_AIRTIME_RX,
	HWSIM_EXT_AIRTIME_BUSY,
	HWSIM_EXT_AIRTIME_IDLE,

	__HWSIM_EXT_AIRTIME_LAST,
	HWSIM_EXT_AIRTIME_MAX = __HWSIM_EXT_AIRTIME_LAST - 1
};

#endif
