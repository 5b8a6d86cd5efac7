import { and, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { type LinkName, linkNames } from '../../shared/people/bulk-input.ts';
import { visibleSets } from '../clothing-sets/scope.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { lockRows } from '../db/lock.ts';
import { clothingSets, employeeRoles, sites, userClothingSets, userEmployeeRoles, userSites } from '../db/tables/index.ts';
import { visibleSites } from '../sites/site-queries.ts';

const of = (column: SQLWrapper, account_id: number | null): SQL | undefined => (account_id === null ? undefined : sql`${column} = ${account_id}`);

/** The id of a person, and the id of a record to which the person is linked. */
export type LinkPair = readonly [user_id: number, linked_id: number];

/** The links of a person: for each kind, which records the caller may give, and where a link is stored. */
const kinds = {
  sites: {
    refusal: messages.unknown_site,
    // The lock waits until a deletion of the site has ended, because a person cannot get a deleted site.
    existing: ({ db, actor }: Ctx, account_id: number | null, which: (column: typeof sites.id) => SQL) =>
      lockRows(
        db
          .select({ id: sites.id })
          .from(sites)
          .where(and(of(sites.account_id, account_id), visibleSites(actor), which(sites.id)))
          .orderBy(sites.id),
      ),
    stored_in: { table: userSites, linked_id: userSites.site_id },
  },
  employee_roles: {
    refusal: messages.unknown_employee_role,
    existing: ({ db }: Ctx, account_id: number | null, which: (column: typeof employeeRoles.id) => SQL) =>
      db
        .select({ id: employeeRoles.id })
        .from(employeeRoles)
        .where(and(of(employeeRoles.account_id, account_id), isNull(employeeRoles.deleted_at), which(employeeRoles.id))),
    stored_in: { table: userEmployeeRoles, linked_id: userEmployeeRoles.employee_role_id },
  },
  clothing_sets: {
    refusal: messages.unknown_clothing_set,
    existing: ({ db, actor }: Ctx, account_id: number | null, which: (column: typeof clothingSets.id) => SQL) =>
      db
        .select({ id: clothingSets.id })
        .from(clothingSets)
        .where(and(of(clothingSets.account_id, account_id), visibleSets(actor), which(clothingSets.id))),
    stored_in: { table: userClothingSets, linked_id: userClothingSets.clothing_set_id },
  },
};

/** Ids of a person's links of each kind. */
export type Links = Partial<Record<LinkName, readonly number[] | undefined>>;

interface Linked {
  id: number;
  /** Null for the provider's people, who may be given records of any company. */
  account_id: number | null;
  sites: readonly { id: number }[];
  employee_roles: readonly { id: number }[];
  clothing_sets: readonly { id: number }[];
}

/** The message for a link of a kind that the caller may not give. */
export const refusalOf = (kind: LinkName): string => kinds[kind].refusal;

/** Which of these sites, roles or sets the caller may give people of a company, or take away from them. */
export async function givable(ctx: Ctx, account_id: number | null, kind: LinkName, ids: readonly number[]): Promise<Set<number>> {
  const list = idList(ids);
  return new Set((await kinds[kind].existing(ctx, account_id, (column) => among(column, list))).map(({ id }) => id));
}

/** Store and remove links of one person that the caller may give. The calling command emits `employee.roles_changed`. */
export async function storeLinks(
  ctx: Ctx,
  user_id: number,
  kind: LinkName,
  { added, removed }: { added: number[]; removed: number[] },
): Promise<void> {
  await storeLinksOfMany(ctx, kind, { added: added.map((id) => [user_id, id]), removed: removed.map((id) => [user_id, id]) });
}

/** As `storeLinks`, for several people at once. */
export async function storeLinksOfMany(
  { db }: Ctx,
  kind: LinkName,
  { added, removed }: { added: readonly LinkPair[]; removed: readonly LinkPair[] },
): Promise<void> {
  const { table, linked_id } = kinds[kind].stored_in;
  const columns = sql`${sql.identifier(table.user_id.name)}, ${sql.identifier(linked_id.name)}`;
  const pairsOf = (pairs: readonly LinkPair[]): SQL => sql`select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint) from ${jsonRows(pairs)}`;
  if (removed.length) await run(db, sql`delete from ${table} where (${columns}) in (${pairsOf(removed)})`);
  if (added.length) await run(db, sql`insert into ${table} (${columns}) ${pairsOf(added)} where true on conflict do nothing`);
}

/**
 * Gives a person the requested sites, employee roles and clothing sets, and removes all others. A kind that is not sent stays. 422 on the first id
 * that the person's company does not have or the caller may not give. 422 on the kind if the caller would remove a link that they may not give.
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
