import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { CatalogueColour } from '../../shared/catalogue/catalogue-colour.ts';
import { foldText } from '../../shared/folded.ts';
import { catalogueColours } from '../catalogue/catalogue-colours.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { alias, prepared } from '../db/db.ts';
import { foldedKey } from '../db/folded.ts';
import { products } from '../db/tables/index.ts';
import type { Columns, ProductRow } from './product-columns.ts';

const style = alias(products, 'style');
const coloursOfStyles = prepared('import_colours_of_styles', (db) =>
  db
    .select({ id: style.id, sku: style.sku, colour: products.variation_colour, hex: sql<string>`max(${products.colour_hex})` })
    .from(products)
    .innerJoin(style, eq(style.id, products.parent_id))
    .where(
      and(
        among(products.parent_id, sql.placeholder('ids')),
        isNotNull(products.variation_colour),
        isNotNull(products.colour_hex),
        isNull(products.deleted_at),
      ),
    )
    .groupBy(style.id, style.sku, products.variation_colour),
);

const keyOf = (style_sku: string, colour: string): string => `${foldedKey(style_sku)}\n${foldText(colour)}`;

/** Finds hex values for colours that have none in the file: the value in the same style (stored or in an earlier row), else the most frequent one. */
export class ColourLooks {
  private readonly inStyles = new Map<string, string>();
  private readonly styleSkus = new Map<number, string>();

  constructor(
    /** Null if the file has no colours. */
    private readonly catalogue: ReadonlyMap<string, CatalogueColour> | null,
  ) {}

  /** Reads the stored colours of these styles. */
  async read({ db }: Ctx, style_ids: readonly number[]): Promise<void> {
    if (!this.catalogue || !style_ids.length) return;
    for (const { id, sku, colour, hex } of await coloursOfStyles(db, { ids: idList([...new Set(style_ids)]) })) {
      this.styleSkus.set(id, sku);
      const key = keyOf(sku, colour ?? '');
      if (!this.inStyles.has(key)) this.inStyles.set(key, hex);
    }
  }

  /** Sets the hex value of a new colour, if the row has none. */
  complete(columns: Columns, before: ProductRow | undefined, parent_sku: string | null): void {
    const { variation_colour, colour_hex } = columns;
    if (!this.catalogue || !variation_colour) return;
    const style_sku = parent_sku ?? this.styleSkus.get(before?.parent_id ?? 0) ?? '';
    const key = keyOf(style_sku, variation_colour);
    if (colour_hex) this.inStyles.set(key, colour_hex);
    if (colour_hex !== undefined || before?.variation_colour === variation_colour) return;
    const hex = (style_sku && this.inStyles.get(key)) || this.catalogue.get(foldText(variation_colour))?.hex;
    if (hex || before) columns.colour_hex = hex ?? null;
  }
}

/** The hex values of colours for a file with these fields. */
export const readLooks = async (ctx: Ctx, fields: ReadonlySet<string>): Promise<ColourLooks> =>
  new ColourLooks(fields.has('colour') ? await catalogueColours(ctx) : null);
