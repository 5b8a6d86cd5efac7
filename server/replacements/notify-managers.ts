import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { addDays } from '../../shared/add-days.ts';
import { addMonths } from '../../shared/add-months.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx, Services } from '../core/context.ts';
import { yieldToRequests } from '../core/yield-to-requests.ts';
import { alias } from '../db/db.ts';
import { accounts, replacementNotices, userSites, users } from '../db/tables/index.ts';
import { insertIgnoringConflicts } from '../db/write-many.ts';
import { recurring } from '../jobs/job.ts';
import { itemsOfPeople, replacementsDueEmail } from '../mail/email-templates/replacements-due.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { notifyEach } from '../notifications/notify.ts';
import { dueItems } from './replacement-queries.ts';

/** The topic under which managers are notified: the notification of a month replaces that of the month before. */
const TOPIC = 'replacements';

const wearer = alias(users, 'wearer');
const ofManager = alias(userSites, 'of_manager');

const lastDayOf = (month: string): string => addDays(addMonths(`${month}-01`, 1), -1);

/** For each manager of a client company, what people in their scope hold that is worn out by a day. */
async function dueByManager(ctx: Pick<Ctx, 'db' | 'now'>, account_id: number, due_by: string) {
  const due = await dueItems(ctx, due_by, eq(users.account_id, account_id));
  const atSameSite = sql`exists (select 1 from ${userSites} join ${userSites} as of_manager on ${ofManager.site_id} = ${userSites.site_id}
    where ${userSites.user_id} = ${due.employee_id} and ${ofManager.user_id} = ${users.id})`;
  const isInScope = or(
    eq(users.role, 'client_admin'),
    eq(users.id, due.employee_id),
    and(atSameSite, or(eq(users.role, 'site_admin'), inArray(wearer.role, ['employee', 'employee_with_order', 'manager']))),
  );
  const number = (value: ReturnType<typeof sql>) => sql<number>`${value}`.mapWith(Number);
  return ctx.db
    .select({
      id: users.id,
      forenames: users.forenames,
      email: users.email,
      items: number(sql`count(*)`),
      people: number(sql`count(distinct ${due.employee_id})`),
      total_cost: number(sql`sum(${due.price} * ${due.quantity})`),
    })
    .from(due)
    .innerJoin(wearer, eq(wearer.id, due.employee_id))
    .innerJoin(users, and(eq(users.account_id, account_id), isInScope))
    .where(and(inArray(users.role, ['client_admin', 'site_admin', 'manager']), isNull(users.deleted_at), eq(users.is_disabled, false)))
    .groupBy(users.id)
    .orderBy(asc(users.id));
}

/** Tell the managers of one client company what is to be replaced by the end of the month; nobody is told twice in a month. */
async function tellManagers(ctx: Pick<Ctx, 'db' | 'now'>, account_id: number, public_url: string): Promise<void> {
  const month = ukDate(ctx.now).slice(0, 7);
  const managers = await dueByManager(ctx, account_id, lastDayOf(month));
  const rows = managers.map(({ id: user_id }) => ({ user_id, month, created_at: ctx.now }));
  const newlyNotified = new Set((await insertIgnoringConflicts(ctx.db, replacementNotices, rows, ['user_id'])).map(({ user_id }) => Number(user_id)));
  const recipients = managers.filter(({ id }) => newlyNotified.has(id));
  await notifyEach(
    ctx,
    recipients.map(({ id, items, people }) => ({
      user_ids: [id],
      data: {
        title: `${itemsOfPeople(items, people)} to replace`,
        message: 'They are worn out by the end of this month. See who is due, and order in one step.',
        url: '/replacements',
      },
      topic: TOPIC,
    })),
  );
  await queueMails(
    ctx,
    recipients.flatMap(({ forenames, email, items, people, total_cost }) =>
      email
        ? [{ ...replacementsDueEmail({ name: forenames, items, people, total_cost, url: `${public_url}/replacements` }), to: email, account_id }]
        : [],
    ),
  );
}

/** Tells managers what is to be replaced, on the first day of each month at 06:00 UTC: each client company in a unit of work of its own. */
export const replacementNoticesJob = recurring('replacement-notices', '0 6 1 * *', async ({ database, clock, settings }: Services, signal) => {
  let last = 0;
  while (!signal.aborted) {
    const [account] = await database.reader
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(gt(accounts.id, last), isNull(accounts.deleted_at)))
      .orderBy(asc(accounts.id))
      .limit(1);
    if (!account) return;
    last = account.id;
    await database.unitOfWork((db) => tellManagers({ db, now: clock().toISOString() }, account.id, settings.public_url));
    await yieldToRequests();
  }
  throw new Error('The notices of replacements were interrupted.');
});
