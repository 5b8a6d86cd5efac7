import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { holdsText } from '../../shared/folded.ts';
import { readPastedSkus } from '../../shared/ordering/pasted-skus.ts';
import type { Offer, Style } from './client.ts';

type Child = Style['children'][number];

/** A SKU that a wearer may have, or a whole style, of which several sizes are added at once. */
export interface SkuChoice {
  style: Style;
  child: Child | null;
}

/** How many choices a search lists. */
const MAX_CHOICES = 50;

/** The size and colour of a SKU as text. */
export const childWords = ({ attributes }: Child): string => [sizeOf(attributes), attributes.variation_colour].filter(Boolean).join(', ');

/** The free stock of a SKU as text. */
export const freeWords = ({ qty_free }: Pick<Child, 'qty_free'>): string => (qty_free ? `${qty_free} free` : 'none free');

export const choiceText = ({ style, child }: SkuChoice): string => (child ? [style.name, childWords(child)].filter(Boolean).join(', ') : style.name);

export const choiceKey = ({ style, child }: SkuChoice): string => (child ? `sku ${child.id}` : `style ${style.id}`);

/**
 * The SKUs that match each word of a text. If several SKUs of a style match, the style itself follows the first of them: Enter takes the best match, and
 * the choice of several sizes is in view, however many sizes there are.
 */
export function findSkuChoices(offer: Offer, text: string): SkuChoice[] {
  const words = text.split(/\s+/).filter(Boolean);
  const choices = offer.items.flatMap((style): SkuChoice[] => {
    const matches = style.children.filter((child) =>
      words.every((word) => holdsText(`${style.name} ${style.sku} ${child.sku} ${childWords(child)}`, word)),
    );
    const [first, ...others] = matches.map((child) => ({ style, child }));
    if (!first) return [];
    return others.length > 0 ? [first, { style, child: null }, ...others] : [first];
  });
  return choices.slice(0, MAX_CHOICES);
}

/** The decoration that a new line of a style has unless the person types another: the first of the clothing set. */
export const usualDecoration = ({ decorations_for_employee }: Pick<Style, 'decorations_for_employee'>): string => decorations_for_employee[0] ?? '';

/** A line of a pasted list: the SKU to add, or why it cannot be added. */
export interface PastedLine {
  sku: string;
  choice: SkuChoice | null;
  quantity: number;
  fault: string | null;
}

/** Looks up the SKUs of a pasted list among the products of a wearer. */
export function readPastedLines(text: string, offer: Offer, wearer: string): PastedLine[] {
  const bySku = new Map(offer.items.flatMap((style) => style.children.map((child) => [child.sku.toUpperCase(), { style, child }] as const)));
  return readPastedSkus(text).map(({ sku, quantity, fault }) => {
    const choice = bySku.get(sku.toUpperCase()) ?? null;
    if (fault !== null) return { sku, choice: null, quantity: 0, fault };
    return { sku, choice, quantity, fault: choice ? null : `Not in ${wearer}’s clothing sets.` };
  });
}

/** The input of new lines of a wearer, each with the usual decoration of its style. */
export const newLinesOf = (lines: readonly { choice: SkuChoice; quantity: number }[]) =>
  lines.flatMap(({ choice: { style, child }, quantity }) => (child ? [{ product_id: child.id, quantity, decoration: usualDecoration(style) }] : []));
