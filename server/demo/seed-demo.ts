import type { Services } from '../core/context.ts';
import { gatherStatistics } from '../db/gather-statistics.ts';
import { outbox } from '../db/tables/index.ts';
import { loadReference } from '../reference/load-reference.ts';
import { beginStartersAndLeavers } from './begin-starters-and-leavers.ts';
import { aloneIn, demoWorld } from './demo-world.ts';
import { importPeople } from './import-people.ts';
import { isEmpty } from './is-empty.ts';
import { liveOrder } from './live-orders.ts';
import { beginPurchasing } from './live-purchasing.ts';
import { beginSupplierNotes } from './live-supplier-notes.ts';
import { beginSupplierReturns } from './live-supplier-returns.ts';
import { loadCatalogue, storePictures } from './load-catalogue.ts';
import { hashSecrets, loadPeople } from './load-people.ts';
import { storeLogos } from './logos.ts';
import { planDemoOrders } from './plan-demo-orders.ts';
import { postDatasheets, storeDatasheets } from './post-datasheets.ts';
import { postNotices, storeNotices } from './post-notices.ts';
import { previewAllocation } from './preview-allocation.ts';
import { randomFrom } from './random.ts';
import { rollOutKit } from './roll-out-kit.ts';
import { schedulePrices } from './schedule-prices.ts';
import { scheduleReport } from './schedule-report.ts';
import { setReorderPoints } from './set-reorder-points.ts';
import { setUpAllowances } from './set-up-allowances.ts';
import { stockTheShelves } from './stock-the-shelves.ts';
import { Timeline } from './timeline.ts';
import { Wardrobe } from './wardrobe.ts';
import { writeWebsiteTexts } from './write-website-texts.ts';

const day = 24 * 3_600_000;

/** The database is not empty, so no demo data is made. */
export class NotEmptyError extends Error {
  constructor() {
    super('The database is not empty; made-up data goes into an empty one only. Name another with DATA_DIR or DATABASE_URL.');
  }
}

/**
 * Fill an empty database with the demo as of `today`: four months of two clients. Every step of an order is one of the product's own commands.
 * Everything except the imports is one unit of work, so that an interrupted start leaves nothing behind. The same seed and day give the same data;
 * the same seed on another day gives the same orders.
 */
export async function seedDemo(services: Services, today: Date = services.clock(), seed = 1): Promise<void> {
  const { DATA_DIR } = services.settings;
  const [pictures, logos, datasheets, notices, hashes] = await Promise.all([
    storePictures(DATA_DIR),
    storeLogos(DATA_DIR),
    storeDatasheets(DATA_DIR),
    storeNotices(DATA_DIR),
    hashSecrets(),
  ]);
  const since = new Date(today.getTime() - 400 * day).toISOString();
  const ended = new Date(today.getTime() - 30 * day).toISOString();
  const ends = new Date(today.getTime() + 30 * day).toISOString();
  const opening = new Date(today.getTime() - 130 * day);

  const loaded = await services.database.unitOfWork(async (db) => {
    if (!(await isEmpty(db))) throw new NotEmptyError();
    await loadReference(db);
    const catalogue = await loadCatalogue(db, pictures, { since, ended, ends });
    const people = await loadPeople(db, { catalogue, logos, hashes }, today, since);
    const timeline = new Timeline(opening);
    const world = demoWorld({ db, services, catalogue, people, timeline, today, random: randomFrom(seed) });
    const stock = await stockTheShelves(world);
    // Once analysed, the database plans its queries as it will in daily work.
    await gatherStatistics(db);
    const orders = planDemoOrders(world, new Wardrobe(world, stock.qty, stock.short));
    beginPurchasing(world, stock.short);
    for (const order of orders) timeline.begin(liveOrder(aloneIn(world), order));
    beginSupplierReturns(world);
    beginSupplierNotes(world);
    await timeline.until(today);
    await previewAllocation(world);
    await postDatasheets(world, datasheets);
    await postNotices(world, notices);
    await writeWebsiteTexts(world);
    await setReorderPoints(world);
    await schedulePrices(world);
    await scheduleReport(world);
    await rollOutKit(world);
    await setUpAllowances(world);
    await beginStartersAndLeavers(world);
    // The emails that these four months caused were sent long ago.
    await db.update(outbox).set({ sent_at: outbox.created_at });
    await gatherStatistics(db);
    return people;
  });
  // Outside the unit of work above, because an import runs in units of work of its own.
  await importPeople(services, loaded, today);
}
