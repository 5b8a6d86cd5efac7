import { policy } from '../../shared/policy.ts';
import type { ArgsOf } from '../../shared/sync/mutations.ts';
import { applied } from '../../shared/sync/outcomes.ts';
import { resolveItem } from '../attention/resolve-item.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { findPick } from '../picking/find-pick.ts';
import { findPickLine } from '../picking/find-pick-line.ts';
import { noteBagLabel } from '../prep/note-bag-label.ts';
import { findSku } from '../stock/count-stock.ts';
import { requestCount } from '../stock/request-count.ts';
import type { CarryOut, Done, Sent } from './mutation.ts';

/** Request a count: the number on the shelf waits for a super. */
export async function count(ctx: Ctx, a: ArgsOf<'stock.request_count'>, { m, device }: Sent): Promise<Done> {
  await findSku(ctx, a.product_id, 'product_id');
  if (a.pick_line_id !== null) await findPickLine(ctx, a.pick_line_id);
  await requestCount(ctx, { ...a, m, device });
  return applied;
}

/** Record a print job. The document itself comes from the documents' own routes. */
export async function print(ctx: Ctx, a: ArgsOf<'print.request'>): Promise<Done> {
  authorize(policy.use_floor(ctx.actor));
  if (a.what === 'bag_label') await noteBagLabel(ctx, a);
  if (a.what === 'picking_list') await findPick(ctx, a.pick_id);
  await audit(ctx, 'print.requested', { type: 'pick', id: 'pick_id' in a ? a.pick_id : null }, null, a);
  return applied;
}

/** Resolve an outcome that a person at the tablet has looked at. */
export const resolve = (ctx: Ctx, a: ArgsOf<'outcome.resolve'>, { device }: Sent, again: CarryOut): Promise<Done> =>
  resolveItem(ctx, a, device, again);
