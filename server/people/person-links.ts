import { and, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { type LinkName, linkNames } from '../../shared/people/bulk-input.ts';
import { visibleSets } from '../clothing-sets/scope.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { clothingSets, employeeRoles, sites, userClothingSets, userEmployeeRoles, userSites } from '../db/tables/index.ts';
import { visibleSites } from '../sites/site-queries.ts';

const of = (column: SQLWrapper, account_id: number | null): SQL | undefined => (account_id === null ? undefined : sql`${column} = ${account_id}`);

/** What a person is linked to: for each kind which of it the caller may give, and how a link is stored and ended. */
const kinds = {
  sites: {
    refusal: messages.unknown_site,
    // A site that is being deleted is waited for: it cannot be given afterwards.
    there: ({ db, actor }: Ctx, account_id: number | null, which: (column: typeof sites.id) => SQL) =>
      lockRows(
        db
          .select({ id: sites.id })
          .from(sites)
          .where(and(of(sites.account_id, account_id), visibleSites(actor), which(sites.id)))
          .orderBy(sites.id),
      ),
    add: ({ db }: Ctx, user_id: number, ids: number[]) =>
      db
        .insert(userSites)
        .values(ids.map((site_id) => ({ user_id, site_id })))
        .onConflictDoNothing(),
    remove: ({ db }: Ctx, user_id: number, ids: number[]) =>
      db.delete(userSites).where(and(eq(userSites.user_id, user_id), inArray(userSites.site_id, ids))),
  },
  employee_roles: {
    refusal: messages.unknown_employee_role,
    there: ({ db }: Ctx, account_id: number | null, which: (column: typeof employeeRoles.id) => SQL) =>
      db
        .select({ id: employeeRoles.id })
        .from(employeeRoles)
        .where(and(of(employeeRoles.account_id, account_id), isNull(employeeRoles.deleted_at), which(employeeRoles.id))),
    add: ({ db }: Ctx, user_id: number, ids: number[]) =>
      db
        .insert(userEmployeeRoles)
        .values(ids.map((employee_role_id) => ({ user_id, employee_role_id })))
        .onConflictDoNothing(),
    remove: ({ db }: Ctx, user_id: number, ids: number[]) =>
      db.delete(userEmployeeRoles).where(and(eq(userEmployeeRoles.user_id, user_id), inArray(userEmployeeRoles.employee_role_id, ids))),
  },
  clothing_sets: {
    refusal: messages.unknown_clothing_set,
    there: ({ db, actor }: Ctx, account_id: number | null, which: (column: typeof clothingSets.id) => SQL) =>
      db
        .select({ id: clothingSets.id })
        .from(clothingSets)
        .where(and(of(clothingSets.account_id, account_id), visibleSets(actor), which(clothingSets.id))),
    add: ({ db }: Ctx, user_id: number, ids: number[]) =>
      db
        .insert(userClothingSets)
        .values(ids.map((clothing_set_id) => ({ user_id, clothing_set_id })))
        .onConflictDoNothing(),
    remove: ({ db }: Ctx, user_id: number, ids: number[]) =>
      db.delete(userClothingSets).where(and(eq(userClothingSets.user_id, user_id), inArray(userClothingSets.clothing_set_id, ids))),
  },
};

/** Ids of a person's links of each kind. */
export type Links = Partial<Record<LinkName, readonly number[] | undefined>>;

interface Linked {
  id: number;
  /** Null for the provider's people, who are given what belongs to any company. */
  account_id: number | null;
  sites: readonly { id: number }[];
  employee_roles: readonly { id: number }[];
  clothing_sets: readonly { id: number }[];
}

/** The message for a link of a kind that the caller may not give. */
export const refusalOf = (kind: LinkName): string => kinds[kind].refusal;

/** Those of some sites, roles or sets that the caller may give people of a company, or take away from them. */
export async function givable(ctx: Ctx, account_id: number | null, kind: LinkName, ids: readonly number[]): Promise<Set<number>> {
  const list = idList(ids);
  return new Set((await kinds[kind].there(ctx, account_id, (column) => among(column, list))).map(({ id }) => id));
}

/** Store and end links that the caller may give. Whoever calls it emits `employee.roles_changed`. */
export async function storeLinks(
  ctx: Ctx,
  user_id: number,
  kind: LinkName,
  { added, removed }: { added: number[]; removed: number[] },
): Promise<void> {
  const { add, remove } = kinds[kind];
  if (removed.length) await remove(ctx, user_id, removed);
  if (added.length) await add(ctx, user_id, added);
}

/**
 * Makes a person's sites, employee roles and clothing sets the requested ones; a kind that is not sent stays. 422 on the first id
 * that is not their company's or that the caller may not give, and on `sites` where the caller would take away one that they may not give.
 */
export async function setLinks(ctx: Ctx, person: Linked, requested: Links): Promise<void> {
  for (const kind of linkNames) {
    const ids = requested[kind];
    if (!ids) continue;
    const refusal = refusalOf(kind);
    const current = new Set(person[kind].map(({ id }) => id));
    const added = [...new Set(ids)].filter((id) => !current.has(id));
    const removed = [...current].filter((id) => !ids.includes(id));
    if (!added.length && !removed.length) continue;
    const allowed = await givable(ctx, person.account_id, kind, [...added, ...removed]);
    const place = ids.findIndex((id) => added.includes(id) && !allowed.has(id));
    if (place >= 0) throw invalid({ [`${kind}.${place}`]: refusal });
    if (!removed.every((id) => allowed.has(id))) throw invalid({ [kind]: refusal });
    await storeLinks(ctx, person.id, kind, { added, removed });
    if (kind === 'employee_roles') await emit(ctx, 'employee.roles_changed', { employee_ids: [person.id] });
  }
}
