import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { pounds } from '../../shared/money.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { lockRows } from '../db/lock.ts';
import { personName } from '../db/person-name.ts';
import { orderLines, orders, userSites, users } from '../db/tables/index.ts';
import { leaverHoldingsEmail } from '../mail/email-templates/leaver-holdings.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { heldLines, viewHoldings } from '../wearers/holdings-queries.ts';

/** How many lines one email lists, and how many lines are read for all emails of one change. */
const MAX_LINES = 50;
const MAX_READ = 10_000;

const manager = alias(users, 'manager');
const at = alias(userSites, 'manager_site');

interface Recipient {
  employee_id: number;
  id: number;
  forenames: string;
  email: string | null;
}

/** Who looks after each of these people: the managers at their sites who may see them, or else the client’s managers. */
async function managersOf({ db }: Ctx, employee_ids: readonly number[]): Promise<Map<number, Recipient[]>> {
  const columns = { employee_id: users.id, id: manager.id, forenames: manager.forenames, email: manager.email };
  const isActive = and(isNull(manager.deleted_at), eq(manager.is_disabled, false), isNotNull(manager.email), sql`${manager.id} <> ${users.id}`);
  const whose = and(among(users.id, idList(employee_ids)), eq(manager.account_id, users.account_id), isActive);
  const near = await db
    .selectDistinct(columns)
    .from(users)
    .innerJoin(userSites, eq(userSites.user_id, users.id))
    .innerJoin(at, eq(at.site_id, userSites.site_id))
    .innerJoin(manager, eq(manager.id, at.user_id))
    .where(
      and(
        whose,
        // A Department Manager sees nobody above their own role.
        or(eq(manager.role, 'site_admin'), and(eq(manager.role, 'manager'), sql`${users.role} in ('employee', 'employee_with_order', 'manager')`)),
      ),
    )
    .orderBy(asc(manager.id));
  const byEmployee = groupBy(near, ({ employee_id }) => employee_id);
  const others = employee_ids.filter((id) => !byEmployee.has(id));
  if (!others.length) return byEmployee;
  const admins = await db
    .select(columns)
    .from(users)
    .innerJoin(manager, eq(manager.account_id, users.account_id))
    .where(and(whose, among(users.id, idList(others)), eq(manager.role, 'client_admin')))
    .orderBy(asc(manager.id));
  return new Map([...byEmployee, ...groupBy(admins, ({ employee_id }) => employee_id)]);
}

/**
 * Mail to the managers of people who leave what these people hold: once for each person, until the person starts again. Nothing is mailed about
 * somebody who holds nothing.
 */
export async function mailHoldings(ctx: Ctx, employee_ids: readonly number[]): Promise<void> {
  const leavers = await lockRows(
    ctx.db
      .select({
        id: users.id,
        account_id: users.account_id,
        name: personName(users).as('name'),
        leaves_on: users.leaves_on,
        started_on: users.started_on,
        leaver_mailed_at: users.leaver_mailed_at,
      })
      .from(users)
      .where(and(among(users.id, idList(employee_ids)), isNotNull(users.leaves_on), isNull(users.deleted_at)))
      .orderBy(asc(users.id)),
  );
  const unmailed = leavers.filter(
    ({ leaver_mailed_at, started_on }) => leaver_mailed_at === null || (started_on !== null && started_on > ukDate(leaver_mailed_at)),
  );
  if (!unmailed.length) return;
  const ids = unmailed.map(({ id }) => id);
  const ownCompany = sql`${orders.account_id} = (select ${users.account_id} from ${users} where ${users.id} = ${orderLines.employee_id})`;
  const lines = await heldLines(ctx, and(among(orderLines.employee_id, idList(ids)), ownCompany, isNull(orders.deleted_at)), MAX_READ);
  const linesByWearer = groupBy(lines, ({ employee_id }) => employee_id);
  const holders = unmailed.filter(({ id }) => linesByWearer.has(id));
  if (!holders.length) return;
  const holderIds = holders.map(({ id }) => id);
  const described = await viewHoldings(
    ctx,
    holderIds.flatMap((id) => linesByWearer.get(id) ?? []),
    () => true,
  );
  const itemOf = new Map(described.map((item) => [item.order_line_id, item]));
  const recipients = await managersOf(ctx, holderIds);
  await queueMails(
    ctx,
    holders.flatMap(({ id, name, leaves_on, account_id }) => {
      const items = (linesByWearer.get(id) ?? []).flatMap(({ order_line_id }) => itemOf.get(order_line_id) ?? []);
      const total = items.reduce((sum, { quantity, value_now }) => sum + quantity * (value_now ?? 0), 0);
      return (recipients.get(id) ?? []).map(({ forenames, email }) => ({
        to: email ?? '',
        account_id,
        topic: `leaver:${id}`,
        ...leaverHoldingsEmail({
          name: forenames,
          employee: name,
          leaves_on: leaves_on ?? '',
          url: `${ctx.services.settings.public_url}/employees/${id}`,
          items: items.slice(0, MAX_LINES).map(({ product, quantity, issued_on, value_now }) => ({
            product: product.name,
            colour: product.variation_colour,
            size: product.size,
            quantity,
            issued_on,
            value_now: pounds(value_now ?? 0),
          })),
          further: Math.max(0, items.length - MAX_LINES),
          total_now: pounds(total),
        }),
      }));
    }),
  );
  await ctx.db
    .update(users)
    .set({ leaver_mailed_at: ctx.now })
    .where(among(users.id, idList(holderIds)));
}
