import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { PullInput } from '../../shared/people/pull-input.ts';
import { policy } from '../../shared/policy.ts';
import { clientRoles } from '../../shared/roles.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, requireFound } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { personName } from '../db/person-name.ts';
import { sites, userSites, users } from '../db/tables/index.ts';
import { visibleSites } from '../sites/site-queries.ts';
import { type Person, person } from './person-queries.ts';

/**
 * Add one of the caller's sites to somebody of the same company, whom the caller need not have seen before. 422 if the person works there already,
 * 403 for a role above the caller's own.
 */
export async function pullPerson(ctx: Ctx, id: number, { site_id }: PullInput): Promise<Person> {
  const { db, actor } = ctx;
  authorize(policy.edit_people(actor));
  const isOfCompany = policy.use_office(actor) ? undefined : eq(users.account_id, actor.account_id ?? 0);
  const [row] = await lockRows(
    db
      .select({ id: users.id, role: users.role, account_id: users.account_id, name: personName(users).as('name') })
      .from(users)
      .where(and(eq(users.id, id), isOfCompany, inArray(users.role, [...clientRoles]), isNull(users.deleted_at))),
  );
  const pulled = requireFound(row);
  authorize(policy.edit_person(actor, pulled));
  // If the site is being deleted, the lock waits for the deletion, because nobody can be added to a deleted site.
  const [site] = await lockRows(
    db
      .select({ id: sites.id, name: sites.name })
      .from(sites)
      .where(and(eq(sites.id, site_id), eq(sites.account_id, pulled.account_id ?? 0), visibleSites(actor))),
  );
  if (!site) throw invalid({ site_id: messages.unknown_site });
  const [added] = await db.insert(userSites).values({ user_id: id, site_id }).onConflictDoNothing().returning({ site_id: userSites.site_id });
  if (!added) throw invalid({ site_id: messages.works_there(pulled.name, site.name) });
  await db
    .update(users)
    .set({ version: sql`${users.version} + 1` })
    .where(eq(users.id, id));
  await audit(ctx, 'employee.pulled', { type: 'user', id }, null, { site_id });
  return person(ctx, id);
}
