import { expect, test } from 'vitest';
import { z } from 'zod';
import '../../shared/plain-words.ts';

const messagesOf = (schema: z.ZodType, value: unknown): string[] => (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message);

test.each<[string, z.ZodType, unknown, string]>([
  ['a missing field', z.object({ a: z.string() }), {}, 'Fill this in'],
  ['null', z.string(), null, 'Fill this in'],
  ['a missing choice', z.enum(['a', 'b']), undefined, 'Fill this in'],
  ['an empty text', z.string().trim().min(1), '  ', 'Fill this in'],
  ['a short text', z.string().min(3), 'ab', 'Enter at least 3 characters'],
  ['a long text', z.string().max(2000), 'x'.repeat(2001), 'Enter at most 2,000 characters'],
  ['a text with one character too many', z.string().max(1), 'xy', 'Enter at most 1 character'],
  ['a text longer than its fixed length', z.string().length(4), 'abcde', 'Enter exactly 4 characters'],
  ['a text shorter than its fixed length', z.string().length(4), 'xy', 'Enter exactly 4 characters'],
  ['a negative number', z.number().min(0), -1, 'Enter 0 or more'],
  ['the id 0', z.int().positive(), 0, 'Enter more than 0'],
  ['a number over the maximum', z.int().max(9999), 10_000, 'Enter 9,999 or less'],
  ['a number equal to an exclusive limit', z.number().lt(5), 5, 'Enter less than 5'],
  ['half an item', z.int(), 1.5, 'Enter a whole number'],
  ['a fraction in a URL', z.coerce.number().int(), '1.5', 'Enter a whole number'],
  ['a word instead of a number', z.coerce.number(), 'x', 'Enter a number'],
  ['a text instead of a number', z.int(), '2', 'Enter a number'],
  ['a number instead of a text', z.string(), 2, 'Enter text'],
  ['a word instead of a flag', z.boolean(), 'maybe', 'Enter true or false'],
  ['a text instead of a list', z.array(z.string()), 'x', 'Enter a list'],
  ['an empty list', z.array(z.string()).min(1), [], 'Choose at least one'],
  ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'Choose at most 1'],
  ['a list of two if three are needed', z.array(z.string()).min(3), ['a', 'b'], 'Choose at least 3'],
  ['a list shorter than its fixed length', z.array(z.string()).length(2), ['a'], 'Choose exactly 2'],
  ['a list longer than its fixed length', z.array(z.string()).length(2), ['a', 'b', 'c'], 'Choose exactly 2'],
  ['an empty set', z.set(z.string()).min(1), new Set(), 'Choose at least one'],
  ['a set with one value too many', z.set(z.string()).max(1), new Set(['a', 'b']), 'Choose at most 1'],
  ['a value if none is allowed', z.literal(''), 'x', 'Leave this empty'],
  ['a number that is not a multiple of 1', z.number().multipleOf(1), 1.5, 'Enter a whole number'],
  ['an unknown choice', z.enum(['m', 'f', '']), 'x', 'Choose one of these: m, f'],
  ['half an email address', z.email(), 'ann@', 'Enter a full email address, such as name@company.co.uk'],
  ['a text that is not a date', z.iso.date(), '1st May', 'Enter a date.'],
  ['a text that is not a date and time', z.iso.datetime(), 'noon', 'Enter a date and a time'],
  ['a text of another format', z.uuid(), 'x', 'This does not have the expected format'],
  ['a number between two steps', z.number().multipleOf(5), 7, 'Enter a multiple of 5'],
  ['an unknown field', z.strictObject({}), { a: 1 }, 'There is no field called a'],
  ['two unknown fields', z.strictObject({}), { a: 1, b: 2 }, 'There is no field called a, b'],
  ['a value of none of three types', z.union([z.boolean(), z.string(), z.array(z.string())]), 5, 'Enter a list'],
  ['an unknown kind', z.discriminatedUnion('is', [z.object({ is: z.literal('a') })]), { is: 'b' }, 'This value cannot be used'],
  ['a text that is no email address', z.union([z.literal(''), z.email()]), 'ann@', 'Enter a full email address, such as name@company.co.uk'],
  ['a value that is neither a text nor a flag', z.union([z.boolean(), z.string()]), 5, 'Enter text'],
  ['a value that a rule without a message refuses', z.string().refine(() => false), 'x', 'This value cannot be used'],
])('%s is refused in plain words', (_, schema, value, words) => {
  expect(messagesOf(schema, value)).toEqual([words]);
});

test('a message that a schema defines itself is not replaced', () => {
  expect(messagesOf(z.string().min(1, 'Enter a name.'), '')).toEqual(['Enter a name.']);
  expect(
    messagesOf(
      z.string().refine(() => false, 'Too easy'),
      'x',
    ),
  ).toEqual(['Too easy']);
});
