import { eq, sql } from 'drizzle-orm';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { checkOnFloor } from '../../shared/picking/on-floor.ts';
import { policy } from '../../shared/policy.ts';
import { checkTote, fullTotesAfter, toteCode } from '../../shared/purchasing/tote.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { pickFullTotes, picks } from '../db/tables/index.ts';
import type { FoundPick } from './find-pick.ts';
import { findToteOwner } from './tote-owner.ts';

const nameTote = prepared('name_tote', (db: Db) =>
  db
    .update(picks)
    .set({ tote: sql`${sql.placeholder('tote')}` })
    .where(eq(picks.id, sql.placeholder('id'))),
);

const fullTotesOf = prepared('full_totes_of_pick', (db: Db) =>
  db
    .select({ tote: pickFullTotes.tote })
    .from(pickFullTotes)
    .where(eq(pickFullTotes.pick_id, sql.placeholder('pick_id'))),
);

/**
 * Store the tote that holds a pick's garments; 409 if another open order has the tote. Null or an empty name removes the tote. `full` are the totes of
 * the pick that are full already; without it they stay. Returns whether anything changed.
 */
export async function assignTote(ctx: Ctx, pick: FoundPick, name: string | null, full?: readonly string[]): Promise<boolean> {
  authorize(policy.pick(ctx.actor));
  enforce(checkOnFloor(pick));
  const tote = name ? toteCode(name) : null;
  const before = await fullTotesOf(ctx.db, { pick_id: pick.id });
  const full_totes = fullTotesAfter(
    before.map((row) => row.tote),
    full,
  );
  const isSameFull = full_totes.length === before.length && before.every((row) => full_totes.includes(row.tote));
  if (pick.tote === tote && isSameFull) return false;
  // Totes are locked in one order, so that two pickers who exchange their totes do not wait for each other.
  for (const own of [...new Set([...full_totes, ...(tote ? [tote] : [])])].sort()) {
    const owner = await findToteOwner(ctx.db, own, pick.order_id);
    enforce(checkTote(own, orderNumber(pick.order_id), owner === undefined ? null : orderNumber(owner)));
  }

  await nameTote(ctx.db, { id: pick.id, tote });
  if (!isSameFull) {
    await ctx.db.delete(pickFullTotes).where(eq(pickFullTotes.pick_id, pick.id));
    if (full_totes.length) await ctx.db.insert(pickFullTotes).values(full_totes.map((one) => ({ pick_id: pick.id, tote: one })));
  }
  const after = { tote, ...(!isSameFull && { full_totes }) };
  await audit(ctx, 'pick.tote', { type: 'order', id: pick.order_id }, { tote: pick.tote }, after);
  return true;
}
