import { expect, test } from 'vitest';
import { z } from 'zod';
import '../../shared/plain-words.ts';

const messagesOf = (schema: z.ZodType, value: unknown): string[] => (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message);

test.each<[string, z.ZodType, unknown, string]>([
  ['nothing', z.object({ a: z.string() }), {}, 'Fill this in'],
  ['null', z.string(), null, 'Fill this in'],
  ['nothing of a choice', z.enum(['a', 'b']), undefined, 'Fill this in'],
  ['an empty text', z.string().trim().min(1), '  ', 'Fill this in'],
  ['a short text', z.string().min(3), 'ab', 'Enter at least 3 characters'],
  ['a long text', z.string().max(2000), 'x'.repeat(2001), 'Enter at most 2,000 characters'],
  ['a text of one too many', z.string().max(1), 'xy', 'Enter at most 1 character'],
  ['a text over its length', z.string().length(4), 'abcde', 'Enter exactly 4 characters'],
  ['a text of another length', z.string().length(4), 'xy', 'Enter exactly 4 characters'],
  ['less than none', z.number().min(0), -1, 'Enter 0 or more'],
  ['an id of nothing', z.int().positive(), 0, 'Enter more than 0'],
  ['too many', z.int().max(9999), 10_000, 'Enter 9,999 or less'],
  ['as many as is too many', z.number().lt(5), 5, 'Enter less than 5'],
  ['half an item', z.int(), 1.5, 'Enter a whole number'],
  ['a fraction in an address', z.coerce.number().int(), '1.5', 'Enter a whole number'],
  ['a word for a number', z.coerce.number(), 'x', 'Enter a number'],
  ['a text for a number', z.int(), '2', 'Enter a number'],
  ['a number for a text', z.string(), 2, 'Enter text'],
  ['a word for a flag', z.boolean(), 'maybe', 'Enter true or false'],
  ['one for a list', z.array(z.string()), 'x', 'Enter a list'],
  ['an empty list', z.array(z.string()).min(1), [], 'Choose at least one'],
  ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'Choose at most 1'],
  ['a list of two where three are needed', z.array(z.string()).min(3), ['a', 'b'], 'Choose at least 3'],
  ['a list that is short of its length', z.array(z.string()).length(2), ['a'], 'Choose exactly 2'],
  ['a list that is over its length', z.array(z.string()).length(2), ['a', 'b', 'c'], 'Choose exactly 2'],
  ['a set of none', z.set(z.string()).min(1), new Set(), 'Choose at least one'],
  ['a set of too many', z.set(z.string()).max(1), new Set(['a', 'b']), 'Choose at most 1'],
  ['a value where none is allowed', z.literal(''), 'x', 'Leave this empty'],
  ['part of a whole', z.number().multipleOf(1), 1.5, 'Enter a whole number'],
  ['an unknown choice', z.enum(['m', 'f', '']), 'x', 'Choose one of these: m, f'],
  ['half an address', z.email(), 'ann@', 'Enter a full email address, such as name@company.co.uk'],
  ['no day', z.iso.date(), '1st May', 'Enter a date.'],
  ['no date', z.iso.datetime(), 'noon', 'Enter a date and a time'],
  ['another form', z.uuid(), 'x', 'This does not have the expected format'],
  ['a step between', z.number().multipleOf(5), 7, 'Enter a multiple of 5'],
  ['an unknown field', z.strictObject({}), { a: 1 }, 'There is no field called a'],
  ['two unknown fields', z.strictObject({}), { a: 1, b: 2 }, 'There is no field called a, b'],
  ['none of three kinds', z.union([z.boolean(), z.string(), z.array(z.string())]), 5, 'Enter a list'],
  ['a kind that is not known', z.discriminatedUnion('is', [z.object({ is: z.literal('a') })]), { is: 'b' }, 'This value cannot be used'],
  ['neither nothing nor an address', z.union([z.literal(''), z.email()]), 'ann@', 'Enter a full email address, such as name@company.co.uk'],
  ['neither text nor flag', z.union([z.boolean(), z.string()]), 5, 'Enter text'],
  ['what a rule without words refuses', z.string().refine(() => false), 'x', 'This value cannot be used'],
])('%s is refused in plain words', (_, schema, value, words) => {
  expect(messagesOf(schema, value)).toEqual([words]);
});

test('a schema’s own messages are kept', () => {
  expect(messagesOf(z.string().min(1, 'Enter a name.'), '')).toEqual(['Enter a name.']);
  expect(
    messagesOf(
      z.string().refine(() => false, 'Too easy'),
      'x',
    ),
  ).toEqual(['Too easy']);
});
