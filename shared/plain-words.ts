import { z } from 'zod';
import { messages } from './messages.ts';

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0];

const figure = (value: number | bigint): string => value.toLocaleString('en-GB');
const characters = (count: number | bigint): string => `${figure(count)} ${Number(count) === 1 ? 'character' : 'characters'}`;

const types: Record<string, string> = {
  string: 'Enter text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Enter true or false',
  array: 'Enter a list',
};
const formats: Record<string, string> = {
  email: messages.email_invalid,
  date: messages.day_invalid,
  datetime: 'Enter a date and a time',
  url: 'Enter a web address',
};
const other = 'This value cannot be used';

function tooSmall({ origin, minimum, exact, inclusive }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'string')
    return exact ? `Enter exactly ${characters(minimum)}` : minimum === 1 ? 'Fill this in' : `Enter at least ${characters(minimum)}`;
  if (origin === 'array' || origin === 'set')
    return minimum === 1 ? 'Choose at least one' : `Choose ${exact ? 'exactly' : 'at least'} ${figure(minimum)}`;
  return inclusive ? `Enter ${figure(minimum)} or more` : `Enter more than ${figure(minimum)}`;
}

function tooBig({ origin, maximum, exact, inclusive }: Extract<Issue, { code: 'too_big' }>): string {
  if (origin === 'string') return `Enter ${exact ? 'exactly' : 'at most'} ${characters(maximum)}`;
  if (origin === 'array' || origin === 'set') return `Choose ${exact ? 'exactly' : 'at most'} ${figure(maximum)}`;
  return inclusive ? `Enter ${figure(maximum)} or less` : `Enter less than ${figure(maximum)}`;
}

function oneOf(values: readonly unknown[]): string {
  const names = values.filter((value) => value !== '').map(String);
  return names.length ? `Choose one of these: ${names.join(', ')}` : 'Leave this empty';
}

/** The plain-language error for an invalid value, if its schema has no message. */
function plainly(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'Fill this in' : (types[issue.expected] ?? other);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value':
      return issue.input === undefined ? 'Fill this in' : oneOf(issue.values);
    case 'invalid_format':
      return formats[issue.format] ?? 'This does not have the expected format';
    case 'not_multiple_of':
      return issue.divisor === 1 ? 'Enter a whole number' : `Enter a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `There is no field called ${issue.keys.join(', ')}`;
    case 'invalid_union':
      // In a union the error of the last alternative is used, because the earlier alternatives only accept an empty value.
      return issue.errors.at(-1)?.[0]?.message ?? other;
    default:
      return other;
  }
}

z.config({ customError: plainly });
