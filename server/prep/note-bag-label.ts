import { and, eq, sql } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { checkBagItems } from '../../shared/prep/check-bag-items.ts';
import type { ArgsOf } from '../../shared/sync/mutations.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, requireFound } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { bagItems, bags, orderLines, pickLines } from '../db/tables/index.ts';
import { insertMany } from '../db/write-many.ts';
import { findPick } from '../picking/find-pick.ts';
import { confirmBagWeight } from './confirm-bag-weight.ts';
import { learnFromBag } from './learn-from-bag.ts';

type BagLabel = Omit<Extract<ArgsOf<'print.request'>, { what: 'bag_label' }>, 'what' | 'count'>;

const linesOfWearer = prepared('lines_of_wearer', (db: Db) =>
  db
    .select({ id: pickLines.id, product_id: pickLines.product_id, qty_picked: pickLines.qty_picked })
    .from(pickLines)
    .innerJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .where(and(eq(pickLines.pick_id, sql.placeholder('pick_id')), eq(orderLines.employee_id, sql.placeholder('employee_id')))),
);

const closeBag = prepared('close_bag', (db: Db) =>
  db
    .insert(bags)
    .values({
      pick_id: sql.placeholder('pick_id'),
      employee_id: sql.placeholder('employee_id'),
      label_printed_at: sql.placeholder('now'),
      label_printed_by: sql.placeholder('by'),
      weight_g: sql.placeholder('weight_g'),
    })
    .onConflictDoUpdate({
      target: [bags.pick_id, bags.employee_id],
      set: {
        label_printed_at: sql`excluded.label_printed_at`,
        label_printed_by: sql`excluded.label_printed_by`,
        // A label that is printed again without the scale leaves the weight as it is.
        weight_g: sql`coalesce(excluded.weight_g, ${bags.weight_g})`,
      },
    }),
);

const emptyBag = prepared('empty_bag', (db: Db) =>
  db.delete(bagItems).where(and(eq(bagItems.pick_id, sql.placeholder('pick_id')), eq(bagItems.employee_id, sql.placeholder('employee_id')))),
);

const packAsProved = prepared('pack_as_proved', (db: Db) =>
  db
    .update(pickLines)
    .set({ qty_packed: sql`coalesce((select item.qty from bag_items item where item.pick_line_id = ${pickLines.id}), 0)` })
    .where(
      and(
        eq(pickLines.pick_id, sql.placeholder('pick_id')),
        sql`${pickLines.order_line_id} in (select worn.id from order_lines worn where worn.employee_id = ${sql.placeholder('employee_id')})`,
      ),
    ),
);

/**
 * Close a wearer's bag, because its label is printed. 404 for a wearer who has nothing in this pick. `items` is the bag's content as the packer counted
 * it, which replaces what was recorded before; `weight_g` is its accepted weight, which teaches the weights of its SKUs;
 * `expected_g` is what the packer saw as the expected weight, if they confirmed one that differs.
 */
export async function noteBagLabel(ctx: Ctx, { pick_id, employee_id, items, weight_g, expected_g }: BagLabel): Promise<void> {
  authorize(policy.prep(ctx.actor));
  const pick = await findPick(ctx, pick_id);
  const lines = await linesOfWearer(ctx.db, { pick_id, employee_id });
  requireFound(lines[0]);
  if (items) enforce(checkBagItems(lines, items));
  await closeBag(ctx.db, { pick_id, employee_id, now: ctx.now, by: ctx.actor.id, weight_g: weight_g ?? null });
  if (items) {
    const products = new Map(lines.map(({ id, product_id }) => [id, product_id]));
    await emptyBag(ctx.db, { pick_id, employee_id });
    await insertMany(
      ctx.db,
      bagItems,
      items.flatMap(({ pick_line_id, qty }) => {
        const product_id = products.get(pick_line_id);
        return qty > 0 && product_id !== undefined ? [{ pick_line_id, pick_id, employee_id, product_id, qty }] : [];
      }),
    );
    // After the prep the bags are closed: a proof that arrives late is stored, and moves no item.
    if (pick.state === 'picked') await packAsProved(ctx.db, { pick_id, employee_id });
  }
  if (weight_g === undefined) return;
  await learnFromBag(ctx, { pick_id, employee_id, weight_g });
  await confirmBagWeight(ctx, { pick_id, employee_id, order_id: pick.order_id, weight_g, expected_g });
}
