import provider from '../../data/reference/provider.json' with { type: 'json' };
import { checkCollectionOpen } from '../../shared/collections/receive-collection.ts';
import { collectionView } from '../collections/collection-queries.ts';
import type { Ctx } from '../core/context.ts';
import { enforce } from '../core/problem.ts';
import type { CollectionSlip } from './collection-slip.ts';

/** The facts of a collection's slip; 409 once it is closed, because nothing is sent back any more. */
export async function findCollectionSlip(ctx: Ctx, id: number): Promise<CollectionSlip> {
  const { number, employee, account, created_at, created_by, closed_at, lines } = await collectionView(ctx, id);
  enforce(checkCollectionOpen({ is_closed: closed_at !== null }));
  return {
    code: number,
    provider,
    employee: employee.name,
    account: account.name,
    created_at,
    created_by: created_by.name,
    lines: lines.map(({ product, order, quantity }) => ({
      sku: product.sku,
      product: product.name,
      colour: product.variation_colour,
      size: product.size,
      order_number: order.order_number,
      quantity,
    })),
  };
}
