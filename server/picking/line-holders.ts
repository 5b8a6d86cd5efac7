import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { holdersAfter, holdersOfChoice, qtyTaken } from '../../shared/picking/line-holders.ts';
import type { LineHolder } from '../../shared/sync/rows.ts';
import type { Ctx } from '../core/context.ts';
import { type Db, prepared, run } from '../db/db.ts';
import { pickLineHolders, pickLines, users } from '../db/tables/index.ts';
import { keepShelfTask } from './shelf-task.ts';

/** The items of a line and SKU on one trolley. */
interface HeldItems {
  pick_line_id: number;
  device: string;
  product_id: number;
  user_id: number | null;
  qty_held: number;
  qty_counted: number;
}
export type Trolley = Pick<HeldItems, 'pick_line_id' | 'device' | 'product_id'>;

/** The pick line whose items are on trolleys. */
interface HeldLine {
  id: number;
  product_id: number;
  qty_picked: number;
  picked_by: number | null;
  picked_device: string | null;
}

const heldColumns = {
  pick_line_id: pickLineHolders.pick_line_id,
  device: pickLineHolders.device,
  product_id: pickLineHolders.product_id,
  user_id: pickLineHolders.user_id,
  qty_held: pickLineHolders.qty_held,
  qty_counted: pickLineHolders.qty_counted,
};

const heldOfLine = prepared('held_of_line', (db: Db) =>
  db
    .select(heldColumns)
    .from(pickLineHolders)
    .where(and(eq(pickLineHolders.pick_line_id, sql.placeholder('pick_line_id')), eq(pickLineHolders.product_id, sql.placeholder('product_id'))))
    .orderBy(pickLineHolders.device),
);

const taken = sql`cast(${sql.placeholder('taken')} as integer)`;
const heldNow = sql`${pickLineHolders.qty_held} + ${taken}`;
const movedItems = {
  user_id: sql`coalesce(excluded.user_id, ${pickLineHolders.user_id})`,
  qty_held: sql`case when ${heldNow} < 0 then 0 else ${heldNow} end`,
};
const insertHeld = (db: Db) =>
  db.insert(pickLineHolders).values({
    pick_line_id: sql.placeholder('pick_line_id'),
    device: sql.placeholder('device'),
    product_id: sql.placeholder('product_id'),
    user_id: sql`(select ${users.id} from ${users} where ${users.id} = ${sql.placeholder('user_id')})`,
    qty_held: sql`case when ${taken} < 0 then 0 else ${taken} end`,
    qty_counted: sql`cast(${sql.placeholder('counted')} as integer)`,
  });
const key = [pickLineHolders.pick_line_id, pickLineHolders.device, pickLineHolders.product_id];

const moveUncounted = prepared('move_uncounted_items', (db: Db) =>
  insertHeld(db).onConflictDoUpdate({ target: key, set: movedItems }).returning(heldColumns),
);
const moveCounted = prepared('move_counted_items', (db: Db) =>
  insertHeld(db)
    .onConflictDoUpdate({ target: key, set: { ...movedItems, qty_counted: sql`excluded.qty_counted` } })
    .returning(heldColumns),
);
const countHeld = prepared('count_held_items', (db: Db) =>
  db
    .update(pickLineHolders)
    .set({ qty_counted: sql`${sql.placeholder('counted')}` })
    .where(
      and(
        eq(pickLineHolders.pick_line_id, sql.placeholder('pick_line_id')),
        eq(pickLineHolders.device, sql.placeholder('device')),
        eq(pickLineHolders.product_id, sql.placeholder('product_id')),
      ),
    ),
);

/** How many items on a trolley go back to the shelf: the uncounted ones. */
export const qtyToReturn = ({ qty_held, qty_counted }: Pick<HeldItems, 'qty_held' | 'qty_counted'>): number => Math.max(0, qty_held - qty_counted);

