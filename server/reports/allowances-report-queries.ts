import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AllowanceUnit } from '../../shared/allowances/allowance.ts';
import { unitWords } from '../../shared/allowances/allowance-cells.ts';
import { type Cell, dayCell, poundsCell } from '../../shared/csv.ts';
import { groupBy } from '../../shared/group-by.ts';
import { policy } from '../../shared/policy.ts';
import type { PeopleReportQuery } from '../../shared/reports/people-reports.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import { figuresOfPeople, holdersOf, type PersonAllowance } from '../allowances/figures-of-people.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { byName } from '../db/folded.ts';
import { accounts, allowances, userEmployeeRoles, users } from '../db/tables/index.ts';
import { type Columns, headingsOf, rowsInTurn, textsCell } from '../http/columns.ts';
import { rolesOfPeople, sitesOfPeople } from '../people/places-of-people-queries.ts';
import { visibleEmployees } from '../people/scope.ts';
import { enforceClient } from './enforce-client.ts';
import type { ReadyReport } from './named-reports.ts';

/** How many people one batch reads. */
const PEOPLE = 200;

interface Row {
  account: string;
  sites: readonly string[];
  roles: readonly string[];
  employee_number: string | null;
  held: PersonAllowance;
}

/** An amount in the unit of its allowance: pence as pounds. */
const amountCell = (unit: AllowanceUnit, amount: number | null): Cell => (amount === null ? null : unit === 'pence' ? poundsCell(amount) : amount);

const columns: Columns<Row> = [
  ['account', (row) => row.account],
  ['site', (row) => textsCell(row.sites)],
  ['employee_role', (row) => textsCell(row.roles)],
  ['employee_number', (row) => row.employee_number],
  ['employee', ({ held }) => held.holder.name],
  ['allowance', ({ held }) => held.allowance.name],
  ['unit', ({ held }) => unitWords[held.terms.unit]],
  ['amount', ({ held: { terms, figure } }) => amountCell(terms.unit, figure.amount)],
  ['used', ({ held: { terms, figure } }) => amountCell(terms.unit, figure.used)],
  ['left', ({ held: { terms, figure } }) => amountCell(terms.unit, figure.left)],
  ['from', ({ held }) => dayCell(held.figure.from)],
  ['until', ({ held }) => dayCell(held.figure.until)],
];

/** The allowances of the person of a row of `users` that have not ended by `day`. */
const heldBy = (day: string): SQL =>
  sql`from ${allowances} where (${allowances.ended_on} is null or ${allowances.ended_on} > ${day}) and (${allowances.user_id} = ${users.id}
    or ${allowances.employee_role_id} in (select ${userEmployeeRoles.employee_role_id} from ${userEmployeeRoles} where ${userEmployeeRoles.user_id} = ${users.id}))`;

async function* rowsOf(ctx: Ctx, people: readonly { id: number; account: string; employee_number: string | null }[]): AsyncGenerator<Row[]> {
  const today = ukDate(ctx.now);
  for (let at = 0; at < people.length; at += PEOPLE) {
    const batch = people.slice(at, at + PEOPLE);
    const ids = batch.map(({ id }) => id);
    const { figures } = await figuresOfPeople(ctx, await holdersOf(ctx, ids), today);
    const byPerson = groupBy(figures, ({ holder }) => holder.id);
    const sites = await sitesOfPeople(ctx, ids);
    const roles = await rolesOfPeople(ctx, ids);
    yield batch.flatMap(({ id, account, employee_number }) =>
      (byPerson.get(id) ?? []).map((held) => ({
        account,
        sites: (sites.get(id) ?? []).map(({ name }) => name),
        // The role that has the allowance; all roles of the person beside an allowance of their own.
        roles: (roles.get(id) ?? [])
          .filter((role) => held.allowance.employee_role_id === null || role.id === held.allowance.employee_role_id)
          .map(({ name }) => name),
        employee_number,
        held,
      })),
    );
  }
}

/** What people may have of their allowances today and have used: a row for each person and allowance. The reader gets the people whom they may see. */
export async function allowancesReport(ctx: Ctx, { account, format }: PeopleReportQuery): Promise<ReadyReport> {
  const { db, actor, now } = ctx;
  authorize(policy.edit_people(actor));
  await enforceClient(ctx, account);
  const today = ukDate(now);
  const whose = and(visibleEmployees(actor), account === undefined ? undefined : eq(users.account_id, account));
  const people = await db
    .select({
      id: users.id,
      account: accounts.name,
      employee_number: users.employee_number,
      held: sql<number>`(select count(*) ${heldBy(today)})`.mapWith(Number),
    })
    .from(users)
    .innerJoin(accounts, and(eq(accounts.id, users.account_id), isNull(accounts.deleted_at)))
    .where(and(whose, or(isNull(users.leaves_on), sql`${users.leaves_on} > ${today}`), sql`exists (select 1 ${heldBy(today)})`))
    .orderBy(byName(accounts.name), asc(users.account_id), asc(users.name_key), asc(users.id));
  return {
    filename: `allowances-taken-${now.slice(0, 10)}`,
    format,
    report: {
      columns: headingsOf(columns),
      total: people.reduce((sum, { held }) => sum + held, 0),
      batches: rowsInTurn(columns, rowsOf(ctx, people)),
    },
    layout: { title: 'Allowances', day: formatDate(now), facts: [], columns: [], sums: [] },
  };
}

/** The report of the allowances of all clients, or of one, for the office only. */
export function officeAllowancesReport(ctx: Ctx, query: PeopleReportQuery): Promise<ReadyReport> {
  authorize(policy.run_reports(ctx.actor));
  return allowancesReport(ctx, query);
}
