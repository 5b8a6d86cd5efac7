import { and, asc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { shownPerson } from '../core/shown-person.ts';
import { lockForReading } from '../db/lock.ts';
import { personName } from '../db/person-name.ts';
import { accounts, sites, userSites, users } from '../db/tables/index.ts';
import type { Order } from './find-order.ts';

export interface Approver {
  id: number;
  name: string;
  email: string | null;
  account_id: number | null;
}

/** The facts of a request that decide who may approve it: an order, or the columns of `orders` in a query. */
type Request = Record<'account_id' | 'requester_id' | 'creator_id' | 'delivery_site_id', SQLWrapper | number | null>;

const isActive = and(isNull(users.deleted_at), eq(users.is_disabled, false), eq(users.is_supervised_orderer, false));
const isOther = ({ requester_id, creator_id }: Request): SQL => sql`${users.id} <> ${requester_id} and ${users.id} <> ${creator_id}`;
const ofAccount = ({ account_id }: Request): SQL => sql`${users.account_id} = ${account_id}`;
const atSite = ({ delivery_site_id }: Request): SQL =>
  sql`exists (select 1 from ${userSites} where ${userSites.user_id} = ${users.id} and ${userSites.site_id} = ${delivery_site_id})`;

/** Who is notified of a request, as conditions on `users`, in tiers: a tier is notified only if the tiers before it are empty. */
export const approverTiers = {
  managers: (request: Request) =>
    and(isActive, isOther(request), ofAccount(request), inArray(users.role, ['site_admin', 'manager']), atSite(request)),
  client_admins: (request: Request) => and(isActive, isOther(request), ofAccount(request), eq(users.role, 'client_admin')),
  supers: (request: Request) => and(isActive, isOther(request), eq(users.role, 'super')),
};

/** The people who are notified of a request: the managers of its site, or else the client's managers, or else the provider. */
export async function approversOf({ db }: Pick<Ctx, 'db'>, order: Pick<Order, keyof Request>): Promise<Approver[]> {
  const people = (condition: SQL | undefined) =>
    db
      .select({ id: users.id, name: personName(users).as('name'), email: users.email, account_id: users.account_id })
      .from(users)
      .where(condition)
      .orderBy(asc(users.name_key), asc(users.id));
  const near = await people(approverTiers.managers(order));
  if (near.length) return near;
  const clients = await people(approverTiers.client_admins(order));
  return clients.length ? clients : people(approverTiers.supers(order));
}

/** How many people are named as those who may approve something. */
const MAX_APPROVERS = 5;

/** The names of approvers as a reader may see them: a client reads one name for all of the provider's people. */
export const approverNames = (actor: Ctx['actor'], people: readonly Approver[]): string[] =>
  [...new Set(people.map(({ name, account_id }) => shownPerson(actor, { id: 0, name, account_id }).name))].slice(0, MAX_APPROVERS);

/** The people who may approve what somebody is issued: as for a request of that person to the site where they work, or to the first of their sites. */
export async function approversOfWearer(ctx: Pick<Ctx, 'db'>, { id, account_id }: { id: number; account_id: number }): Promise<Approver[]> {
  const [site] = await ctx.db
    .select({ id: userSites.site_id })
    .from(userSites)
    .innerJoin(sites, and(eq(sites.id, userSites.site_id), isNull(sites.deleted_at)))
    .where(eq(userSites.user_id, id))
    .orderBy(asc(userSites.site_id))
    .limit(1);
  return approversOf(ctx, { account_id, requester_id: id, creator_id: id, delivery_site_id: site?.id ?? null });
}

/**
 * Locks the company until the unit of work ends, so that none of its people is archived meanwhile: a request could otherwise be announced to somebody
 * who can no longer approve it.
 */
export async function keepApprovers({ db }: Pick<Ctx, 'db'>, { account_id }: Pick<Order, 'account_id'>): Promise<void> {
  await lockForReading(db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id)));
}