/**
 * The items of a line's SKU on each trolley, in the sequence of the tablets. Items that were counted without a holder are first stored as items on
 * the trolley of the tablet that recorded them.
 */
async function readHeld(ctx: Pick<Ctx, 'db'>, { id, product_id, qty_picked, picked_by, picked_device }: HeldLine): Promise<HeldItems[]> {
  const line = { pick_line_id: id, product_id };
  const trolleys = await heldOfLine(ctx.db, line);
  const unknown = qty_picked - trolleys.reduce((sum, { qty_counted }) => sum + qty_counted, 0);
  if (unknown <= 0) return trolleys;
  const device = picked_device ?? '';
  const before = trolleys.find((one) => one.device === device)?.qty_counted ?? 0;
  await moveCounted(ctx.db, { ...line, device, user_id: picked_by, taken: unknown, counted: before + unknown });
  return heldOfLine(ctx.db, line);
}

const counted = (held: readonly HeldItems[]): LineHolder[] =>
  held.flatMap(({ device, user_id, qty_counted }) => (qty_counted > 0 ? [{ device, user_id, qty: qty_counted }] : []));

/** Store how many items on each trolley count towards a line. The other items of the line on these trolleys go back to the shelf, for `reason`. */
async function keepCounted(ctx: Ctx, held: readonly HeldItems[], holders: readonly LineHolder[], reason: string): Promise<void> {
  for (const before of held) {
    const qty_counted = holders.find(({ device }) => device === before.device)?.qty ?? 0;
    if (qty_counted === before.qty_counted) continue;
    const { pick_line_id, device, product_id } = before;
    await countHeld(ctx.db, { pick_line_id, device, product_id, counted: qty_counted });
    await keepReturn(ctx, before, { ...before, qty_counted }, reason);
  }
}

async function keepReturn(ctx: Ctx, before: HeldItems | null, after: HeldItems, reason: string): Promise<void> {
  const { pick_line_id, device, product_id } = after;
  const qty = qtyToReturn(after);
  if (qty !== (before ? qtyToReturn(before) : 0)) await keepShelfTask(ctx, { pick_line_id, device, product_id, qty, reason });
}

/**
 * Store which trolley has the items of a line after a record is accepted. The trolley of the tablet that made the record is stored first. Only a
 * trolley that has items can return them.
 */
export async function keepHolders(
  ctx: Ctx,
  line: HeldLine,
  { device, qty_picked, taken: moved }: { device: string; qty_picked: number; taken?: number | undefined },
): Promise<void> {
  const trolleys = await readHeld(ctx, line);
  const lineNow = { qty_picked: line.qty_picked, holders: counted(trolleys) };
  const holders = holdersAfter(lineNow, { device, user_id: ctx.actor.id }, qty_picked);
  const own = trolleys.find((one) => one.device === device) ?? null;
  const [after] = await moveCounted(ctx.db, {
    ...{ pick_line_id: line.id, device, product_id: line.product_id, user_id: ctx.actor.id },
    taken: moved ?? qtyTaken(device, lineNow, qty_picked),
    counted: holders.find((holder) => holder.device === device)?.qty ?? 0,
  });
  if (after) await keepReturn(ctx, own, after, 'corrected');
  await keepCounted(
    ctx,
    trolleys.filter((one) => one !== own),
    holders,
    'corrected',
  );
}

/** Store a person's decision that one trolley keeps its items of a line; the items on other trolleys go back to the shelf. */
export async function chooseHolder(ctx: Ctx, line: HeldLine, device: string): Promise<void> {
  const trolleys = await readHeld(ctx, line);
  const own = trolleys.find((one) => one.device === device);
  if (!own) return;
  await keepCounted(
    ctx,
    trolleys,
    holdersOfChoice({ ...line, holders: counted(trolleys) }, { device, user_id: own.user_id, qty: own.qty_held }),
    'double_picked',
  );
}

/**
 * Records that items of a line were moved between a trolley and the shelf without being counted. Returns the number of uncounted items of the line on
 * the trolley `before` and `after`, and the number of all items of the line on the trolley (`qty_held`).
 */
