// SPDX-License-Identifier: GPL-2.0
/*
 * Block ack sessions, as the firmware at either end sees them.
 *
 * mac80211 owns the sessions and reorders, unless the firmware does (fwba.c,
 * rxorder.c).  The sender's firmware learns the
 * window, and numbers MPDUs when it forms them, so the starting number that it
 * tells the peer counts what is still queued.  A session that ends sends what it
 * has left as single MPDUs; only when the fate of all of it, and of the block
 * ack requests that follow from it, was reported may mac80211 tell the peer.
 * Nothing is left in the peer's reorder buffer by then, which it throws away.
 *
 * The receiver's firmware knows which sessions exist.  Without one it does not
 * answer A-MPDUs, and it forgets no sequence numbers: what the sender repeats as
 * single MPDUs because a block ack was lost is not handed up twice.
 */
#include "hwx.h"

/* mac80211 may go on once nothing of the session is left. */
static void hwx_session_check(struct hwx_fwq *fwq)
{
	struct ieee80211_vif *vif = fwq->stopping;

	if (!vif || fwq->session_frames)
		return;
	fwq->stopping = NULL;
	ieee80211_stop_tx_ba_cb_irqsafe(vif, hwx_fwq_sta(fwq)->addr,
					fwq->tid);
}

/**
 * hwx_session_enter() - a frame comes into the firmware
 * @fwq: queue of its station and TID
 * @desc: the frame
 *
 * Context: lock of the medium held.
 */
void hwx_session_enter(struct hwx_fwq *fwq, struct hwx_desc *desc)
{
	if (!desc->sta || !(desc->ampdu || desc->bar))
		return;
	desc->session = true;
	fwq->session_frames++;
}

/**
 * hwx_session_leave() - the fate of a frame was reported, or it was dropped
 * @fwq: queue of its station and TID
 * @desc: the frame
 *
 * Context: lock of the medium held.
 */
void hwx_session_leave(struct hwx_fwq *fwq, struct hwx_desc *desc)
{
	if (!desc->session)
		return;
	desc->session = false;
	fwq->session_frames--;
	hwx_session_check(fwq);
}

/**
 * hwx_session_receives() - is there a session that this radio receives in?
 * @sta: sender, as the receiver knows it, or NULL
 * @tid: of the frames
 *
 * Context: lock of the medium and RCU read lock held.
 * Return: true when it is to answer with block acks
 */
bool hwx_session_receives(struct ieee80211_sta *sta, u8 tid)
{
	return sta && hwx_peer(sta)->rx_sessions & BIT(tid);
}

/**
 * hwx_session_repeats() - has the receiver handed this MPDU up before?
 * @sta: sender, as the receiver knows it
 * @desc: what arrives
 *
 * In a session mac80211 finds that out, and shows it in its statistics.
 *
 * Context: lock of the medium and RCU read lock held.
 * Return: true when it must not be handed up again
 */
bool hwx_session_repeats(struct ieee80211_sta *sta, const struct hwx_desc *desc)
{
	const struct ieee80211_hdr *hdr = (const void *)desc->skb->data;
	struct hwx_peer *peer = hwx_peer(sta);

	if (desc->tid >= IEEE80211_NUM_TIDS ||
	    !ieee80211_is_data_present(hdr->frame_control) ||
	    hdr->seq_ctrl & cpu_to_le16(IEEE80211_SCTL_FRAG))
		return false;
	return !hwx_seen_add(&peer->seen[desc->tid], desc->sn) &&
	       desc->attempts > 1 && !(peer->rx_sessions & BIT(desc->tid));
}

static void hwx_session_stop(struct hwx_fwq *fwq, struct ieee80211_vif *vif)
{
	fwq->window = 0;
	fwq->stopping = vif;
	hwx_session_check(fwq);
}

/**
 * hwx_op_ampdu_action() - block ack sessions
 * @hw: of mac80211
 * @vif: interface
 * @params: what happens to which session
 *
 * When a station goes its frames go in hwx_op_sta_pre_rcu_remove().
 *
 * Return: 0, IEEE80211_AMPDU_TX_START_IMMEDIATE, -EOPNOTSUPP, or -EBUSY when
 * the firmware refuses
 */
int hwx_op_ampdu_action(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
			struct ieee80211_ampdu_params *params)
{
	struct hwx_radio *radio = hwx_radio(hw);
	struct hwx_peer *peer = hwx_peer(params->sta);
	struct hwx_fwq *fwq = &peer->fwq[params->tid];
	int ret = 0;

	spin_lock_bh(&radio->medium->lock);
	switch (params->action) {
	case IEEE80211_AMPDU_TX_START:
		params->ssn = hwx_fwq_seq_of_new(fwq);
		ret = IEEE80211_AMPDU_TX_START_IMMEDIATE;
		break;
	case IEEE80211_AMPDU_TX_OPERATIONAL:
		fwq->window = params->buf_size;
		fwq->amsdu = params->amsdu;
		break;
	case IEEE80211_AMPDU_TX_STOP_CONT:
		hwx_session_stop(fwq, vif);
		break;
	case IEEE80211_AMPDU_TX_STOP_FLUSH:
	case IEEE80211_AMPDU_TX_STOP_FLUSH_CONT:
		fwq->window = 0;
		fwq->stopping = NULL;
		break;
	case IEEE80211_AMPDU_RX_START:
		if (!hwx_fwba_owns(radio) &&
		    hwx_fault_draw(radio, radio->params.fail_addba,
				   HWX_FAULT_ADDBA)) {
			ret = -EBUSY;
			break;
		}
		ret = hwx_order_start(radio, params->sta, params->tid,
				      hwx_fwba_ssn(params->sta, params->tid,
						   params->ssn),
				      params->buf_size);
		if (ret)
			break;
		peer->rx_sessions |= BIT(params->tid);
		hwx_fwba_ready(radio, vif, params->sta, params->tid);
		break;
	case IEEE80211_AMPDU_RX_STOP:
		peer->rx_sessions &= ~BIT(params->tid);
		hwx_order_stop(radio, params->sta, params->tid);
		break;
	default:
		ret = -EOPNOTSUPP;
	}
	spin_unlock_bh(&radio->medium->lock);
	return ret;
}
