import { type Sized, sizeOf } from '../catalogue/size-of.ts';
import { groupBy } from '../group-by.ts';
import { limits } from '../limits.ts';
import { articleOnFile, type SizeOnFile } from '../sizes/size-on-file.ts';
import { isDecorationOffered, splitDecoration } from './decoration.ts';

/** A product that was ordered for somebody, without its size. */
export interface OrderedItem {
  style_id: number;
  product_name: string;
  /** Null for a style without colours, or a style that was ordered without a colour. */
  variation_colour: string | null;
  decoration: string | null;
  /** Whether the instruction after the decoration applies to the person as well, such as a name that is stitched. */
  keeps_instruction: boolean;
  quantity: number;
}

/** An item of one order of one person. */
export interface PeerItem extends OrderedItem {
  employee_id: number;
  order_id: number;
}

/** A style that a person may have now: the articles of their sets, and the decorations that are offered with them. */
export interface OfferedStyle {
  style_id: number;
  name: string;
  articles: readonly { id: number; attributes: Sized & { variation_colour: string | null } }[];
  decorations: readonly string[];
}

/** The style and the colour that succeed a discontinued product. */
export interface Successor {
  style_id: number;
  variation_colour: string | null;
}

/** A line that can be put on an order. */
export interface UsualLine {
  style_id: number;
  /** The SKU in the person's size, or the style while the size is not known. */
  product_id: number;
  is_size_selected: boolean;
  name: string;
  variation_colour: string | null;
  size: string | null;
  quantity: number;
  /** Null if the product is not decorated, or if the decoration has to be asked for. */
  decoration: string | null;
  /** The decorations to choose from; empty if the product is not decorated. */
  decorations: readonly string[];
  /** The name of the discontinued product in whose place the line is; null otherwise. */
  succeeds: string | null;
}

/** Whether somebody has to choose the decoration of a line before it can be ordered. */
export const lacksDecoration = ({ decoration, decorations }: Pick<UsualLine, 'decoration' | 'decorations'>): boolean =>
  decorations.length > 0 && decoration === null;

/** Equal products of one order as one item with the sum of their quantities, in the order of the first of each. */
export function mergeItems<Item extends OrderedItem>(items: readonly Item[]): Item[] {
  const alike = groupBy(items, ({ style_id, variation_colour, decoration }) => JSON.stringify([style_id, variation_colour, decoration]));
  return [...alike.values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            ...first,
            quantity: Math.min(
              limits.line_quantity,
              others.reduce((sum, { quantity }) => sum + quantity, first.quantity),
            ),
          },
        ]
      : [],
  );
}

/** The most frequent value; of equally frequent values the first; undefined without values. */
function mostFrequent<Value>(values: readonly Value[]): Value | undefined {
  const [first, ...others] = [...groupBy(values, (value) => value).values()];
  return first && others.reduce((most, same) => (same.length > most.length ? same : most), first)[0];
}

/** The items of each person's latest order. `items` has the newest order first. */
function latestItems(items: readonly PeerItem[]): PeerItem[][] {
  return [...groupBy(items, ({ employee_id }) => employee_id).values()].map((own) =>
    mergeItems(own.filter(({ order_id }) => order_id === own[0]?.order_id)),
  );
}

/** One item for several people's items of a style: in the most frequent colour, then in its most frequent decoration and quantity. */
function frequentItem(items: readonly PeerItem[]): OrderedItem[] {
  const colour = mostFrequent(items.map(({ variation_colour }) => variation_colour));
  const inColour = items.filter(({ variation_colour }) => variation_colour === colour);
  const decoration = mostFrequent(inColour.map((item) => item.decoration));
  const decorated = inColour.filter((item) => item.decoration === decoration);
  const [first] = decorated;
  if (!first) return [];
  const { style_id, product_name, variation_colour } = first;
  const quantity = mostFrequent(decorated.map((item) => item.quantity)) ?? first.quantity;
  return [{ style_id, product_name, variation_colour, decoration: first.decoration, keeps_instruction: false, quantity }];
}

