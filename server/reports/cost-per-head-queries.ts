import { and, asc, eq, gte, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { type Cell, poundsCell } from '../../shared/csv.ts';
import { daysBetween } from '../../shared/days-between.ts';
import { policy } from '../../shared/policy.ts';
import { type CostPerHeadQuery, costPerHeadDays, yearBefore } from '../../shared/reports/people-reports.ts';
import type { ReportDays } from '../../shared/reports/report-periods.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { byName } from '../db/folded.ts';
import { accounts, employeeRoles, orderLines, orders, sites, userEmployeeRoles, userSites, users } from '../db/tables/index.ts';
import { type Columns, headingsOf, rowsInTurn } from '../http/columns.ts';
import { visibleLines } from '../orders/scope.ts';
import { chargedPieces, returnedPieces } from '../orders/spent-pieces.ts';
import { visibleEmployees } from '../people/scope.ts';
import { enforceClient } from './enforce-client.ts';
import type { ReadyReport } from './named-reports.ts';
import { within } from './orders-in-turn-queries.ts';

/** The people of a site and a role in one period, and what they were charged for, less returns. */
interface Figures {
  people: number;
  items: number;
  /** Pence. */
  cost: number;
}

interface Row {
  account: string;
  site: string | null;
  employee_role: string | null;
  now: Figures;
  before: Figures;
}

/** Items for each person to two places; empty without people. */
const itemsCell = ({ people, items }: Figures): Cell => (people ? Math.round((items / people) * 100) / 100 : null);
/** Pence for each person, half up, as pounds; empty without people. */
const costCell = ({ people, cost }: Figures): Cell => (people ? poundsCell(Math.round(cost / people)) : null);

const columns: Columns<Row> = [
  ['account', (row) => row.account],
  ['site', (row) => row.site],
  ['employee_role', (row) => row.employee_role],
  ['people', ({ now }) => now.people],
  ['items', ({ now }) => now.items],
  ['cost', ({ now }) => poundsCell(now.cost)],
  ['items_per_head', ({ now }) => itemsCell(now)],
  ['cost_per_head', ({ now }) => costCell(now)],
  ['items_before', ({ before }) => before.items],
  ['cost_before', ({ before }) => poundsCell(before.cost)],
  ['items_per_head_before', ({ before }) => itemsCell(before)],
  ['cost_per_head_before', ({ before }) => costCell(before)],
];

/** What submitted orders of these days charged for each person, less approved returns; as far as the reader sees the lines. */
function chargedTo({ db, actor }: Ctx, name: 'charged' | 'charged_before', days: ReportDays, account: number | undefined) {
  const pieces = sql`(${chargedPieces} - ${returnedPieces})`;
  return db
    .select({
      employee_id: orderLines.employee_id,
      account_id: orders.account_id,
      items: sql<number>`sum(${pieces})`.mapWith(Number).as(`${name}_items`),
      cost: sql<number>`sum(${pieces} * ${orderLines.unit_price})`.mapWith(Number).as(`${name}_cost`),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(
      and(
        ...within(orders.submitted_at, daysBetween(days)),
        isNull(orders.cancelled_at),
        isNull(orders.deleted_at),
        eq(orders.is_sample, false),
        account === undefined ? undefined : eq(orders.account_id, account),
        visibleLines(actor),
      ),
    )
    .groupBy(orderLines.employee_id, orders.account_id)
    .as(name);
}

/** The condition that a person was with the company on one of the days, as far as is known. */
function wasThere({ start, end }: ReportDays): SQL | undefined {
  const { from, to } = daysBetween({ start, end });
  return and(
    or(lte(users.started_on, end), and(isNull(users.started_on), to ? lt(users.created_at, to) : undefined)),
    or(isNull(users.leaves_on), gte(users.leaves_on, start)),
    or(isNull(users.deleted_at), from ? gte(users.deleted_at, from) : undefined),
  );
}

/** The first of a person's sites and of their roles, so that nobody counts twice. */
const firstSite = sql`(select min(${userSites.site_id}) from ${userSites} where ${userSites.user_id} = ${users.id})`;
const firstRole = sql`(select min(${userEmployeeRoles.employee_role_id}) from ${userEmployeeRoles} where ${userEmployeeRoles.user_id} = ${users.id})`;

const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number);

/**
 * Items and cost for each person by site and employee role, with the same days of the year before. A person counts if they were with the company on
 * one of the days, or were charged for something.
 */
export async function costPerHead(ctx: Ctx, query: CostPerHeadQuery): Promise<ReadyReport> {
  const { db, actor, now } = ctx;
  authorize(policy.edit_people(actor));
  await enforceClient(ctx, query.account);
  const days = costPerHeadDays(query, ukDate(now));
  const daysBefore = yearBefore(days);
  const charged = chargedTo(ctx, 'charged', days, query.account);
  const chargedBefore = chargedTo(ctx, 'charged_before', daysBefore, query.account);
  const counts = or(wasThere(days), isNotNull(charged.employee_id));
  const countsBefore = or(wasThere(daysBefore), isNotNull(chargedBefore.employee_id));
  const groups = await db
    .select({
      account: accounts.name,
      site: sites.name,
      employee_role: employeeRoles.name,
      people: sum(sql`case when ${counts} then 1 else 0 end`),
      items: sum(sql`${charged.items}`),
      cost: sum(sql`${charged.cost}`),
      people_before: sum(sql`case when ${countsBefore} then 1 else 0 end`),
      items_before: sum(sql`${chargedBefore.items}`),
      cost_before: sum(sql`${chargedBefore.cost}`),
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.account_id))
    .leftJoin(charged, and(eq(charged.employee_id, users.id), eq(charged.account_id, users.account_id)))
    .leftJoin(chargedBefore, and(eq(chargedBefore.employee_id, users.id), eq(chargedBefore.account_id, users.account_id)))
    .leftJoin(sites, sql`${sites.id} = ${firstSite}`)
    .leftJoin(employeeRoles, sql`${employeeRoles.id} = ${firstRole}`)
    .where(
      and(
        visibleEmployees(actor, { with_archived: true }),
        query.account === undefined ? undefined : eq(users.account_id, query.account),
        or(counts, countsBefore),
      ),
    )
    .groupBy(users.account_id, accounts.name, sites.id, sites.name, employeeRoles.id, employeeRoles.name)
    .orderBy(byName(accounts.name), asc(users.account_id), byName(sites.name), asc(sites.id), byName(employeeRoles.name), asc(employeeRoles.id));
  const list = groups.map(
    ({ account, site, employee_role, people, items, cost, people_before, items_before, cost_before }): Row => ({
      account,
      site,
      employee_role,
      now: { people, items, cost },
      before: { people: people_before, items: items_before, cost: cost_before },
    }),
  );
  return {
    filename: `cost-per-head-${days.start}-to-${days.end}-taken-${now.slice(0, 10)}`,
    format: query.format,
    report: {
      columns: headingsOf(columns),
      total: list.length,
      batches: rowsInTurn(
        columns,
        (async function* () {
          yield list;
        })(),
      ),
    },
    layout: {
      title: 'Cost per head',
      day: formatDate(now),
      facts: [],
      columns: [],
      sums: [
        { of: 'people', label: 'People' },
        { of: 'items', label: 'Items' },
        { of: 'cost', label: 'Cost', is_money: true },
        { of: 'items_before', label: 'Items, year before' },
        { of: 'cost_before', label: 'Cost, year before', is_money: true },
      ],
      by: { of: 'account', heading: 'Client' },
    },
  };
}

/** The report of the cost per head of all clients, or of one, for the office only. */
export function officeCostPerHead(ctx: Ctx, query: CostPerHeadQuery): Promise<ReadyReport> {
  authorize(policy.run_reports(ctx.actor));
  return costPerHead(ctx, query);
}
