/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What every unit test includes: cmocka and its prerequisites.
 */
#ifndef HWX_TEST_H
#define HWX_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "reference.h"

/**
 * rate_named() - a rate that the test knows to be legal
 * @name: its name
 *
 * Return: the rate; the test fails when the name is refused
 */
static inline struct hwx_rate rate_named(const char *name)
{
	struct hwx_rate rate;
	const char *why;

	if (hwx_rate_parse(name, &rate, &why))
		fail_msg("%s: %s", name, why);
	return rate;
}

/**
 * assert_near() - fail unless a value is close to what is expected
 * @what: named in the message
 * @value: found
 * @expected: wanted
 * @tolerance: largest difference
 */
static inline void assert_near(const char *what, double value, double expected,
			       double tolerance)
{
	double difference = value - expected;

	if (!(difference <= tolerance && -difference <= tolerance))
		fail_msg("%s is %g, expected %g +- %g", what, value, expected,
			 tolerance);
}

#endif
