import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { penceTyped, poundsText } from '../../shared/money.ts';
import type { Line, Offer, Order, Style } from './client.ts';
import type { PersonChoice } from './person-choice.tsx';

export type Wearer = Parameters<typeof PersonChoice>[0]['person'] & { id: number };

/** The value of an option without a size begins with this; the colour follows. */
const UNSIZED = 'unsized:';
const unsizedValue = (colour: string | null): string => `${UNSIZED}${colour ?? ''}`;

/** The only SKU of a product without sizes: its id is that of the product. Null if the product has sizes. */
export const onlyChild = ({ id, children }: Style): Style['children'][number] | null =>
  children.length === 1 && children[0]?.id === id ? children[0] : null;

/** The colour of an option without a size, null for any colour; undefined for an option with a size. */
export const unsizedColour = (value: string): string | null | undefined =>
  value.startsWith(UNSIZED) ? value.slice(UNSIZED.length) || null : undefined;

/** The style of a line among the products of its wearer. */
export const styleOf = (line: Pick<Line, 'product' | 'product_id'>, offer: Offer | undefined): Style | undefined =>
  offer?.items.find(
    ({ id, children }) => id === (line.product.parent?.id ?? line.product.id) || children.some((child) => child.id === line.product_id),
  );

/** A new line that a person has begun in the row of new lines, with its fields as they are typed. */
export interface LineDraft {
  wearer: { id: number; name: string; employee_number: string | null };
  style: Style | null;
  product_id: number | undefined;
  quantity: string;
  price: string;
  decoration: string;
}

/** The initial values of a line's dialog: those of the stored line, of a line that was begun elsewhere, or of an empty one. */
export const lineValues = ({ employees }: Pick<Order, 'employees'>, line: Line | undefined, draft?: LineDraft) => ({
  employee_id: (line
    ? { ...line.employee, employee_number: null, sites: [] }
    : draft
      ? { ...draft.wearer, sites: [] }
      : employees.length === 1 && employees[0]
        ? { ...employees[0], sites: [] }
        : null) as Wearer | null,
  product_id: (draft?.style ?? null) as Style | null,
  size: draft?.product_id
    ? String(draft.product_id)
    : line
      ? line.is_size_selected
        ? String(line.product_id)
        : unsizedValue(line.variation_colour)
      : '',
  quantity: draft?.quantity ?? String(line?.qty_requested ?? 1),
  unit_price: draft?.price ?? (line?.is_manually_priced ? poundsText(line.unit_price) : ''),
  budget: '',
  decoration: draft?.decoration ?? '',
  notes: '',
});
type LineValues = ReturnType<typeof lineValues>;

/** Reads the fields of a line. If no size is chosen, the product is the style, in one colour or in any. An invalid price is returned as undefined. */
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

/** Says what is missing before a line can be saved; null if nothing is. */
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

/** The fields in which the choice differs from the stored line. */
export const changedFields = ({ employee_id, product_id, isUnsized, variation_colour, quantity, unit_price }: Choice, before: Line) => ({
  ...(employee_id !== before.employee.id && { employee_id }),
  ...(product_id !== before.product_id && { product_id }),
  ...(isUnsized && (product_id !== before.product_id || variation_colour !== before.variation_colour) && { variation_colour }),
  ...(quantity !== before.qty_requested && { qty_requested: quantity }),
  ...((unit_price === null ? before.is_manually_priced : unit_price !== before.unit_price) && { unit_price }),
});

/** The price of a product in the wearer's sets, in pence. A line without a size costs as much as the most expensive size in its colour. */
export function priceInSet({ children, price_from }: Style, { product_id, isUnsized, variation_colour }: Choice) {
  const inColour = children.filter(({ attributes }) => variation_colour === null || attributes.variation_colour === variation_colour);
  const child = children.find(({ id }) => id === product_id);
  return child?.price ?? (isUnsized && inColour.length ? Math.max(...inColour.map(({ price }) => price)) : price_from);
}

/** The options of a line's size: each size with its free stock. For an unknown size there is an option per colour and one without a colour. */
export const sizeOptions = ({ children, colours }: Style): { value: string; label: string }[] => [
  ...children.map(({ id, sku, attributes, qty_free }) => ({
    value: String(id),
    label: `${[sizeOf(attributes), attributes.variation_colour].filter(Boolean).join(', ') || sku} · ${(qty_free ?? 0) > 0 ? `${qty_free} free` : 'none free'}`,
  })),
  ...colours.map(({ name }) => ({ value: unsizedValue(name), label: `No size yet, ${name}` })),
  { value: unsizedValue(null), label: colours.length ? 'No size or colour yet' : 'No size yet' },
];
