import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { personName } from '../db/person-name.ts';
import { userSites, users } from '../db/tables/index.ts';
import type { Order } from './find-order.ts';

export interface Approver {
  id: number;
  name: string;
  email: string | null;
}

const people = (ctx: Pick<Ctx, 'db'>, order: Order, ...conditions: (SQL | undefined)[]): Promise<Approver[]> =>
  ctx.db
    .select({ id: users.id, name: personName(users).as('name'), email: users.email })
    .from(users)
    .where(
      and(
        isNull(users.deleted_at),
        eq(users.is_disabled, false),
        eq(users.is_supervised_orderer, false),
        ne(users.id, order.requester_id),
        ne(users.id, order.creator_id),
        ...conditions,
      ),
    );

/** The people who are notified of a request: the managers of its site, or else the client's managers, or else the provider. */
export async function approversOf(ctx: Pick<Ctx, 'db'>, order: Order): Promise<Approver[]> {
  const ofAccount = eq(users.account_id, order.account_id);
  const atSite = sql`exists (select 1 from ${userSites} where ${userSites.user_id} = ${users.id} and ${userSites.site_id} = ${order.delivery_site_id})`;
  const near = await people(ctx, order, ofAccount, inArray(users.role, ['site_admin', 'manager']), atSite);
  if (near.length) return near;
  const clients = await people(ctx, order, ofAccount, eq(users.role, 'client_admin'));
  return clients.length ? clients : people(ctx, order, eq(users.role, 'super'));
}
