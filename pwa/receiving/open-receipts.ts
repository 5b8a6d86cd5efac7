import type { ReceiptRow } from '../../shared/sync/rows.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { LocalReceipt } from './local-receipts.ts';

/**
 * The deliveries of today that were begun on this tablet and are not reversed, the latest first. A tablet that has lost its own
 * notes finds the deliveries in the synced rows.
 */
export function openReceipts(
  local: readonly LocalReceipt[],
  receipts: ReadonlyMap<string | number, ReceiptRow>,
  device: string | undefined,
  day = ukDate(new Date().toISOString()),
): LocalReceipt[] {
  const begun = local.filter(({ uuid, begun_at }) => receipts.has(uuid) && ukDate(begun_at) === day);
  const uuids = new Set(local.map(({ uuid }) => uuid));
  const others = [...receipts.values()].flatMap((row): LocalReceipt[] =>
    !uuids.has(row.uuid) && device !== undefined && row.device === device && ukDate(row.created_at) === day
      ? [{ uuid: row.uuid, orders: [], begun_at: row.created_at, finished_at: null, placements: [] }]
      : [],
  );
  return [...begun, ...others]
    .filter(({ uuid }) => receipts.get(uuid)?.is_reversed === false)
    .sort((one, other) => (one.begun_at < other.begun_at ? 1 : -1));
}
