/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoints: one per PPDU, one per completion indication, one per queue that
 * was found stuck.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM hwsim_ext

#if !defined(HWX_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define HWX_TRACE_H

#include <linux/tracepoint.h>

#include "hwx.h"

/* for those who read the binary form */
#define X(UPPER, name, help) TRACE_DEFINE_ENUM(HWX_CLOSE_##UPPER);
HWX_CLOSE_REASONS(X)
#undef X

#define HWX_TRACE_REASON(UPPER, name, help) { HWX_CLOSE_##UPPER, #name },

TRACE_EVENT(hwx_ppdu,
	TP_PROTO(const struct hwx_radio *radio, const struct hwx_exchange *x,
		 bool got),
	TP_ARGS(radio, x, got),
	TP_STRUCT__entry(
		__field(u32, radio)
		__field(u8, ac)
		__field(u32, mpdus)
		__field(u32, psdu_bytes)
		__field(u32, kbps)
		__field(u64, start_ns)
		__field(u64, end_ns)
		__field(u8, reason)
		__field(bool, ampdu)
		__field(bool, collided)
		__field(bool, got)
	),
	TP_fast_assign(
		__entry->radio = radio->id;
		__entry->ac = x->edca->ac;
		__entry->mpdus = x->ppdu.n;
		__entry->psdu_bytes = x->ppdu.psdu_bytes;
		__entry->kbps = hwx_rate_kbps(&x->ppdu.rate);
		__entry->start_ns = x->start_ns;
		__entry->end_ns = x->end_ns;
		__entry->reason = x->ppdu.reason;
		__entry->ampdu = x->ppdu.ampdu;
		__entry->collided = x->collided;
		__entry->got = got;
	),
	TP_printk("radio=%u ac=%u mpdus=%u psdu_bytes=%u kbps=%u start_ns=%llu end_ns=%llu reason=%s ampdu=%u collided=%u got=%u",
		  __entry->radio, __entry->ac, __entry->mpdus,
		  __entry->psdu_bytes, __entry->kbps, __entry->start_ns,
		  __entry->end_ns,
		  __print_symbolic(__entry->reason,
				   HWX_CLOSE_REASONS(HWX_TRACE_REASON)
				   { -1, "none" }),
		  __entry->ampdu,
		  __entry->collided, __entry->got)
);

TRACE_EVENT(hwx_completion,
	TP_PROTO(const struct hwx_radio *radio, u32 frames),
	TP_ARGS(radio, frames),
	TP_STRUCT__entry(
		__field(u32, radio)
		__field(u32, frames)
		__field(u32, desc_used)
	),
	TP_fast_assign(
		__entry->radio = radio->id;
		__entry->frames = frames;
		__entry->desc_used = radio->pool.used;
	),
	TP_printk("radio=%u frames=%u desc_used=%u", __entry->radio,
		  __entry->frames, __entry->desc_used)
);

TRACE_EVENT(hwx_stuck,
	TP_PROTO(const struct hwx_radio *radio, const struct hwx_fwq *fwq,
		 u64 waited_ns),
	TP_ARGS(radio, fwq, waited_ns),
	TP_STRUCT__entry(
		__field(u32, radio)
		__field(u8, ac)
		__field(u8, tid)
		__field(u32, frames)
		__field(u64, waited_ns)
	),
	TP_fast_assign(
		__entry->radio = radio->id;
		__entry->ac = fwq->edca->ac;
		__entry->tid = fwq->tid;
		__entry->frames = fwq->len;
		__entry->waited_ns = waited_ns;
	),
	TP_printk("radio=%u ac=%u tid=%u frames=%u waited_ns=%llu",
		  __entry->radio, __entry->ac, __entry->tid, __entry->frames,
		  __entry->waited_ns)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
