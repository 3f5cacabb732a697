/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the firmware of a radio knows about a station, once, for everybody (see
 * core/params.h).  All are 32-bit numbers, X(UPPER, name, help).
 *
 * HWX_STATION lists what there is once a station, HWX_STATION_TID what there is
 * once a TID.
 */
#ifndef HWX_CORE_STATION_H
#define HWX_CORE_STATION_H

#define HWX_STATION(X) \
	X(RATE_KBPS, rate_kbps, "rate of the last data frame to it that was no sample, 0 before the first") \
	X(RETRIES, retries, "MPDUs to it that were sent again") \
	X(FAILED, failed, "MPDUs to it that were given up")

#define HWX_STATION_TID(X) \
	X(TX_WINDOW, tx_window, "block ack window agreed for frames to it, 0 without a session") \
	X(RX_SESSION, rx_session, "1 while there is a session for frames from it") \
	X(QUEUED, queued, "frames to it in the firmware queue") \
	X(QUEUED_BYTES, queued_bytes, "bytes of these on the air") \
	X(HELD, held, "frames of a session between the queue and their report")

#endif
