# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Marks in the kernel log and the search for splats between them.

# What a kernel says when something is wrong in it.
readonly SPLAT='WARNING:|BUG:|BUG |Oops|kernel panic|Kernel panic|KASAN|KCSAN|KFENCE|UBSAN|ODEBUG|kmemleak: [0-9]+ new|refcount_t:|general protection|Unable to handle|possible (circular|recursive|irq)|inconsistent lock state|suspicious RCU usage|rcu: INFO: .*(stall|self-detected)|INFO: task .* blocked|unregister_netdevice: waiting|sleeping function called|scheduling while atomic|Call Trace:|list_(add|del) corruption|leaked|soft lockup|Modules linked in:'

# Where marks are written; tests of the runner itself use a file.
readonly KMSG=${HWX_KMSG:-/dev/kmsg}

# kernel_log_open - no mark may be lost to the rate limit of /dev/kmsg.
kernel_log_open()
{
	[[ $KMSG != /dev/kmsg ]] || echo on >/proc/sys/kernel/printk_devkmsg
}

# kernel_log_mark TEXT
kernel_log_mark()
{
	printf 'hwx-test: %s\n' "$1" >>"$KMSG"
}

# kernel_log_splats TEXT - print what is wrong in the kernel log since the mark
# TEXT; status 1 when there is something, or when the mark has scrolled away.
kernel_log_splats()
{
	local log

	log=$(dmesg)
	if [[ $log != *"hwx-test: $1"* ]]; then
		printf 'the mark "%s" is no longer in the kernel log\n' "$1"
		return 1
	fi
	! printf '%s\n' "${log##*"hwx-test: $1"}" | grep -EA 25 -- "$SPLAT"
}
