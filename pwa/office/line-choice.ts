import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { penceTyped, poundsText } from '../../shared/money.ts';
import type { Line, Order, Style } from './client.ts';
import type { PersonChoice } from './person-choice.tsx';

export type Wearer = Parameters<typeof PersonChoice>[0]['person'] & { id: number };

/** The value of the choice without a size; its colour follows. */
const UNSIZED = 'unsized:';
const unsizedValue = (colour: string | null): string => `${UNSIZED}${colour ?? ''}`;

/** The only size of a product that has no others. */
export const onlyChild = ({ id, children }: Style): Style['children'][number] | null =>
  children.length === 1 && children[0]?.id === id ? children[0] : null;

/** What the dialog of a line begins with: the line as it is, or an empty one. */
export const lineValues = ({ employees }: Pick<Order, 'employees'>, line: Line | undefined) => ({
  employee_id: (line
    ? { ...line.employee, employee_number: null, sites: [] }
    : employees.length === 1 && employees[0]
      ? { ...employees[0], sites: [] }
      : null) as Wearer | null,
  product_id: null as Style | null,
  size: line ? (line.is_size_selected ? String(line.product_id) : unsizedValue(line.variation_colour)) : '',
  quantity: String(line?.qty_requested ?? 1),
  unit_price: line?.is_manually_priced ? poundsText(line.unit_price) : '',
  budget: '',
  decoration: '',
  notes: '',
});
type LineValues = ReturnType<typeof lineValues>;

/** What is chosen and typed for a line. Without a size the product is the style itself, in one colour or in any; an unreadable price is undefined. */
export function readChoice({ employee_id, size, quantity, unit_price }: LineValues, style: Style | null, line: Line | undefined) {
  const isUnsized = size.startsWith(UNSIZED);
  return {
    employee_id: employee_id?.id,
    product_id: isUnsized ? (style?.id ?? line?.product_id ?? null) : size ? Number(size) : null,
    isUnsized,
    variation_colour: isUnsized ? size.slice(UNSIZED.length) || null : null,
    quantity: Number(quantity),
    unit_price: penceTyped(unit_price),
  };
}
type Choice = ReturnType<typeof readChoice>;

/** What is still missing before a line can be saved; null where nothing is. */
export function missingText({ employee_id, product_id, quantity, unit_price }: Choice): string | null {
  if (employee_id === undefined) return 'Choose an employee first.';
  if (product_id === null) return 'Choose a product and its size.';
  if (!(quantity >= 1)) return 'Say how many.';
  return unit_price === undefined ? 'The price is not readable.' : null;
}

/** The fields of a new line. */
export const newLineFields = (
  { isUnsized, variation_colour, ...chosen }: Choice,
  { budget, decoration, notes }: Pick<LineValues, 'budget' | 'decoration' | 'notes'>,
) => ({ ...chosen, decoration, notes, ...(isUnsized && { variation_colour }), ...(budget && { budget: Number(budget) }) });

/** The fields of a line that differ from the line before. */
export const changedFields = ({ employee_id, product_id, isUnsized, variation_colour, quantity, unit_price }: Choice, before: Line) => ({
  ...(employee_id !== before.employee.id && { employee_id }),
  ...(product_id !== before.product_id && { product_id }),
  ...(isUnsized && (product_id !== before.product_id || variation_colour !== before.variation_colour) && { variation_colour }),
  ...(quantity !== before.qty_requested && { qty_requested: quantity }),
  ...((unit_price === null ? before.is_manually_priced : unit_price !== before.unit_price) && { unit_price }),
});

/** The price of a product in the wearer's sets, in pence. Without a size it costs as much as the dearest size in its colour. */
export function priceInSet({ children, price_from }: Style, { product_id, isUnsized, variation_colour }: Choice) {
  const inColour = children.filter(({ attributes }) => variation_colour === null || attributes.variation_colour === variation_colour);
  const child = children.find(({ id }) => id === product_id);
  return child?.price ?? (isUnsized && inColour.length ? Math.max(...inColour.map(({ price }) => price)) : price_from);
}

/** The sizes of a product with their free stock, and what it may be ordered as while its size is not known. */
export const sizeOptions = ({ children, colours }: Style): { value: string; label: string }[] => [
  ...children.map(({ id, sku, attributes, qty_free }) => ({
    value: String(id),
    label: `${[sizeOf(attributes), attributes.variation_colour].filter(Boolean).join(', ') || sku} · ${qty_free > 0 ? `${qty_free} free` : 'none free'}`,
  })),
  ...colours.map(({ name }) => ({ value: unsizedValue(name), label: `No size yet, ${name}` })),
  { value: unsizedValue(null), label: colours.length ? 'No size or colour yet' : 'No size yet' },
];
