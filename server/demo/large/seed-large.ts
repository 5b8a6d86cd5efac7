import { staff } from '../../../data/demo/people.ts';
import codes from '../../../data/reference/error-codes.json' with { type: 'json' };
import { loadRows } from '../../db/load-rows.ts';
import { fillPoParts } from '../../db/order-search.ts';
import { fillPersonParts } from '../../db/person-search.ts';
import { fillSpendTally } from '../../db/spend-tally.ts';
import { errorCodes } from '../../db/tables/index.ts';
import { fillTrackingParts } from '../../db/tracking-search.ts';
import { storePictures } from '../load-catalogue.ts';
import { hashSecrets } from '../load-people.ts';
import { randomFrom } from '../random.ts';
import { loadClients } from './load-clients.ts';
import { loadOrders } from './load-orders.ts';
import { loadRange } from './load-range.ts';
import { loadStock } from './load-stock.ts';
import type { Scale } from './scale.ts';

const day = 24 * 3_600_000;
const span = 730 * day;

/** Fill an empty, migrated database with enough data to measure speed: the same seed gives the same data. */
export async function seedLarge(url: string, data_dir: string, scale: Scale, now: Date, seed = 1): Promise<void> {
  const random = randomFrom(seed);
  const [pictures, hashes] = await Promise.all([storePictures(data_dir), hashSecrets()]);
  const today = now.getTime();
  const since = new Date(today - span - 60 * day).toISOString();

  await loadRows(url, async (loader) => {
    await loader.load(errorCodes, codes);
    const ranges = await loadRange(loader, scale.skus, pictures, since);
    const { clients } = await loadClients(loader, scale, ranges, hashes, random, since);
    const ids = (role: string) => staff.flatMap((person, i) => (person.role === role ? [i + 1] : []));
    const [office = 1] = ids('super');
    const skus = ranges.flatMap((range) => range.skus);
    // The ledger contains first the opening stock, then receipts and returns, then dispatches.
    const purchases = Math.ceil(scale.orders / 100);
    const movementsFrom = skus.length + purchases * 10 + scale.orders;
    const used = await loadOrders(loader, scale.orders, clients, { office, pickers: ids('warehouse') }, { today, span }, random, movementsFrom);
    await loadStock(loader, skus, used, purchases, { today, span, office, movementsFrom: skus.length }, random);
    await loader.run(
      'insert into order_tally (account_id, status, n) select account_id, status, count(*) from orders where deleted_at is null group by account_id, status',
    );
    for (const statement of [...fillSpendTally, ...fillPoParts, ...fillPersonParts, ...fillTrackingParts]) await loader.run(statement);
  });
}
