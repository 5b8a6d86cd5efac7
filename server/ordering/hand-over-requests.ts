import { and, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { Role } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { orders, userSites, users } from '../db/tables/index.ts';
import { approvalsHandedOverEmail } from '../mail/email-templates/approvals-handed-over.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { notifyEach } from '../notifications/notify.ts';
import { approverTiers } from '../orders/approvers.ts';
import { requestTopic } from './announce-submission.ts';

/** Upper limit of requests that one person hands over; nobody has more open requests. */
const MAX_REQUESTS = 500;
/** Upper limit of requests that an email names. */
const MAX_NAMED = 20;
const approverRoles: readonly Role[] = ['manager', 'site_admin', 'client_admin'];

interface Leaver {
  id: number;
  account_id: number | null;
  role: Role;
  is_supervised_orderer: boolean;
}

const requesters = alias(users, 'requesters');
const leavers = alias(users, 'leavers');
const nobody = (condition: SQL | undefined): SQL => sql`not exists (select 1 from ${users} where ${condition})`;

/**
 * The open requests that these archived people could approve, and for which no other approver of the same kind is left. Each request appears once,
 * with one of these people.
 */
const requestsLeftBy = ({ db }: Ctx, leaver_ids: readonly number[]) =>
  db
    .select({
      id: orders.id,
      uuid: orders.uuid,
      requester_id: orders.requester_id,
      creator_id: orders.creator_id,
      requester: personName(requesters).as('requester'),
      leaver_id: sql<number>`min(${leavers.id})`.mapWith(Number),
    })
    .from(leavers)
    .innerJoin(orders, and(eq(orders.account_id, leavers.account_id), ne(orders.requester_id, leavers.id), ne(orders.creator_id, leavers.id)))
    .innerJoin(requesters, eq(requesters.id, orders.requester_id))
    .where(
      and(
        among(leavers.id, idList(leaver_ids)),
        eq(orders.status, 'requested'),
        isNull(orders.deleted_at),
        nobody(approverTiers.managers(orders)),
        or(
          and(eq(leavers.role, 'client_admin'), nobody(approverTiers.client_admins(orders))),
          and(
            ne(leavers.role, 'client_admin'),
            inArray(orders.delivery_site_id, db.select({ id: userSites.site_id }).from(userSites).where(eq(userSites.user_id, leavers.id))),
          ),
        ),
      ),
    )
    .groupBy(orders.id, requesters.id)
    .orderBy(orders.id)
    .limit(MAX_REQUESTS * leaver_ids.length);

/**
 * Hand over the requests that only the people just archived could approve: the requests go to the client managers or, if there are none, to the
 * provider. The new approvers are notified in the app, and by one email for all requests of one archived person.
 */
export async function handOverRequests(ctx: Ctx, archived: readonly Leaver[]): Promise<void> {
  const formerApprovers = archived.filter(({ role, is_supervised_orderer }) => !is_supervised_orderer && approverRoles.includes(role));
  const account_id = formerApprovers[0]?.account_id ?? null;
  if (account_id === null) return;
  const ids = formerApprovers.map(({ id }) => id);
  const requests = await requestsLeftBy(ctx, ids);
  if (!requests.length) return;

  const anyRequest = { account_id, requester_id: 0, creator_id: 0, delivery_site_id: null };
  const people = (condition: SQL | undefined) =>
    ctx.db
      .select({ id: users.id, forenames: users.forenames, email: users.email, account_id: users.account_id, name: personName(users).as('name') })
      .from(users)
      .where(condition)
      .orderBy(users.id);
  const admins = await people(approverTiers.client_admins(anyRequest));
  const supers = await people(approverTiers.supers(anyRequest));
  const names = new Map((await people(among(users.id, idList(ids)))).map(({ id, name }) => [id, name]));
  const handedOver = requests.map((request) => {
    const others = admins.filter(({ id }) => id !== request.requester_id && id !== request.creator_id);
    return { ...request, leaver: names.get(request.leaver_id) ?? '', approvers: others.length ? others : supers };
  });

  await notifyEach(
    ctx,
    handedOver.map((request) => ({
      user_ids: request.approvers.map(({ id }) => id),
      topic: requestTopic(request),
      data: {
        title: `Order ${orderNumber(request.id)} needs your approval`,
        message: `${request.requester} asked for it. ${request.leaver} can no longer approve it.`,
        url: `/orders/${request.uuid}`,
      },
    })),
  );
  const { public_url } = ctx.services.settings;
  const byLeaver = [...groupBy(handedOver, ({ leaver_id }) => leaver_id).values()];
  await queueMails(
    ctx,
    [...admins, ...supers].flatMap((approver) =>
      byLeaver.flatMap((left) => {
        const theirs = left.filter((request) => request.approvers.includes(approver));
        const [first] = theirs;
        if (!first || !approver.email) return [];
        const message = approvalsHandedOverEmail({
          name: approver.forenames,
          leaver: first.leaver,
          requests: theirs.slice(0, MAX_NAMED).map(({ id, requester }) => ({ order_number: orderNumber(id), requester })),
          count: theirs.length,
          url: theirs.length === 1 ? `${public_url}/orders/${first.uuid}` : `${public_url}/orders`,
        });
        return [{ ...message, to: approver.email, account_id: approver.account_id }];
      }),
    ),
  );
}
