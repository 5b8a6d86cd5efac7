import { eq, sql } from 'drizzle-orm';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { checkOnFloor } from '../../shared/picking/on-floor.ts';
import { policy } from '../../shared/policy.ts';
import { checkTote, toteCode } from '../../shared/purchasing/tote.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { picks } from '../db/tables/index.ts';
import type { FoundPick } from './find-pick.ts';
import { findToteOwner } from './tote-owner.ts';

const nameTote = prepared('name_tote', (db: Db) =>
  db
    .update(picks)
    .set({ tote: sql`${sql.placeholder('tote')}` })
    .where(eq(picks.id, sql.placeholder('id'))),
);

/** Store the tote that holds a pick's garments; 409 if another open order has the tote. Null or an empty name removes the tote. */
export async function assignTote(ctx: Ctx, pick: FoundPick, name: string | null): Promise<void> {
  authorize(policy.pick(ctx.actor));
  enforce(checkOnFloor(pick));
  const tote = name ? toteCode(name) : null;
  if (pick.tote === tote) return;
  if (tote) {
    const owner = await findToteOwner(ctx.db, tote, pick.order_id);
    enforce(checkTote(tote, orderNumber(pick.order_id), owner === undefined ? null : orderNumber(owner)));
  }

  await nameTote(ctx.db, { id: pick.id, tote });
  await audit(ctx, 'pick.tote', { type: 'order', id: pick.order_id }, { tote: pick.tote }, { tote });
}
