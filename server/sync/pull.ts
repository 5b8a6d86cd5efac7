import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { isPicked } from '../../shared/picking/pick-states.ts';
import { bagId } from '../../shared/sync/rows.ts';
import { type Cursor, type LastMutations, type OpenOutcome, type Patch, syncCursor } from '../../shared/sync/wire.ts';
import type { Settings } from '../core/settings.ts';
import { type Db, prepared } from '../db/db.ts';
import { syncOutcomes } from '../db/tables/index.ts';
import type { ClientState } from './client-state.ts';
import { type Clock, floorVersion } from './clock.ts';
import { collectionChanges } from './collection-rows.ts';
import { toCountChanges } from './count-rows.ts';
import { endOfPage, floorRows, NEVER } from './floor-rows.ts';
import { demandChanges, purchaseOrderChanges, purchaseOrderLineChanges, receiptChanges } from './goods-in-rows.ts';
import { dispatchChanges, reasonRows, serviceRows, shelfTaskChanges, staffChanges, tombstones } from './other-rows.ts';
import { styleRows } from './style-rows.ts';

/** The only scope: every order on the floor. */
const SCOPE = 'floor';

/** The parts of a cursor that the tablet does not read. */
const position = syncCursor.extend({
  /** The mark of the carriers' services that the tablet last received. */
  mark: z.string().optional(),
  /** Set while a pull has further pages. `end` requests the changes since the first page of a full pull; these changes may take several pages. */
  paging: z.enum(['full', 'delta', 'end']).optional(),
  /** The last order of the previous page. */
  after: z.int().nonnegative().optional(),
  /** The version at which a delta of several pages began. */
  since: z.int().nonnegative().optional(),
});
type Position = z.infer<typeof position>;

/** Whether a cursor belongs to an unfinished full pull. The other facts in such a request may still be from the epoch before that pull. */
export function isFillingUp(cursor: Cursor | null): boolean {
  const paging = position.safeParse(cursor).data?.paging;
  return paging === 'full' || paging === 'end';
}

const openOutcomes = prepared('sync_open_outcomes', (db) =>
  db
    .select({
      m: syncOutcomes.m,
      n: syncOutcomes.n,
      outcome: syncOutcomes.outcome,
      code: syncOutcomes.code,
      server: syncOutcomes.server,
      at: syncOutcomes.at,
      root_m: syncOutcomes.root_m,
    })
    .from(syncOutcomes)
    .where(
      and(
        eq(syncOutcomes.device, sql.placeholder('device')),
        sql`${syncOutcomes.outcome} in ('conflict', 'rejected')`,
        isNull(syncOutcomes.resolved_at),
      ),
    )
    .orderBy(syncOutcomes.at, syncOutcomes.s),
);

/** The open outcomes of this tablet, which people have to resolve. */
const openOutcomesOf = async (db: Db, device: string): Promise<OpenOutcome[]> => (await openOutcomes(db, { device })) as OpenOutcome[];

export interface Pulled {
  cursor: Cursor;
  full: boolean;
  more: boolean;
  patch: Patch;
  lm: LastMutations;
  last_m?: Record<string, string>;
  outcomes: OpenOutcome[];
}

interface Pull {
  device: string;
  cursor: Cursor | null;
  state: ClientState;
  settings: Settings;
  asks_last_m: boolean;
  /** The server's time. */
  now: string;
}

/** The changes for a tablet since its cursor, or all rows, read in one snapshot together with last mutations and outcomes. */
export async function pull(db: Db, { device, cursor, state: { clock, lm, last_m }, settings, asks_last_m, now }: Pull): Promise<Pulled> {
  const services = serviceRows(settings);
  const at = standing(cursor, clock);
  const full = at === null || at.paging === 'full';
  const after = at?.after ?? 0;
  const isFirst = at?.after === undefined;
  const begin = at?.since ?? at?.v ?? 0;
  const page = full ? { since: NEVER, entered: 0, after } : { since: begin, entered: begin, after };
  // Most pulls find nothing new: since the cursor nothing was written, or nothing that concerns the floor.
  const isIdle = !full && (clock.limit_v <= begin || (await floorVersion(db)).v <= begin);
  const end = isIdle ? null : await endOfPage(db, page, settings.SYNC_PAGE_ORDERS);
  const patch = isIdle ? {} : await floorPatch(db, { ...page, upto: end ?? NEVER });
  if (isFirst && !isIdle) Object.assign(patch, await otherPatch(db, device, full ? null : begin, patch, now));
  if (isFirst && (full || at?.mark !== services.mark)) patch.shipping_service = { put: services.rows, del: [] };

  const v0 = at?.paging === 'full' || at?.since !== undefined ? at.v : clock.next_v;
  const here: Position = { epoch: clock.epoch, scope: SCOPE, v: v0, mark: services.mark };
  const next = nextPosition(here, { full, isFirst, end, begin, paging: at?.paging === 'end' ? 'end' : 'delta' });
  return {
    cursor: next,
    full,
    more: next.paging !== undefined,
    patch,
    lm,
    ...(asks_last_m && { last_m }),
    outcomes: await openOutcomesOf(db, device),
  };
}

