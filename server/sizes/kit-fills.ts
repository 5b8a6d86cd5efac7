import { type FilledLine, fillKit, type KitArticle } from '../../shared/kits/fill-kit.ts';
import { type KitLine, productsOfLine } from '../../shared/kits/kit.ts';
import { type ForWhom, type PermittedProduct, permittedFor } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { products } from '../db/tables/index.ts';
import { sizesKeptBy } from './size-on-file-queries.ts';

/** A wearer and the lines of a kit that the wearer is to get. */
export interface KitWearer {
  id: number;
  lines: readonly KitLine[];
}

/** The lines of a kit with the SKUs in one wearer's sizes, and what the wearer may have of the kit's products. */
export interface KitFill {
  filled: FilledLine[];
  permitted: ReadonlyMap<number, PermittedProduct>;
}

/** The kits of these wearers with the SKUs in their sizes on file, by wearer: a fixed number of statements for any number of wearers. */
export async function kitFills(
  ctx: Ctx,
  wearers: readonly KitWearer[],
  { site_id = null, restricted = true }: Partial<Pick<ForWhom, 'site_id' | 'restricted'>> = {},
): Promise<Map<number, KitFill>> {
  const product_ids = [...new Set(wearers.flatMap(({ lines }) => lines.flatMap(productsOfLine)))];
  if (!product_ids.length) return new Map(wearers.map(({ id }) => [id, { filled: [], permitted: new Map() }]));
  const ids = [...new Set(wearers.map(({ id }) => id))];
  const permitted = await permittedFor(ctx.db, ids, { site_id, restricted, now: ctx.now }, product_ids);
  const articleIds = [...new Set([...permitted.values()].flatMap((offers) => [...offers.keys()]))];
  const sizes = new Map(
    (
      await ctx.db
        .select({ id: products.id, position: products.position, ...sizeColumns })
        .from(products)
        .where(among(products.id, idList(articleIds)))
    ).map(({ id, ...size }) => [id, size]),
  );
  const styles = [
    ...new Set([...product_ids, ...[...permitted.values()].flatMap((offers) => [...offers.values()].flatMap(({ parent_id }) => parent_id ?? []))]),
  ];
  const onFile = await sizesKeptBy(ctx, ids, { styles });
  return new Map(
    wearers.map(({ id, lines }) => {
      const offers = permitted.get(id) ?? new Map<number, PermittedProduct>();
      const articles = [...offers.values()]
        .flatMap((offer): (KitArticle & { position: number })[] => {
          const size = sizes.get(offer.id);
          return size
            ? [
                {
                  id: offer.id,
                  parent_id: offer.parent_id,
                  position: size.position,
                  attributes: { ...size, variation_colour: offer.variation_colour },
                },
              ]
            : [];
        })
        .sort((one, other) => one.position - other.position || one.id - other.id);
      const kept = new Map((onFile.get(id) ?? []).map((size) => [size.style_id, size]));
      return [id, { filled: fillKit(lines, articles, kept), permitted: offers }];
    }),
  );
}
