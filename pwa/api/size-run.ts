import { hc } from 'hono/client';
import type { AdminProductRoutes } from '../../server/catalogue/routes.ts';
import type { Media } from '../ui/garment-tile.tsx';
import { rankChoices } from '../ui/rank-choices.ts';
import { answer } from './answer.ts';
import { stringQuery } from './string-query.ts';
import { overTheWire } from './transport.ts';

const products = hc<AdminProductRoutes>('/api/admin/products', overTheWire);

/** A style in one of its colours. */
export interface StyleColour {
  id: number;
  sku: string;
  name: string;
  /** Null if the style has no colours. */
  colour: string | null;
  hex: string | null;
  media: readonly Media[];
}

/** A style and its colour in a sentence. */
export const styleColourText = ({ name, colour }: Pick<StyleColour, 'name' | 'colour'>): string => [name, colour].filter(Boolean).join(', ');

/** The sizes of a style with the supplier's terms and the stock of each. */
export const readSizeRun = (id: number, signal: AbortSignal) =>
  answer(products[':id']['size-run'].$get({ param: { id: String(id) } }, { init: { signal } }));

async function findStyles(search: string, supplier_id: number | undefined, signal: AbortSignal): Promise<StyleColour[]> {
  const query = stringQuery({ fts: search || undefined, supplier_id, separated_by_primary_attribute: true, per_page: 50 });
  const { items } = await answer(products.index.$get({ query }, { init: { signal } }));
  return items.map(({ id, sku, name, media, primary_attribute_product: first }) => ({
    id,
    sku,
    name,
    colour: first?.attributes.variation_colour ?? null,
    hex: first?.colour_hex ?? null,
    media: first?.media.length ? first.media : media,
  }));
}

/**
 * Finds styles, once for each of their colours, by words of their names, codes and colours. The styles of the supplier come first. If none of them
 * matches, a text is looked up among the styles of all suppliers.
 */
export async function findStyleColours(search: string, supplier_id: number | undefined, signal: AbortSignal): Promise<StyleColour[]> {
  const own = await findStyles(search, supplier_id, signal);
  const styles = own.length || !search || supplier_id === undefined ? own : await findStyles(search, undefined, signal);
  return [...rankChoices(styles, search, (one) => `${styleColourText(one)} ${one.sku}`)];
}
