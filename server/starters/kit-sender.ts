import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { personName } from '../db/person-name.ts';
import { accounts, users } from '../db/tables/index.ts';

/**
 * The Client Manager in whose name a company's kits are asked for and ordered: the one who switched that on, or else the company's first one. Undefined
 * if the company has no Client Manager who can sign in.
 */
export async function kitSender({ db }: Pick<Ctx, 'db'>, account_id: number): Promise<Actor | undefined> {
  const [person] = await db
    .select({
      id: users.id,
      name: personName(users).as('name'),
      role: users.role,
      account_id: users.account_id,
      is_supervised_orderer: users.is_supervised_orderer,
      can_view_restricted_products: users.can_view_restricted_products,
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.account_id))
    .where(and(eq(accounts.id, account_id), eq(users.role, 'client_admin'), isNull(users.deleted_at), eq(users.is_disabled, false)))
    .orderBy(sql`case when ${users.id} = ${accounts.starter_kit_by} then 0 else 1 end`, asc(users.id))
    .limit(1);
  return person && { ...person, site_ids: [], impersonator_id: null };
}