/** The tablet's position; null if the tablet needs all rows. */
function standing(cursor: Cursor | null, clock: Clock): Position | null {
  const at = position.safeParse(cursor).data;
  if (!at || at.epoch !== clock.epoch || at.scope !== SCOPE) return null;
  return (at.since ?? at.v) < clock.forgotten_v ? null : at;
}

interface ReadPage {
  full: boolean;
  isFirst: boolean;
  /** The last order on the page; null if no further orders follow. */
  end: number | null;
  begin: number;
  paging: 'delta' | 'end';
}

function nextPosition(here: Position, page: ReadPage): Position {
  if (page.end !== null) {
    return page.full ? { ...here, paging: 'full', after: page.end } : { ...here, paging: page.paging, after: page.end, since: page.begin };
  }
  return page.full && !page.isFirst ? { ...here, paging: 'end' } : here;
}

async function floorPatch(db: Db, page: Parameters<typeof floorRows>[1]): Promise<Patch> {
  const { picks, lines, wearers, products, bags } = await floorRows(db, page);
  const patch: Patch = {};
  const pickRows = picks.map(({ picker_id, picker_name, handed_over_at, handed_over_name, cluster_id, cluster_position, full_totes, ...pick }) => ({
    ...pick,
    ...(full_totes && { full_totes: full_totes.sort() }),
    ...(cluster_id !== null && cluster_position !== null && { cluster: { id: cluster_id, position: cluster_position } }),
    order_number: orderNumber(pick.order_id),
    picker: picker_id === null ? null : { id: picker_id, name: picker_name },
    handed_over: handed_over_at === null ? null : { name: handed_over_name, at: handed_over_at },
  }));
  const pickedRows = pickRows.filter(({ state }) => isPicked(state));
  if (pickRows.length) patch.pick = { put: pickRows, del: [] };
  if (lines.length) patch.pick_line = { put: lines, del: [] };
  if (wearers.length) patch.wearer = { put: wearers, del: [] };
  if (products.length) patch.product = { put: products, del: [] };
  if (bags.length) patch.bag = { put: bags.map((bag) => ({ id: bagId(bag.pick_id, bag.employee_id), ...bag })), del: [] };
  if (pickedRows.length) {
    const preps = pickedRows.map(({ id, picker, picked_at, booked_at }) => ({
      pick_id: id,
      picked_by_name: picker?.name ?? null,
      picked_at,
      booked_at,
    }));
    patch.prep_order = { put: preps, del: [] };
  }
  return patch;
}

/** Rows that do not belong to an order on the floor; they are sent with the first page. */
async function otherPatch(db: Db, device: string, v: number | null, floor: Patch, now: string): Promise<Patch> {
  const removedIds = v === null ? { pick: [], pick_line: [], error_code: [] } : await tombstones(db, v);
  const changes = {
    pick: { put: floor.pick?.put ?? [], del: removedIds.pick },
    pick_line: { put: floor.pick_line?.put ?? [], del: removedIds.pick_line },
    style: { put: await styleRows(db, v), del: [] },
    dispatch: await dispatchChanges(db, v),
    error_code: { put: await reasonRows(db, v), del: removedIds.error_code },
    staff: await staffChanges(db, device, v),
    shelf_task: await shelfTaskChanges(db, v),
    to_count: await toCountChanges(db, v),
    purchase_order: await purchaseOrderChanges(db, v, now),
    purchase_order_line: await purchaseOrderLineChanges(db, v, now),
    demand: await demandChanges(db, v),
    receipt: await receiptChanges(db, v, now),
    collection: await collectionChanges(db, v),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, { put, del }]) => put.length > 0 || del.length > 0));
}
