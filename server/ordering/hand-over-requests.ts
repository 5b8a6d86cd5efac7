import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { Role } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { alias } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { orders, userSites, users } from '../db/tables/index.ts';
import { approvalsHandedOverEmail } from '../mail/email-templates/approvals-handed-over.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { notifyEach } from '../notifications/notify.ts';
import { requestTopic } from './announce-submission.ts';
import { approverTiers } from './approvers.ts';

/** Requests that are handed over one by one; nobody has more of them open. */
const MAX_REQUESTS = 500;
/** Requests that an email names. */
const MAX_NAMED = 20;

interface Leaver {
  id: number;
  account_id: number | null;
  role: Role;
  is_supervised_orderer: boolean;
}

const requesters = alias(users, 'requesters');
const nobody = (condition: SQL | undefined): SQL => sql`not exists (select 1 from ${users} where ${condition})`;

/** The open requests that somebody who is archived could approve, and nobody of their kind can any more. */
async function requestsLeftBy({ db }: Ctx, { id, role }: Leaver, account_id: number) {
  const atTheirSites = inArray(orders.delivery_site_id, db.select({ id: userSites.site_id }).from(userSites).where(eq(userSites.user_id, id)));
  return db
    .select({
      id: orders.id,
      uuid: orders.uuid,
      requester_id: orders.requester_id,
      creator_id: orders.creator_id,
      requester: personName(requesters).as('requester'),
    })
    .from(orders)
    .innerJoin(requesters, eq(requesters.id, orders.requester_id))
    .where(
      and(
        eq(orders.account_id, account_id),
        eq(orders.status, 'requested'),
        isNull(orders.deleted_at),
        ne(orders.requester_id, id),
        ne(orders.creator_id, id),
        nobody(approverTiers.managers(orders)),
        role === 'client_admin' ? nobody(approverTiers.client_admins(orders)) : atTheirSites,
      ),
    )
    .orderBy(orders.id)
    .limit(MAX_REQUESTS);
}

/**
 * Requests that only somebody who was just archived could approve go to the client managers, and where there are none to the provider:
 * they are notified in the product, and by one email for all of them.
 */
export async function handOverRequests(ctx: Ctx, leaver: Leaver): Promise<void> {
  const { account_id, role } = leaver;
  if (account_id === null || leaver.is_supervised_orderer || !['manager', 'site_admin', 'client_admin'].includes(role)) return;
  const requests = await requestsLeftBy(ctx, leaver, account_id);
  if (!requests.length) return;

  const anyRequest = { account_id, requester_id: 0, creator_id: 0, delivery_site_id: null };
  const people = (condition: SQL | undefined) =>
    ctx.db
      .select({ id: users.id, forenames: users.forenames, email: users.email, account_id: users.account_id })
      .from(users)
      .where(condition)
      .orderBy(users.id);
  const admins = await people(approverTiers.client_admins(anyRequest));
  const supers = await people(approverTiers.supers(anyRequest));
  const handedOver = requests.map((request) => {
    const approvers = admins.filter(({ id }) => id !== request.requester_id && id !== request.creator_id);
    return { ...request, approvers: approvers.length ? approvers : supers };
  });

  const [left] = await ctx.db
    .select({ name: personName(users).as('name') })
    .from(users)
    .where(eq(users.id, leaver.id));
  const { name } = requireFound(left);
  await notifyEach(
    ctx,
    handedOver.map((request) => ({
      user_ids: request.approvers.map(({ id }) => id),
      topic: requestTopic(request),
      data: {
        title: `Order ${orderNumber(request.id)} needs your approval`,
        message: `${request.requester} asked for it. ${name} can no longer approve it.`,
        url: `/orders/${request.uuid}`,
      },
    })),
  );
  const { public_url } = ctx.services.settings;
  await queueMails(
    ctx,
    [...admins, ...supers].flatMap((approver) => {
      const theirs = handedOver.filter(({ approvers }) => approvers.includes(approver));
      const [first] = theirs;
      if (!first || !approver.email) return [];
      const message = approvalsHandedOverEmail({
        name: approver.forenames,
        leaver: name,
        requests: theirs.slice(0, MAX_NAMED).map(({ id, requester }) => ({ order_number: orderNumber(id), requester })),
        count: theirs.length,
        url: theirs.length === 1 ? `${public_url}/orders/${first.uuid}` : `${public_url}/orders`,
      });
      return [{ ...message, to: approver.email, account_id: approver.account_id }];
    }),
  );
}