/**
 * The items that people in a role usually have: the styles that at least half of them had in their latest order, the most frequent first, each in the
 * most frequent colour, decoration and quantity. If no style is that frequent, the items of the newest order. `items` has the newest order first.
 */
export function itemsOfRole(items: readonly PeerItem[]): OrderedItem[] {
  const latest = latestItems(items);
  const byStyle = [...groupBy(latest.flat(), ({ style_id }) => style_id).values()]
    .map((of) => ({ of, people: new Set(of.map(({ employee_id }) => employee_id)).size }))
    .filter(({ people }) => people * 2 >= latest.length)
    .sort((one, other) => other.people - one.people);
  return (byStyle.length ? byStyle.map(({ of }) => of) : (latest[0] ?? []).map((item) => [item])).flatMap(frequentItem);
}

/** What a person may have at present. */
export interface WearerOffer {
  /** By style. */
  offered: ReadonlyMap<number, OfferedStyle>;
  /** The sizes on file, by style. */
  sizes: ReadonlyMap<number, SizeOnFile>;
  /** The decorations that were chosen last, the newest first: the first of them that is offered is proposed. */
  decorations: readonly string[];
}

/** The decoration of an item at present: its own, else the only one, else the one that was chosen last; null if none of these is offered. */
function decorationNow({ decoration, keeps_instruction }: OrderedItem, offered: readonly string[], latest: readonly string[]): string | null {
  if (isDecorationOffered(decoration, offered))
    return keeps_instruction || !offered.length ? decoration : splitDecoration(decoration, offered).choice;
  const choices = offered.length === 1 ? offered : latest.map((one) => splitDecoration(one, offered).choice);
  return choices.find(Boolean) ?? null;
}

type Articles = OfferedStyle['articles'];
const articlesIn = (style: OfferedStyle | undefined, colour: string | null): Articles =>
  (style?.articles ?? []).filter(({ attributes }) => colour === null || attributes.variation_colour === colour);

/** The article in the size on file; if no size is on file, the only article. Undefined if the size has to be asked for. */
function articleFor(articles: Articles, colour: string | null, onFile: SizeOnFile | undefined): Articles[number] | undefined {
  const [first, ...others] = articles;
  return onFile || others.length ? articleOnFile(articles, colour, onFile) : first;
}

/**
 * The line by which a person has an item again, or null if neither the item nor its successor is offered to them. It has the size on file; if none
 * is, it is of the style. The successor also takes the place of an item that is not offered in the size on file. A decoration that is no longer
 * offered is replaced by the only one, or by the one that was chosen last.
 */
export function usualLine(
  item: OrderedItem,
  successor: Successor | undefined,
  { offered, sizes, decorations: latest }: WearerOffer,
): UsualLine | null {
  const onFile = sizes.get(item.style_id);
  const lineAt = ({ style_id, variation_colour }: Successor, size: SizeOnFile | undefined): UsualLine | null => {
    const style = offered.get(style_id);
    const articles = articlesIn(style, variation_colour);
    if (!style || !articles.length) return null;
    const article = articleFor(articles, variation_colour, size);
    const { name, decorations } = style;
    return {
      style_id,
      product_id: article?.id ?? style_id,
      is_size_selected: article !== undefined,
      name,
      variation_colour,
      size: article ? sizeOf(article.attributes) : null,
      quantity: item.quantity,
      decoration: decorationNow(item, decorations, latest),
      decorations,
      succeeds: null,
    };
  };
  const own = lineAt(item, onFile);
  if (own?.is_size_selected || !successor) return own;
  const next = lineAt(successor, sizes.get(successor.style_id) ?? onFile);
  return next && (!own || next.is_size_selected) ? { ...next, succeeds: item.product_name } : own;
}
