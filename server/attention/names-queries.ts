import { eq, inArray, sql } from 'drizzle-orm';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { describeMutation, type MutationText, type Names, titleOfMutation } from '../../shared/sync/mutation-text.ts';
import { isMutationName, mutationArgs } from '../../shared/sync/mutations.ts';
import type { GarmentFacts } from '../../shared/sync/refusal-facts.ts';
import { garmentWords } from '../../shared/sync/refusal-words.ts';
import type { WireMutation } from '../../shared/sync/wire.ts';
import type { Db } from '../db/db.ts';
import { errorCodes, orderLines, orders, pickLines, picks, users } from '../db/tables/index.ts';
import { garmentsOf } from '../sync/garments.ts';

/** The arguments of a stored mutation; null if they cannot be decoded. */
const argsOf = ({ n, a }: WireMutation): Record<string, unknown> | null =>
  isMutationName(n) ? ((mutationArgs[n].safeParse(a).data as Record<string, unknown>) ?? null) : null;

const numbers = (values: readonly unknown[]): number[] => [...new Set(values.filter((value) => typeof value === 'number'))];

interface Described {
  /** The person's action in words; only the mutation's name if the arguments cannot be decoded. */
  words: MutationText;
  garment: GarmentFacts | null;
}

/** Describes stored mutations in words: the facts in their arguments, with the names of the records that they are about. */
export async function describeMutations(db: Db, argsOfMutations: readonly WireMutation[]): Promise<(mutation: WireMutation) => Described> {
  const args = new Map(argsOfMutations.map((mutation) => [mutation.m, argsOf(mutation)]));
  const all = [...args.values()].filter((a) => a !== null);
  const idsOfField = (key: string): number[] => numbers(all.map((a) => a[key]));
  const uuids = all.flatMap((a) => (Array.isArray(a.orders) ? a.orders.map(({ uuid }: { uuid: string }) => uuid) : []));
  const lines = await linesOf(db, idsOfField('pick_line_id'));
  const garments = await garmentsOf(db, [...idsOfField('product_id'), ...[...lines.values()].map(({ product_id }) => product_id)]);
  const words = (product_id: number): string | null => {
    const garment = garments.get(product_id);
    return garment ? garmentWords(garment) : null;
  };
  const picksById = await ordersOfPicks(db, idsOfField('pick_id'));
  const byUuid = await ordersByUuid(db, uuids);
  const wearers = await people(db, idsOfField('employee_id'));
  const reasons = all.some((a) => a.code) ? await reasonWords(db) : new Map<string, string>();
  const names: Names = {
    orderOfPick: (id) => picksById.get(id) ?? null,
    orderByUuid: (uuid) => byUuid.get(uuid) ?? null,
    line: (id) => {
      const line = lines.get(id);
      return line ? { ...line, garment: words(line.product_id) ?? '' } : null;
    },
    product: words,
    wearer: (id) => wearers.get(id) ?? null,
    dispatch: dispatchNumber,
    reason: (code) => reasons.get(code) ?? null,
    // A new task of a line and tablet overwrites the earlier one, so the items of an earlier task are unknown.
    shelfTask: () => null,
  };
  return (mutation) => {
    const a = args.get(mutation.m);
    const product_id = typeof a?.product_id === 'number' ? a.product_id : lines.get(Number(a?.pick_line_id))?.product_id;
    return {
      words:
        a && isMutationName(mutation.n) ? describeMutation(names, mutation.n, a as never) : { text: titleOfMutation(mutation.n), order_number: null },
      garment: garments.get(product_id ?? 0) ?? null,
    };
  };
}

async function ordersOfPicks(db: Db, ids: number[]): Promise<Map<number, string>> {
  const pickRows = ids.length ? await db.select({ id: picks.id, order_id: picks.order_id }).from(picks).where(inArray(picks.id, ids)) : [];
  return new Map(pickRows.map(({ id, order_id }) => [id, orderNumber(order_id)]));
}

async function ordersByUuid(db: Db, uuids: string[]): Promise<Map<string, string>> {
  const orderRows = uuids.length ? await db.select({ id: orders.id, uuid: orders.uuid }).from(orders).where(inArray(orders.uuid, uuids)) : [];
  return new Map(orderRows.map(({ id, uuid }) => [uuid, orderNumber(id)]));
}

/** Lines without their quantities, because quantities change all the time. While the pick is open, the decoration stays; it may change later. */
async function linesOf(db: Db, ids: number[]) {
  if (!ids.length) return new Map<number, never>();
  const lineRows = await db
    .select({
      id: pickLines.id,
      product_id: pickLines.product_id,
      decoration: sql<string | null>`case when ${picks.state} <> 'closed' then ${orderLines.decoration} end`,
    })
    .from(pickLines)
    .innerJoin(picks, eq(picks.id, pickLines.pick_id))
    .innerJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .where(inArray(pickLines.id, ids));
  return new Map(lineRows.map((line) => [line.id, { ...line, qty_allocated: null, qty_picked: null }]));
}

async function people(db: Db, ids: number[]): Promise<Map<number, string>> {
  const columns = { id: users.id, forenames: users.forenames, surname: users.surname };
  const userRows = ids.length ? await db.select(columns).from(users).where(inArray(users.id, ids)) : [];
  return new Map(userRows.map(({ id, forenames, surname }) => [id, `${forenames} ${surname}`.trim()]));
}

async function reasonWords(db: Db): Promise<Map<string, string>> {
  const codeRows = await db.select({ code: errorCodes.code, description: errorCodes.description }).from(errorCodes);
  return new Map(codeRows.map(({ code, description }) => [code, description]));
}
