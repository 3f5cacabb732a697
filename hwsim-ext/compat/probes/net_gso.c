// SPDX-License-Identifier: GPL-2.0
/* 6.5 */
#include <net/gso.h>
