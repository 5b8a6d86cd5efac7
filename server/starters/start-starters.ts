import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm';
import { addDays } from '../../shared/add-days.ts';
import { groupBy } from '../../shared/group-by.ts';
import { listText } from '../../shared/list-text.ts';
import { LATE_ENTRY_DAYS } from '../../shared/starters/starter.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { accounts, employeeRoles, kitLines, starters, userEmployeeRoles, users } from '../db/tables/index.ts';
import { insertIgnoringConflicts } from '../db/write-many.ts';
import { queueJobs } from '../jobs/queue-job.ts';
import { kitsOfRoles } from '../kits/kit-queries.ts';
import { notify } from '../notifications/notify.ts';
import { askForKitSizes } from '../sizes/ask-for-kit-sizes.ts';
import { kitFills } from '../sizes/kit-fills.ts';
import { kitSender } from './kit-sender.ts';
import { orderKitJobs } from './queue-kits.ts';

interface NewPeople {
  account_id: number;
  employee_ids: readonly number[];
}

/** The new people and roles for which a kit is to be given: with a first day that is not long ago, and a role that has a kit. */
const peopleWithKits = ({ db, now }: Ctx, { account_id, employee_ids }: NewPeople) =>
  db
    .select({ user_id: users.id, employee_role_id: employeeRoles.id })
    .from(users)
    .innerJoin(userEmployeeRoles, eq(userEmployeeRoles.user_id, users.id))
    .innerJoin(employeeRoles, eq(employeeRoles.id, userEmployeeRoles.employee_role_id))
    .where(
      and(
        among(users.id, idList(employee_ids)),
        eq(users.account_id, account_id),
        isNull(users.deleted_at),
        gte(users.started_on, addDays(ukDate(now), -LATE_ENTRY_DAYS)),
        isNull(employeeRoles.deleted_at),
        sql`exists (select 1 from ${kitLines} where ${kitLines.employee_role_id} = ${employeeRoles.id})`,
      ),
    )
    .orderBy(asc(users.id), asc(employeeRoles.id));

/**
 * Begin what a client company wants for people who were just added: ask for the sizes of their kits, once, and order the kits whose sizes are all known.
 * Whatever adds people calls this in its unit of work. The orders are jobs, so that a kit that cannot be ordered does not refuse the person.
 */
export async function startStarters(ctx: Ctx, people: NewPeople): Promise<void> {
  const { db, now } = ctx;
  if (!people.employee_ids.length) return;
  const [account] = await db.select({ starter_kit: accounts.starter_kit }).from(accounts).where(eq(accounts.id, people.account_id));
  if (!account || account.starter_kit === 'off') return;
  const is_ordered = account.starter_kit === 'order';
  const rows = (await peopleWithKits(ctx, people)).map((row) => ({ ...row, is_ordered, created_at: now }));
  const added = await insertIgnoringConflicts(db, starters, rows, ['user_id', 'employee_role_id']);
  if (!added.length) return;
  const pairs = added.map(({ user_id, employee_role_id }) => ({ user_id: Number(user_id), employee_role_id: Number(employee_role_id) }));
  const kits = await kitsOfRoles(
    ctx,
    pairs.map(({ employee_role_id }) => employee_role_id),
  );
  const byPerson = groupBy(pairs, ({ user_id }) => user_id);
  const fills = await kitFills(
    ctx,
    [...byPerson].map(([id, roles]) => ({ id, lines: roles.flatMap(({ employee_role_id }) => kits.get(employee_role_id) ?? []) })),
  );
  const requester_id = (await kitSender(ctx, people.account_id))?.id ?? ctx.actor.id;
  const { asked, without_email } = await askForKitSizes(
    ctx,
    { account_id: people.account_id, requester_id },
    [...fills].map(([id, { filled }]) => ({ id, filled })),
  );
  if (asked.length)
    await db
      .update(starters)
      .set({ asked_at: now })
      .where(among(starters.user_id, idList(asked)));
  if (without_email.length) await tellToAsk(ctx, [requester_id, ctx.actor.id], without_email);
  if (is_ordered) await queueJobs(ctx, orderKitJobs(pairs));
}

/** The number of names in one notification. */
const NAMES = 5;

const tellToAsk = (ctx: Ctx, user_ids: readonly number[], people: readonly { name: string }[]): Promise<void> => {
  const more = people.length - NAMES;
  const names = [...people.slice(0, NAMES).map(({ name }) => name), ...(more > 0 ? [`${more} more`] : [])];
  return notify(ctx, user_ids, {
    title: people.length === 1 ? 'Ask a starter for their sizes' : `Ask ${people.length} starters for their sizes`,
    message: `${listText(names)} ${people.length === 1 ? 'has' : 'have'} no email address. Ask them, and record the sizes on their pages.`,
    url: '/starters?state=no_sizes',
  });
};
