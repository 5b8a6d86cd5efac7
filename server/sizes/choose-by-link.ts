import type { ChooseSizes } from '../../shared/sizes/size-input.ts';
import type { Ctx } from '../core/context.ts';
import { chooseSizes } from '../ordering/choose-sizes.ts';
import { findOrder } from '../ordering/find-order.ts';
import { type ChosenLine, chosenLines, readLink } from './link-queries.ts';
import type { SizeLink } from './open-link.ts';

/**
 * A wearer chooses sizes by their link, only for their own lines. All choices are stored, or none. A line that has a size by then, because
 * the link is open twice or somebody chose for them, keeps it and is returned.
 */
export async function chooseByLink(ctx: Ctx, link: SizeLink, { lines }: ChooseSizes): Promise<ChosenLine[]> {
  // The link is checked first, so that a deleted order gets the link's 404 with its reason; `findOrder` alone would answer a plain 404.
  await readLink(ctx, link);
  const order = await findOrder(ctx, link.order_id, { lock: true });
  await readLink(ctx, link);
  const chosen = await chosenLines(ctx, link, lines);
  const open = [...lines.entries()].filter(([, { id }]) => !chosen.some((line) => line.id === id));
  if (open.length > 0) await chooseSizes(ctx, order, link.wearer.id, open, { field: 'lines', by: 'link' });
  return chosen;
}
