import { and, eq, sql } from 'drizzle-orm';
import { mutationArgs } from '../../shared/sync/mutations.ts';
import { isRefused } from '../../shared/sync/outcomes.ts';
import { type LineFacts, lineFactsOf } from '../../shared/sync/refusal-facts.ts';
import { lineBaseKey, type WireMutation } from '../../shared/sync/wire.ts';
import type { Ctx } from '../core/context.ts';
import { type Db, prepared } from '../db/db.ts';
import { pickLines, picks, products, syncOutcomes } from '../db/tables/index.ts';
import { heldItems, moveItems, type Trolley } from '../picking/line-holders.ts';
import { lockLevel } from '../stock/change-levels.ts';
import { correctCounts } from '../stock/correct-counts.ts';
import { garmentsOf } from './garments.ts';
import type { MutationResult } from './mutation-handler.ts';
import { openRefusals } from './open-refusals.ts';

const lineOf = prepared('line_of_uncounted', (db: Db) =>
  db
    .select({ fact_version: pickLines.fact_version, qty_picked: pickLines.qty_picked, released_at: picks.released_at, sku_id: products.id })
    .from(pickLines)
    .innerJoin(picks, eq(picks.id, pickLines.pick_id))
    .innerJoin(products, eq(products.id, sql.placeholder('product_id')))
    .where(and(eq(pickLines.id, sql.placeholder('id')), eq(pickLines.pick_id, sql.placeholder('pick_id')))),
);

/**
 * If a tablet's record of a line was not counted, for whatever reason, store the items that the tablet took for the line. Items of this record and
 * of earlier records that lie on the tablet's trolley go back to the shelf if no line counts them. Returns the result with the items on the trolley.
 */
export async function keepUncountedItems(
  ctx: Ctx,
  device: string,
  mutation: WireMutation,
  taken: number | undefined,
  result: MutationResult,
): Promise<MutationResult> {
  if (mutation.n !== 'pick.record_line' || result.outcome === 'applied') return result;
  const { data: a } = mutationArgs['pick.record_line'].safeParse(mutation.a);
  if (!a) return result;
  const { pick_id, pick_line_id, product_id } = a;
  const [line] = await lineOf(ctx.db, { id: pick_line_id, pick_id, product_id });
  if (!line) return withItems(ctx, result, product_id, taken ?? a.qty_picked);
  const trolley = { pick_line_id, device, product_id };
  const refused = isRefused(result.outcome);
  const moved = taken ?? (refused ? await takenByOlderTablet(ctx, trolley, a.qty_picked, line, mutation) : 0);
  const isMoved = refused && moved !== 0;
  if (isMoved) await lockLevel(ctx, product_id);
  const { before, after, qty_held } = await moveItems(ctx, { ...trolley, user_id: mutation.actor_id }, moved, reasonOf(result));
  if (isMoved) await correctCounts(ctx, { kind: 'pick', product_id, before, after, at: mutation.at, not_before: line.released_at });
  const facts = lineFactsOf(result.server);
  if (!facts) return result;
  const server = { ...facts, mine: { ...facts.mine, qty_held, qty_to_return: after } };
  await renewFacts(ctx.db, trolley, result.order_id ?? null, server);
  return { ...result, server };
}

/** The codes of refusals whose stored facts include the items on the trolley. */
const codesWithItems: ReadonlySet<string | null> = new Set(['DOUBLE_PICKED', 'LINE_CHANGED', 'OVER_ALLOCATED', 'AFTER']);

/**
 * Update the open refusals of the same line with the items that the tablet has at present, because a person decides about all the tablet's records
 * together.
 */
async function renewFacts(db: Db, trolley: Trolley, order_id: number | null, server: LineFacts): Promise<void> {
  for (const { m, code, payload } of order_id === null ? [] : await openRefusals(db, { device: trolley.device, order_id })) {
    const { a } = payload as WireMutation;
    if (codesWithItems.has(code) && a.pick_line_id === trolley.pick_line_id && a.product_id === trolley.product_id)
      await db.update(syncOutcomes).set({ server }).where(eq(syncOutcomes.m, m));
  }
}

/**
 * If the line does not exist, because its order was deleted or a backup without the order was restored, the refusal itself names the items that go
 * back.
 */
async function withItems(ctx: Ctx, result: MutationResult, product_id: number, qty: number): Promise<MutationResult> {
  const garment = (await garmentsOf(ctx.db, [product_id])).get(product_id);
  return garment && qty > 0 ? { ...result, server: { ...result.server, items: { ...garment, qty } } } : result;
}

/** Why items go back. Items that were taken after a refused record (`AFTER`) go back because their line was changed, as that refusal says. */
const reasonOf = ({ code }: MutationResult): string => (code === 'AFTER' ? 'LINE_CHANGED' : (code ?? 'resolved')).toLowerCase();

/**
 * How many items were taken, for a mutation of an older app that does not state this number: the recorded quantity less the items that are already
 * recorded on the tablet's trolley.
 */
async function takenByOlderTablet(
  ctx: Ctx,
  trolley: Trolley,
  qty_picked: number,
  line: { fact_version: number; qty_picked: number },
  { base }: WireMutation,
): Promise<number> {
  const trolleyItems = await heldItems(ctx, trolley);
  const isUnchanged = base[lineBaseKey(trolley.pick_line_id)] === line.fact_version;
  return isUnchanged ? Math.max(qty_picked - line.qty_picked, -(trolleyItems?.qty_counted ?? 0)) : qty_picked - (trolleyItems?.qty_held ?? 0);
}