export async function moveItems(
  ctx: Ctx,
  trolley: Trolley & { user_id: number },
  taken: number,
  reason: string,
): Promise<{ before: number; after: number; qty_held: number }> {
  const before = (await heldOfLine(ctx.db, trolley)).find(({ device }) => device === trolley.device) ?? null;
  const [after] = await moveUncounted(ctx.db, { ...trolley, taken, counted: 0 });
  if (!after) return { before: 0, after: 0, qty_held: 0 };
  await keepReturn(ctx, before, after, reason);
  return { before: before ? qtyToReturn(before) : 0, after: qtyToReturn(after), qty_held: after.qty_held };
}

/** The items of a line and SKU on one trolley; null if none are recorded. */
export async function heldItems(ctx: Pick<Ctx, 'db'>, trolley: Trolley): Promise<HeldItems | null> {
  return (await heldOfLine(ctx.db, trolley)).find(({ device }) => device === trolley.device) ?? null;
}

/**
 * How many items of a line a tablet can count: all items on the tablet's trolley, and the counted items on other trolleys. Null if nothing is stored
 * for the tablet's trolley.
 */
export async function qtyCountable(ctx: Pick<Ctx, 'db'>, line: HeldLine, device: string): Promise<number | null> {
  const trolleys = await readHeld(ctx, line);
  if (!trolleys.some((one) => one.device === device)) return null;
  return trolleys.reduce((sum, one) => sum + (one.device === device ? one.qty_held : one.qty_counted), 0);
}

/** Records that uncounted items on a trolley are back on the shelf: this many of them, or all. */
export async function putBackItems(ctx: Pick<Ctx, 'db'>, { pick_line_id, device, product_id }: Trolley, qty: number): Promise<void> {
  await run(
    ctx.db,
    sql`update pick_line_holders set qty_held = case when qty_held - ${qty} < qty_counted then qty_counted else qty_held - ${qty} end
      where pick_line_id = ${pick_line_id} and device = ${device} and product_id = ${product_id} and qty_held > qty_counted`,
  );
}

/** Store that all counted items of a pick are on the trolley of `device`, the tablet that completes the pick: the picker has put them all there. */
export async function gatherItems(ctx: Ctx, pick_id: number, device: string): Promise<void> {
  const elsewhere = await ctx.db
    .select({ id: pickLines.id, product_id: pickLines.product_id, qty: sql<number>`sum(${pickLineHolders.qty_counted})`.mapWith(Number) })
    .from(pickLineHolders)
    .innerJoin(pickLines, eq(pickLines.id, pickLineHolders.pick_line_id))
    .where(and(eq(pickLines.pick_id, pick_id), ne(pickLineHolders.device, device), gt(pickLineHolders.qty_counted, 0)))
    .groupBy(pickLines.id, pickLines.product_id);
  if (!elsewhere.length) return;
  const ids = elsewhere.map(({ id }) => id);
  await ctx.db
    .update(pickLineHolders)
    .set({
      qty_held: sql`case when ${pickLineHolders.qty_held} < ${pickLineHolders.qty_counted} then 0 else ${pickLineHolders.qty_held} - ${pickLineHolders.qty_counted} end`,
      qty_counted: 0,
    })
    .where(and(inArray(pickLineHolders.pick_line_id, ids), ne(pickLineHolders.device, device)));
  await ctx.db
    .insert(pickLineHolders)
    .values(
      elsewhere.map(({ id, product_id, qty }) => ({
        ...{ pick_line_id: id, device, product_id, user_id: ctx.actor.id, qty_held: qty, qty_counted: qty },
      })),
    )
    .onConflictDoUpdate({
      target: key,
      set: {
        qty_held: sql`${pickLineHolders.qty_held} + excluded.qty_held`,
        qty_counted: sql`${pickLineHolders.qty_counted} + excluded.qty_counted`,
      },
    });
}
