/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Printing a TCP socket as text or JSON.
 */
#ifndef TOOLS_SOCKPRINT_H
#define TOOLS_SOCKPRINT_H

#include "sockdiag.h"

/**
 * sock_print() - print one socket, between out_begin() and out_end()
 * @s: the socket
 * @time_us: when it was read
 */
void sock_print(const struct sock_sample *s, u64 time_us);

/** sock_print_help() - say on stdout what each number is */
void sock_print_help(void);

#endif
