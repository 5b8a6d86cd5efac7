import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../shared/policy.ts';
import { type DeadLinkReason, deadLinkMessages } from '../../shared/sizes/size-link.ts';
import { type AttemptLimit, countAttempt, refuseAtLimit } from '../auth/attempts.ts';
import type { Services } from '../core/context.ts';
import { Problem } from '../core/problem.ts';
import { hashToken } from '../core/token.ts';
import { prepared } from '../db/db.ts';
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
 * The link of a token. 404 for an unknown token, which counts against the caller's network address, separately from failed sign-ins; 429 after too
 * many unknown tokens.
 */
export async function openLink({ database, clock }: Services, token: string, address: string): Promise<SizeLink | KitSizeLink> {
  const now = clock();
  const limit: AttemptLimit = { key: `size-link:${address}`, max: 50 };
  await refuseAtLimit(database.reader, limit, now);
  // A text that cannot be a token is not looked up, but counts as an unknown token.
  const token_hash = /^[\w-]{43}$/.test(token) ? hashToken(token) : null;
  const [row] = token_hash ? await linkByToken(database.reader, { token_hash }) : [];
  if (row) {
    const { order_id, order_uuid, expires_at } = row;
    return { kind: 'order', order_id, order_uuid, expires_at, wearer: wearerOf(row) };
  }
  const [kit] = token_hash ? await kitLinkByToken(database.reader, { token_hash }) : [];
  if (kit) return { kind: 'kit', id: kit.id, expires_at: kit.expires_at, wearer: wearerOf(kit) };
  await database.unitOfWork((db) => countAttempt(db, limit, now));
  throw deadLinkProblem('link_unknown');
}

interface LinkedWearer extends Pick<Actor, 'name' | 'account_id' | 'can_view_restricted_products'> {
  employee_id: number;
}

const wearerOf = ({ employee_id, name, account_id, can_view_restricted_products }: LinkedWearer): Actor => ({
  id: employee_id,
  name,
  role: 'employee',
  account_id,
  site_ids: [],
  is_supervised_orderer: false,
  can_view_restricted_products,
  impersonator_id: null,
});
