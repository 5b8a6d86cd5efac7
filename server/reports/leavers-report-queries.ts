import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { addDays } from '../../shared/add-days.ts';
import { DEDUCTION_DAYS } from '../../shared/collections/leaver.ts';
import { dayCell, poundsCell } from '../../shared/csv.ts';
import { groupBy } from '../../shared/group-by.ts';
import { policy } from '../../shared/policy.ts';
import type { PeopleReportQuery } from '../../shared/reports/people-reports.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { personName } from '../db/person-name.ts';
import { accounts, orderLines, orders, users } from '../db/tables/index.ts';
import { type Columns, headingsOf, rowsInTurn, textsCell } from '../http/columns.ts';
import { visibleLines } from '../orders/scope.ts';
import { sitesOfPeople } from '../people/places-of-people-queries.ts';
import { visibleEmployees } from '../people/scope.ts';
import { type HeldLine, heldLines, worthOf } from '../wearers/holdings-queries.ts';
import { describedProducts, selectShipped } from '../wearers/issued-queries.ts';
import { enforceClient } from './enforce-client.ts';
import type { ReadyReport } from './named-reports.ts';

/** How many people one batch reads, and how many lines of them at most. */
const PEOPLE = 100;
const MAX_LINES = 20_000;

interface Leaver {
  id: number;
  account: string;
  employee_number: string | null;
  name: string;
  leaves_on: string | null;
  deduction_consent_on: string | null;
}

interface Row {
  leaver: Leaver;
  sites: readonly string[];
  sku: string;
  product: string;
  qty: number;
  issued_on: string | null;
  value_new: number;
  value_now: number;
}

const columns: Columns<Row> = [
  ['account', ({ leaver }) => leaver.account],
  ['site', (row) => textsCell(row.sites)],
  ['employee_number', ({ leaver }) => leaver.employee_number],
  ['employee', ({ leaver }) => leaver.name],
  ['left_on', ({ leaver }) => dayCell(leaver.leaves_on)],
  ['sku', (row) => row.sku],
  ['product', (row) => row.product],
  ['qty', (row) => row.qty],
  ['issued_on', (row) => dayCell(row.issued_on)],
  ['value_new', (row) => poundsCell(row.value_new)],
  ['value_now', (row) => poundsCell(row.value_now)],
  ['consent', ({ leaver }) => dayCell(leaver.deduction_consent_on)],
];

/** The condition for the lines of people in orders of their own company, as far as the reader sees the lines. */
const linesOf = (ctx: Ctx, ids: readonly number[]) =>
  and(
    among(orderLines.employee_id, idList(ids)),
    sql`${orders.account_id} = (select ${users.account_id} from ${users} where ${users.id} = ${orderLines.employee_id})`,
    visibleLines(ctx.actor),
  );

async function* rowsOf(ctx: Ctx, leavers: readonly Leaver[]): AsyncGenerator<Row[]> {
  const today = ukDate(ctx.now);
  for (let at = 0; at < leavers.length; at += PEOPLE) {
    const batch = leavers.slice(at, at + PEOPLE);
    const ids = batch.map(({ id }) => id);
    const held = await heldLines(ctx, linesOf(ctx, ids), MAX_LINES);
    const described = await describedProducts(
      ctx,
      held.map(({ product_id }) => product_id),
    );
    const linesByPerson = groupBy(held, ({ employee_id }) => employee_id);
    const places = await sitesOfPeople(ctx, ids);
    yield batch.flatMap((leaver) =>
      (linesByPerson.get(leaver.id) ?? []).flatMap((line: HeldLine): Row[] => {
        const product = described.get(line.product_id);
        if (!product) return [];
        return [
          {
            leaver,
            sites: (places.get(leaver.id) ?? []).map(({ name }) => name),
            sku: product.sku,
            product: [product.name, product.variation_colour, product.size].filter(Boolean).join(', '),
            qty: line.qty_shipped - line.qty_approved,
            ...worthOf(line, today),
          },
        ];
      }),
    );
  }
}

/**
 * What people still hold who left 30 or more days ago, with its value today and their agreement to deductions: a row for each order line. The reader
 * gets the people and the lines that they may see.
 */
export async function leaversReport(ctx: Ctx, { account, format }: PeopleReportQuery): Promise<ReadyReport> {
  const { db, actor, now } = ctx;
  authorize(policy.edit_people(actor));
  await enforceClient(ctx, account);
  const leavers = await db
    .select({
      id: users.id,
      account: accounts.name,
      employee_number: users.employee_number,
      name: personName(users).as('leaver_name'),
      leaves_on: users.leaves_on,
      deduction_consent_on: users.deduction_consent_on,
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.account_id))
    .where(
      and(
        visibleEmployees(actor, { with_archived: true }),
        isNotNull(users.leaves_on),
        lte(users.leaves_on, addDays(ukDate(now), -DEDUCTION_DAYS)),
        account === undefined ? undefined : eq(users.account_id, account),
      ),
    )
    .orderBy(asc(accounts.name), asc(users.account_id), asc(users.name_key), asc(users.id));
  const shipped = selectShipped(
    db,
    linesOf(
      ctx,
      leavers.map(({ id }) => id),
    ),
  ).as('issued_lines');
  const total = await db.$count(
    db.select({ id: shipped.line_id }).from(shipped).where(sql`${shipped.qty_shipped} > ${shipped.qty_returned}`).as('held'),
  );
  return {
    filename: `leavers-taken-${now.slice(0, 10)}`,
    format,
    report: { columns: headingsOf(columns), total, batches: rowsInTurn(columns, rowsOf(ctx, leavers)) },
    layout: { title: 'Leavers', day: formatDate(now), facts: [], columns: [], sums: [] },
  };
}

/** The report of the leavers of all clients, or of one, for the office only. */
export function officeLeaversReport(ctx: Ctx, query: PeopleReportQuery): Promise<ReadyReport> {
  authorize(policy.run_reports(ctx.actor));
  return leaversReport(ctx, query);
}
