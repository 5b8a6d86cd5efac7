import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../shared/policy.ts';
import { type DeadLinkReason, deadLinkMessages } from '../../shared/sizes/size-link.ts';
import { type AttemptLimit, countAttempt, refuseAtLimit } from '../auth/attempts.ts';
import type { Services } from '../core/context.ts';
import { Problem } from '../core/problem.ts';
import { hashToken } from '../core/token.ts';
import { type Db, prepared } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { accounts, kitSizeLinks, orders, sizeLinks, users } from '../db/tables/index.ts';

const linkByToken = prepared('size_link_by_token', (db) =>
  db
    .select({
      order_id: sizeLinks.order_id,
      order_uuid: orders.uuid,
      expires_at: sizeLinks.expires_at,
      employee_id: users.id,
      name: personName(users).as('name'),
      account_id: orders.account_id,
      can_view_restricted_products: users.can_view_restricted_products,
    })
    .from(sizeLinks)
    .innerJoin(orders, eq(orders.id, sizeLinks.order_id))
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .innerJoin(users, and(eq(users.id, sizeLinks.employee_id), eq(users.account_id, orders.account_id)))
    .where(
      and(
        eq(sizeLinks.token_hash, sql.placeholder('token_hash')),
        isNull(users.deleted_at),
        eq(users.is_disabled, false),
        isNull(accounts.deleted_at),
      ),
    ),
);

const kitLinkByToken = prepared('kit_size_link_by_token', (db) =>
  db
    .select({
      id: kitSizeLinks.id,
      expires_at: kitSizeLinks.expires_at,
      employee_id: users.id,
      name: personName(users).as('name'),
      account_id: kitSizeLinks.account_id,
      can_view_restricted_products: users.can_view_restricted_products,
    })
    .from(kitSizeLinks)
    .innerJoin(accounts, eq(accounts.id, kitSizeLinks.account_id))
    .innerJoin(users, and(eq(users.id, kitSizeLinks.employee_id), eq(users.account_id, kitSizeLinks.account_id)))
    .where(
      and(
        eq(kitSizeLinks.token_hash, sql.placeholder('token_hash')),
        isNull(users.deleted_at),
        eq(users.is_disabled, false),
        isNull(accounts.deleted_at),
      ),
    ),
);

/** A link to the sizes of a kit, before anything is ordered. */
export interface KitSizeLink {
  kind: 'kit';
  id: number;
  expires_at: string;
  /** The wearer to whom the link was sent, as an actor who has only the rights of a wearer. */
  wearer: Actor;
}

/** A link whose token is known, whether or not the link can still be opened. */
export interface SizeLink {
  kind: 'order';
  order_id: number;
  order_uuid: string;
  expires_at: string;
  /** The wearer to whom the link was sent, as an actor who has only the rights of a wearer. */
  wearer: Actor;
}

/** A 404 problem with the reason why a link cannot be opened. It does not contain the wearer's name. */
export const deadLinkProblem = (why: DeadLinkReason): Problem => new Problem(404, { message: deadLinkMessages[why], code: why });

/**
 * The link that `find` reads by the hash of a token. 404 for an unknown token, which counts against the caller's network address, separately from
 * failed sign-ins; 429 after too many unknown tokens.
 */
export async function linkOfToken<Link>(
  { database, clock }: Services,
  token: string,
  address: string,
  find: (db: Db, token_hash: string) => Promise<Link | null>,
): Promise<Link> {
  const now = clock();
  const limit: AttemptLimit = { key: `size-link:${address}`, max: 50 };
  await refuseAtLimit(database.reader, limit, now);
  // A text that cannot be a token is not looked up, but counts as an unknown token.
  const link = /^[\w-]{43}$/.test(token) ? await find(database.reader, hashToken(token)) : null;
  if (link) return link;
  await database.unitOfWork((db) => countAttempt(db, limit, now));
  throw deadLinkProblem('link_unknown');
}

/** The link of a token to the sizes of an order or a kit; 404 for an unknown one. */
export const openLink = (services: Services, token: string, address: string): Promise<SizeLink | KitSizeLink> =>
  linkOfToken<SizeLink | KitSizeLink>(services, token, address, async (db, token_hash) => {
    const [row] = await linkByToken(db, { token_hash });
    if (row) {
      const { order_id, order_uuid, expires_at } = row;
      return { kind: 'order', order_id, order_uuid, expires_at, wearer: wearerOf(row) };
    }
    const [kit] = await kitLinkByToken(db, { token_hash });
    return kit ? { kind: 'kit', id: kit.id, expires_at: kit.expires_at, wearer: wearerOf(kit) } : null;
  });

interface LinkedWearer extends Pick<Actor, 'name' | 'account_id' | 'can_view_restricted_products'> {
  employee_id: number;
}

/** Whoever has a link, as an actor who has only the rights of its wearer. */
export const wearerOf = ({ employee_id, name, account_id, can_view_restricted_products }: LinkedWearer): Actor => ({
  id: employee_id,
  name,
  role: 'employee',
  account_id,
  site_ids: [],
  is_supervised_orderer: false,
  can_view_restricted_products,
  impersonator_id: null,
});
