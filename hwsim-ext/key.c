// SPDX-License-Identifier: GPL-2.0
/*
 * Hardware encryption.  Nothing is encrypted on the emulated air; a frame
 * carries the fingerprint of its key instead, and a receiver gets it opened
 * only if it holds the same key.  The bytes that the cipher adds do cost air.
 *
 * Ciphers that are not offered, and group-addressed management frames, are left
 * to mac80211.
 *
 * With crypto=software mac80211 encrypts data as well, and the bytes on the air
 * are what it made.  Whoever has the key gets at them: mac80211 of the receiver
 * decrypts what its hardware did not, whoever is to do that there.  The other
 * way round there is nothing to decrypt; the radio remembers its keys so that it
 * can tell which frames of hardware may be opened.
 */
#include <linux/jhash.h>

#include "hwx.h"

/**
 * hwx_key_overhead() - bytes that a cipher adds to an MPDU
 * @cipher: WLAN_CIPHER_SUITE_*
 *
 * 802.11-2020 12.5.3.2 (CCMP: header 8, MIC 8; CCMP-256: MIC 16) and 12.5.5.2
 * (GCMP: header 8, MIC 16).
 *
 * Return: bytes, 0 when the cipher is not offered
 */
u32 hwx_key_overhead(u32 cipher)
{
	switch (cipher) {
	case WLAN_CIPHER_SUITE_CCMP:
		return 16;
	case WLAN_CIPHER_SUITE_CCMP_256:
	case WLAN_CIPHER_SUITE_GCMP:
	case WLAN_CIPHER_SUITE_GCMP_256:
		return 24;
	default:
		return 0;
	}
}

/* Never 0, so that 0 can say "no key". */
static u64 hwx_key_print(const struct ieee80211_key_conf *key)
{
	u32 low = jhash(key->key, key->keylen, key->cipher);
	u32 high = jhash(key->key, key->keylen, ~key->cipher);

	return ((u64)high << 32 | low) | 1;
}

/**
 * hwx_key_mark() - a frame is encrypted by the hardware
 * @desc: gets fingerprint, index and the length the cipher adds
 * @key: that mac80211 chose
 *
 * Context: lock of the medium held.
 */
void hwx_key_mark(struct hwx_desc *desc, const struct ieee80211_key_conf *key)
{
	const u64 *prints;

	if (desc->sta && key->flags & IEEE80211_KEY_FLAG_PAIRWISE)
		prints = hwx_peer(desc->sta)->key_print;
	else
		prints = hwx_vif(desc->vif)->key_print;
	desc->key_idx = key->keyidx;
	desc->key_print = prints[key->keyidx];
	desc->mpdu_bytes += hwx_key_overhead(key->cipher);
}

/* The pairwise key that is used now: the last one of two. */
static int hwx_key_index(const struct hwx_peer *peer)
{
	int i;

	for (i = 0; i < HWX_NUM_KEYS; i++)
		if (peer->key_print[i])
			return i;
	return -1;
}

/**
 * hwx_key_has() - is there a pairwise key?
 * @sta: the peer
 *
 * Context: lock of the medium held.
 * Return: true when frames of our own can be protected
 */
bool hwx_key_has(struct ieee80211_sta *sta)
{
	return hwx_key_index(hwx_peer(sta)) >= 0;
}

/**
 * hwx_key_mark_own() - a frame of our own is encrypted by the hardware
 * @desc: gets fingerprint, index and the length the cipher adds
 *
 * Context: lock of the medium held.
 */
void hwx_key_mark_own(struct hwx_desc *desc)
{
	struct hwx_peer *peer = hwx_peer(desc->sta);
	int i = hwx_key_index(peer);

	if (i < 0)
		return;
	desc->key_idx = i;
	desc->key_print = peer->key_print[i];
	desc->mpdu_bytes += peer->key_bytes;
}

/**
 * hwx_op_set_key() - install or remove a key
 * @hw: of mac80211
 * @cmd: SET_KEY or DISABLE_KEY
 * @vif: interface
 * @sta: peer of a pairwise key, else NULL
 * @key: the key
 *
 * Return: 0, or -EOPNOTSUPP to have mac80211 encrypt in software
 */
int hwx_op_set_key(struct ieee80211_hw *hw, enum set_key_cmd cmd,
		   struct ieee80211_vif *vif, struct ieee80211_sta *sta,
		   struct ieee80211_key_conf *key)
{
	struct hwx_medium *medium = hwx_radio(hw)->medium;
	bool pairwise = key->flags & IEEE80211_KEY_FLAG_PAIRWISE;
	bool software = hwx_radio(hw)->params.crypto == HWX_CRYPTO_SOFTWARE;
	u64 *prints;

	if (key->keyidx >= HWX_NUM_KEYS || !hwx_key_overhead(key->cipher))
		return -EOPNOTSUPP;
	/* mesh and ad-hoc peers have group keys of their own to receive with */
	if (!pairwise && sta)
		return -EOPNOTSUPP;
	if (pairwise && !sta)
		return -EOPNOTSUPP;

	prints = pairwise ? hwx_peer(sta)->key_print : hwx_vif(vif)->key_print;
	spin_lock_bh(&medium->lock);
	prints[key->keyidx] = cmd == SET_KEY ? hwx_key_print(key) : 0;
	if (pairwise)
		hwx_peer(sta)->key_bytes = hwx_key_overhead(key->cipher);
	spin_unlock_bh(&medium->lock);
	return software ? -EOPNOTSUPP : 0;
}
