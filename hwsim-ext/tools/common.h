/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tools share: sentences, numbers, text and JSON.
 */
#ifndef TOOLS_COMMON_H
#define TOOLS_COMMON_H

#include "core/types.h"

#define __printf(fmt, args) __attribute__((format(printf, fmt, args)))

#define EXIT_OK 0
#define EXIT_FAILED 1
#define EXIT_MISUSE 2

/* the name of the tool, stands before its sentences */
extern const char program[];

/* --- why.c: sentences and numbers ------------------------------------- */

/**
 * struct why - one sentence that says what is wrong
 * @text: NUL-terminated, without prefix and newline
 */
struct why {
	char text[1024];
};

/**
 * why_set() - write the sentence
 * @why: filled, cut at the end of its buffer
 * @fmt: printf format
 *
 * Return: -EINVAL, so that a parser can return it
 */
int why_set(struct why *why, const char *fmt, ...) __printf(2, 3);

/**
 * why_add() - go on with the sentence
 * @why: appended to
 * @fmt: printf format
 */
void why_add(struct why *why, const char *fmt, ...) __printf(2, 3);

/**
 * struct quoted - a word of the user, fit to be printed
 * @text: in double quotes, control characters as '?', cut with "..."
 */
struct quoted {
	char text[72];
};

/**
 * quote() - make a word of the user fit to be printed
 * @word: any bytes, NUL-terminated
 *
 * Return: the word in quotes
 */
struct quoted quote(const char *word);

/**
 * misuse() - print "PROGRAM: SENTENCE" to stderr
 * @fmt: printf format
 *
 * Return: EXIT_MISUSE
 */
int misuse(const char *fmt, ...) __printf(1, 2);

/**
 * failed() - print "PROGRAM: SENTENCE" to stderr
 * @fmt: printf format
 *
 * Return: EXIT_FAILED
 */
int failed(const char *fmt, ...) __printf(1, 2);

/**
 * read_number() - read a decimal number
 * @text: digits only
 * @lo: smallest value accepted
 * @hi: largest value accepted
 * @value: filled on success only
 *
 * Return: 0 or -EINVAL
 */
int read_number(const char *text, u64 lo, u64 hi, u64 *value);

/* --- print.c: text and JSON from one call ------------------------------ */

/*
 * JSON is one line.  Text is "KEY VALUE" words: an object of a list starts at
 * the margin, out_break() starts an indented line, long lines are wrapped.
 * Everything is kept in memory until out_end(), so that a request that fails
 * half way prints nothing.
 */

/**
 * out_begin() - start an output
 * @json: JSON, else text
 */
void out_begin(bool json);

/** out_whole_lines() - the text form wraps no lines, until the next begin */
void out_whole_lines(void);

/** out_restart() - forget what was printed since out_begin() */
void out_restart(void);

/**
 * out_end() - write the output to stdout
 *
 * Return: EXIT_OK or EXIT_FAILED; main() prints the sentence
 */
int out_end(void);

/** out_open_list() - start the list that is the whole output */
void out_open_list(void);

/** out_close_list() - end the list */
void out_close_list(void);

/**
 * out_open() - start an object
 * @key: its name in the object around it, NULL for a member of a list
 */
void out_open(const char *key);

/** out_close() - end an object */
void out_close(void);

/**
 * out_open_array() - start a list in an object; its members say who they are
 * @key: its name
 */
void out_open_array(const char *key);

/** out_open_member() - start an object in that list, in text a line */
void out_open_member(void);

/** out_close_array() - end that list */
void out_close_array(void);

/** out_break() - go on in a new line of the text form */
void out_break(void);

/**
 * out_u64() - print a number
 * @key: name
 * @value: number
 */
void out_u64(const char *key, u64 value);

/**
 * out_bool() - print a switch: true or false, on or off in text
 * @key: name
 * @value: the switch
 */
void out_bool(const char *key, bool value);

/**
 * out_text() - print a word
 * @key: name
 * @value: the word
 */
void out_text(const char *key, const char *value);

/**
 * out_answer() - as out_text(), the text form is a line with the word alone
 * @key: name
 * @value: the word
 */
void out_answer(const char *key, const char *value);

/**
 * out_json_u64() - as out_u64(), nothing in the text form
 * @key: name
 * @value: number
 */
void out_json_u64(const char *key, u64 value);

/**
 * out_hist() - print a histogram: all bins, in text those that are not empty
 * @key: name
 * @counts: one number per bin
 * @bins: how many
 * @log2: bin 0 holds zeros, bin i holds 2^(i-1)..2^i-1; else bin i holds i
 */
void out_hist(const char *key, const u64 *counts, size_t bins, bool log2);

#endif
