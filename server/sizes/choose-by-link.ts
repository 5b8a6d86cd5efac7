import type { ChooseSizesInput } from '../../shared/sizes/size-input.ts';
import type { Ctx } from '../core/context.ts';
import { chooseSizes } from '../ordering/choose-sizes.ts';
import type { ChosenLine } from '../ordering/chosen-lines.ts';
import { findOrder } from '../orders/find-order.ts';
import { enforceChoice } from './link-queries.ts';
import type { SizeLink } from './open-link.ts';

/**
 * A wearer chooses sizes by their link, only for their own lines. If a line already has a size, because the link is open twice or somebody chose for
 * the wearer, the line keeps the size and is returned.
 */
export async function chooseByLink(ctx: Ctx, link: SizeLink, { lines }: ChooseSizesInput): Promise<ChosenLine[]> {
  // The link is checked first, so that a deleted order gets the link's 404 with its reason; `findOrder` alone would answer a plain 404.
  await enforceChoice(ctx, link);
  const order = await findOrder(ctx, link.order_id, { lock: true });
  await enforceChoice(ctx, link);
  return chooseSizes(ctx, order, link.wearer.id, lines, { field: 'lines', by: 'link' });
}
