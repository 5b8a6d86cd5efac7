import { pounds } from '../../shared/money.ts';

/** A field of a change: what it was and what it became, as words. */
export interface ChangedField {
  name: string;
  before: string;
  after: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that are stored in pence. */
const inPence = new Set(['sub_total', 'vat', 'total', 'unit_price', 'price', 'cost', 'budget_value', 'total_spent']);

/** `pick_id` as people read it: "pick". */
const nameWords = (name: string): string => name.replace(/_ids?$/, '').replaceAll('_', ' ');

const fieldWords = (name: string, value: unknown): string => (inPence.has(name) && typeof value === 'number' ? pounds(value) : words(value));

const words = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(words).join('; ');
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, part]) => `${nameWords(name)} ${fieldWords(name, part) || 'none'}`)
      .join(', ');
  return String(value);
};

const numbered = (value: unknown): unknown => (Array.isArray(value) ? Object.fromEntries(value.map((part, place) => [place + 1, part])) : value);

/** What differs between the two sides of a change, field by field; the parts of a list have their numbers for names. */
export function changedFields(from: unknown, to: unknown): ChangedField[] {
  const before = numbered(from);
  const after = numbered(to);
  if (!isRecord(before) && !isRecord(after)) {
    return before === null && after === null ? [] : [{ name: '', before: words(before), after: words(after) }];
  }
  const was = isRecord(before) ? before : {};
  const is = isRecord(after) ? after : {};
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((name) => ({ name: nameWords(name), before: fieldWords(name, was[name]), after: fieldWords(name, is[name]) }))
    .filter((field) => field.before !== field.after);
}

/** A change in one line: "qty allocated 1 → 3". */
export const changeInShort = (fields: readonly ChangedField[]): string =>
  fields.map(({ name, before, after }) => `${name} ${before ? `${before} → ` : ''}${after || 'none'}`.trim().slice(0, 120)).join(', ');
