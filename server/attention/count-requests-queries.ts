import { aliasedTable, eq, inArray, sql } from 'drizzle-orm';
import { garmentWords } from '../../shared/sync/refusal-words.ts';
import type { Db } from '../db/db.ts';
import { personNameIfAny } from '../db/person-name.ts';
import { countRequests, errorCodes, orders, pickLines, picks, products, stockLevels, syncDevices, users } from '../db/tables/index.ts';
import { offShelf } from '../stock/off-shelf.ts';
import { garmentsOf } from '../sync/garments.ts';
import { type AttentionItem, blank, orderColumns, orderOf, personOf, type ReadKind } from './attention-item.ts';

const waiting = sql`
  select 'count_request', count_requests.m, count_requests.created_at, count_requests.id, picks.order_id, count_requests.created_at, count_requests.m, 0
  from count_requests left join pick_lines on pick_lines.id = count_requests.pick_line_id left join picks on picks.id = pick_lines.pick_id
  where count_requests.resolved_at is null`;

async function read(db: Db, names: string[]): Promise<Map<string, AttentionItem>> {
  const openPick = aliasedTable(picks, 'open_pick');
  const requests = await db
    .select({
      m: countRequests.m,
      product_id: countRequests.product_id,
      qty: countRequests.qty,
      difference: countRequests.difference,
      counted_bins: countRequests.bins,
      device: countRequests.device,
      device_name: syncDevices.name,
      person_id: users.id,
      name: personNameIfAny(users),
      at: countRequests.created_at,
      bin: products.bin,
      code: pickLines.code,
      other_reason: pickLines.other_reason,
      reason: errorCodes.description,
      qty_available: stockLevels.qty_available,
      qty_allocated: stockLevels.qty_allocated,
      ...orderColumns,
    })
    .from(countRequests)
    .innerJoin(products, eq(products.id, countRequests.product_id))
    .leftJoin(stockLevels, eq(stockLevels.product_id, countRequests.product_id))
    .leftJoin(pickLines, eq(pickLines.id, countRequests.pick_line_id))
    .leftJoin(errorCodes, eq(errorCodes.code, pickLines.code))
    .leftJoin(openPick, eq(openPick.id, pickLines.pick_id))
    .leftJoin(orders, eq(orders.id, openPick.order_id))
    .leftJoin(syncDevices, eq(syncDevices.device, countRequests.device))
    .leftJoin(users, eq(users.id, countRequests.requested_by))
    .where(inArray(countRequests.m, names));
  const product_ids = requests.map(({ product_id }) => product_id);
  const garments = await garmentsOf(db, product_ids);
  const off = await offShelf(db, product_ids);
  const items = requests.map(
    ({
      m,
      product_id,
      qty,
      difference,
      counted_bins,
      device,
      device_name,
      at,
      bin,
      code,
      reason,
      other_reason,
      qty_available,
      qty_allocated,
      ...row
    }): AttentionItem => {
      const garment = garments.get(product_id);
      return {
        ...blank,
        kind: 'count_request',
        m,
        order: orderOf(row),
        sku: garment?.sku ?? null,
        garment: garment ? garmentWords(garment) : null,
        qty,
        server: {
          bin,
          reason: [reason ?? code, other_reason].filter(Boolean).join(': ') || null,
          qty_available: qty_available ?? 0,
          qty_allocated: qty_allocated ?? 0,
          qty_off_shelf: off.get(product_id) ?? 0,
          difference,
          counted_bins,
        },
        device,
        device_name,
        person: personOf(row),
        at,
      };
    },
  );
  return new Map(items.map((item) => [item.m, item]));
}

/** Counts that wait for a super, and requests for counts. */
export const openCountRequests: ReadKind = { waiting, read };
