import { eq } from 'drizzle-orm';
import { formatDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { accounts, sites, suppliers } from '../db/tables/index.ts';

/** The filters that all reports have. */
export interface Narrowed {
  start?: string | undefined;
  end?: string | undefined;
  account?: number | undefined;
  site?: number | undefined;
  supplier?: number | undefined;
  sku?: string | undefined;
}

const nameIn = async ({ db }: Pick<Ctx, 'db'>, table: typeof accounts | typeof sites | typeof suppliers, id: number): Promise<string> =>
  (await db.select({ name: table.name }).from(table).where(eq(table.id, id)))[0]?.name ?? '';

/** The filters of a report, as texts for its head. */
export async function narrowedTo(
  ctx: Pick<Ctx, 'db'>,
  { start, end, account, site, supplier, sku }: Narrowed,
  { hasClient = true, days = 'Submitted' } = {},
): Promise<{ label: string; value: string }[]> {
  return [
    ...(start || end ? [{ label: days, value: `${start ? formatDate(start) : 'the start'} to ${end ? formatDate(end) : 'today'}` }] : []),
    ...(hasClient ? [{ label: 'Client', value: account === undefined ? 'All' : await nameIn(ctx, accounts, account) }] : []),
    ...(site === undefined ? [] : [{ label: 'Site', value: await nameIn(ctx, sites, site) }]),
    ...(supplier === undefined ? [] : [{ label: 'Supplier', value: await nameIn(ctx, suppliers, supplier) }]),
    ...(sku ? [{ label: 'SKU', value: sku }] : []),
  ];
}
