import { pounds, poundsOfTenths } from '../money.ts';
import { roleLabels } from '../roles.ts';
import { formatDate } from '../uk-time.ts';
import { kindOfField, type Names } from './id-fields.ts';

/** A field of a change: its value before and after, as text. */
export interface ChangedField {
  name: string;
  before: string;
  after: string;
  /** True if the audit row records the value before the change but not the value after the change. */
  isBeforeOnly: boolean;
}

/** Fields that are not shown, because they only describe the row itself. */
const unnamed = new Set(['id', 'version', 'created_at', 'updated_at']);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** Fields that are stored in pence. */
const inPence = new Set(['sub_total', 'vat', 'total', 'unit_price', 'price', 'cost', 'budget_value', 'total_spent']);

/** Fields that are stored in tenths of a penny. */
const inTenths = new Set(['supplier_price_tenths', 'unit_price_tenths']);

/** Labels of fields whose stored names mean nothing to people. */
const fieldNames: Readonly<Record<string, string>> = {
  is_frozen: 'on hold',
  frozen_reason: 'reason for the hold',
  address_line_1: 'address',
  address_line_2: 'address line 2',
  address_line_3: 'county',
  address_line_4: 'town',
  address_line_5: 'address, fifth line',
};

/** `pick_id` as a label: "pick". */
const nameWords = (name: string): string =>
  fieldNames[name] ??
  name
    .replace(/^is_/, '')
    .replace(/_ids?$/, '')
    .replace(/_tenths$/, '')
    .replaceAll('_', ' ');

/** The fields of an audit row that the comparison needs. */
export interface Change {
  on: { type: string };
  before: unknown;
  after: unknown;
  names: Names;
}
type ChangeNames = Pick<Change, 'on' | 'names'>;

function fieldWords(name: string, value: unknown, change: ChangeNames): string {
  if (inPence.has(name) && typeof value === 'number') return pounds(value);
  if (inTenths.has(name) && typeof value === 'number') return poundsOfTenths(value);
  if (name === 'role' && typeof value === 'string' && Object.hasOwn(roleLabels, value)) return roleLabels[value as keyof typeof roleLabels];
  if (change.on.type === 'order_mail' && name === 'email' && typeof value === 'string') return value.replaceAll('_', ' ');
  const kind = kindOfField(change.on.type, name);
  if (!kind) return words(value, change);
  /** The name of a record; its id if the record has been deleted and has no name. */
  const nameOf = (id: unknown): string => (typeof id === 'number' && change.names[kind]?.[id]) || words(id, change);
  return Array.isArray(value) ? value.map(nameOf).join('; ') : nameOf(value);
}

function words(value: unknown, change: ChangeNames): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return CALENDAR_DATE.test(value) ? formatDate(value) : TIME.test(value) ? formatDate(value, 'moment') : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((part) => words(part, change)).join('; ');
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, part]) => `${nameWords(name)} ${fieldWords(name, part, change) || 'none'}`)
      .join(', ');
  return String(value);
}

const numbered = (value: unknown): unknown => (Array.isArray(value) ? Object.fromEntries(value.map((part, place) => [place + 1, part])) : value);

/** The fields whose values differ before and after a change. If a value is a list, its entries are named by position. */
export function changedFields(change: Change): ChangedField[] {
  const before = numbered(change.before);
  const after = numbered(change.after);
  const was = isRecord(before) ? before : {};
  const is = isRecord(after) ? after : {};
  const isParts = Array.isArray(change.before) || Array.isArray(change.after);
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => !unnamed.has(name) && !(change.on.type === 'order_line' && name === 'order_id'))
    .map((name) => ({
      name: nameWords(name),
      before: fieldWords(name, was[name], change),
      after: fieldWords(name, is[name], change),
      isBeforeOnly: !isParts && !(name in is),
    }))
    .filter((field) => field.before !== field.after);
}

const fieldInShort = ({ name, before, after, isBeforeOnly }: ChangedField): string =>
  isBeforeOnly ? `${name} was ${before}` : `${name} ${before ? `${before} → ` : ''}${after || 'none'}`;

/** A change in one line: "qty allocated 1 → 3". */
export const changeInShort = (fields: readonly ChangedField[]): string => fields.map((field) => fieldInShort(field).slice(0, 120)).join(', ');
