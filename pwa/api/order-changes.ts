import type { hc, InferResponseType } from 'hono/client';
import type { OrderRoutes } from '../../server/ordering/routes.ts';
import { addressLines } from '../../shared/address-lines.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import type { OfficeLine, OfficeOrder } from '../../shared/ordering/order-input.ts';
import { eachReference, orderReferences } from '../../shared/ordering/order-references.ts';
import { formatMoney } from '../ui/money.tsx';
import { nowIs } from '../ui/now-is.ts';

/** An order with its lines and wearers. */
export type Order = InferResponseType<ReturnType<typeof hc<OrderRoutes>>[':uuid']['$get'], 200>;
type Line = Order['lines'][number];

/** The changed fields of an order's head. */
export type HeadFields = Omit<OfficeOrder, 'version' | 'force_over_budget_order' | 'force_over_allowance'>;
/** The changed fields of a line. */
export type LineFields = Omit<OfficeLine, 'version' | 'force_over_budget_order' | 'force_over_allowance'>;

/** An order's head in the format in which the API takes changes. */
export const headOf = (order: Order): HeadFields => ({
  requester_id: order.requester.id ?? undefined,
  delivery_site_id: order.delivery_site?.id,
  delivery_address: order.delivery_address ?? undefined,
  contact_name: order.contact_name,
  contact_email: order.contact_email,
  contact_phone: order.contact_phone,
  ...eachReference((name) => order[name]),
  customer_notes: order.customer_notes,
  is_sample: order.is_sample,
  skip_dispatch: order.skip_dispatch,
  skip_invoicing: order.skip_invoicing,
  required_on: order.required_on,
});

const yesNo = (value: boolean): string => (value ? 'on' : 'off');

const headWords: Record<keyof HeadFields, (order: Order) => [label: string, value: string]> = {
  requester_id: (order) => ['Requester', order.requester.name],
  delivery_site_id: (order) => ['Site', order.delivery_site?.name ?? ''],
  delivery_address: (order) => ['Delivery address', order.delivery_address ? addressLines(order.delivery_address).join(', ') : ''],
  contact_name: (order) => ['Contact name', order.contact_name ?? ''],
  contact_email: (order) => ['Contact email', order.contact_email ?? ''],
  contact_phone: (order) => ['Contact phone', order.contact_phone ?? ''],
  ...eachReference((name): ((order: Order) => [string, string]) => (order) => [orderReferences[name].label, order[name] ?? '']),
  customer_notes: (order) => ['Customer notes', order.customer_notes ?? ''],
  customer_comments: (order) => ['Comments', order.customer_comments ?? ''],
  is_sample: (order) => ['Sample', yesNo(order.is_sample)],
  skip_dispatch: (order) => ['Skip dispatch', yesNo(order.skip_dispatch)],
  skip_invoicing: (order) => ['Skip invoicing', yesNo(order.skip_invoicing)],
  required_on: (order) => ['Required by', order.required_on ?? ''],
};

/** The fields of a line in the format in which the API takes changes. */
export const lineFieldsOf = (line: Line): LineFields => ({
  product_id: line.product_id,
  variation_colour: line.variation_colour,
  employee_id: line.employee.id,
  notes: line.notes,
  qty_requested: line.qty_requested,
  budget: line.budget_employee_role_id,
  decoration: line.decoration,
  unit_price: line.unit_price,
});

/** The product of a line as text: "Softshell Jacket, Navy, L". */
const productOf = ({ product_name, product, is_size_selected }: Line): string =>
  [product_name, product.attributes.variation_colour, is_size_selected ? sizeOf(product.attributes) : 'no size'].filter(Boolean).join(', ');

const lineLabels: Record<keyof LineFields, (line: Line) => [label: string, value: string]> = {
  product_id: (line) => ['Product', productOf(line)],
  is_size_selected: (line) => ['Size', line.is_size_selected ? 'chosen' : 'missing'],
  variation_colour: (line) => ['Colour', line.product.attributes.variation_colour ?? ''],
  employee_id: (line) => ['Employee', line.employee.name],
  notes: (line) => ['Notes', line.notes ?? ''],
  qty_requested: (line) => ['Quantity', String(line.qty_requested)],
  budget: (line) => ['Budget', line.employee_role?.name ?? ''],
  decoration: (line) => ['Decoration', line.decoration ?? ''],
  unit_price: (line) => ['Price', line.unit_price === null ? '' : formatMoney(line.unit_price)],
};

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) !== JSON.stringify(other ?? null);

/** Whether somebody else changed any of the fields that `fields` has: whether their values differ between `before` and `now`. */
export const touches = <Fields extends object>(fields: Fields, before: Fields, now: Fields): boolean =>
  Object.keys(fields).some((name) => differ(before[name as keyof Fields], now[name as keyof Fields]));

const sentences = <Thing, Fields extends object>(
  words: Record<keyof Fields, (thing: Thing) => [string, string]>,
  fieldsOf: (thing: Thing) => Fields,
  before: Thing,
  now: Thing,
): string[] =>
  (Object.keys(words) as (keyof Fields)[])
    .filter((name) => differ(fieldsOf(before)[name], fieldsOf(now)[name]))
    .map((name) => nowIs(words[name](now)));

/** What somebody else changed on an order's head, a sentence for each field. */
export const headChanges = (before: Order, now: Order): string[] => sentences(headWords, headOf, before, now);

/** What somebody else changed on a line, a sentence for each field. */
export const lineChanges = (before: Line, now: Line): string[] => sentences(lineLabels, lineFieldsOf, before, now);

const lineFor = (line: Line): string => `${productOf(line)} for ${line.employee.name}`;

/** What somebody else changed on an order, a sentence for each change: first the wearers, then the lines, then the head. */
export function orderChanges(before: Order, now: Order): string[] {
  const wearersOf = ({ employees }: Order) => new Map(employees.map(({ id, name }) => [id, name]));
  const linesOf = ({ lines }: Order) => new Map(lines.map((line) => [line.id, line]));
  const [wearers, wearersNow, lines, linesNow] = [wearersOf(before), wearersOf(now), linesOf(before), linesOf(now)];
  const changes: string[] = [];
  for (const [id, name] of wearersNow) if (!wearers.has(id)) changes.push(`${name} is on the order now.`);
  for (const [id, name] of wearers) if (!wearersNow.has(id)) changes.push(`${name} is not on the order any more.`);
  for (const [id, line] of linesNow) {
    const was = lines.get(id);
    if (!was) changes.push(`New: ${line.qty_requested} × ${lineFor(line)}.`);
    else changes.push(...lineChanges(was, line).map((change) => `${lineFor(was)}: ${change}`));
  }
  for (const [id, line] of lines) if (!linesNow.has(id)) changes.push(`Taken off: ${line.qty_requested} × ${lineFor(line)}.`);
  return [...changes, ...headChanges(before, now)];
}
