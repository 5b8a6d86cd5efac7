import { asc, sql } from 'drizzle-orm';
import { importMessages } from '../../shared/imports/messages.ts';
import { type LinkName, linkNames } from '../../shared/people/bulk-input.ts';
import { archiveAll } from '../archive/archive-person.ts';
import { auditEach } from '../audit/audit.ts';
import { setEmail } from '../auth/change-email.ts';
import { endLinks } from '../auth/end-links.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { among, idList } from '../db/among.ts';
import { lockForChange } from '../db/lock.ts';
import { users } from '../db/tables/index.ts';
import { insertIgnoringConflicts, updateMany } from '../db/write-many.ts';
import { type LinkPair, storeLinksOfMany } from '../people/person-links.ts';
import { withBelongings } from '../people/person-queries.ts';
import { announceSessions } from '../sessions/announce-sessions.ts';
import type { NotWritten, Recorded } from './import-row.ts';
import type { ImportAbout } from './importer.ts';
import { type LinkNames, type LinkRef, makeMissingNames } from './people-names.ts';

/** The columns of a person that a file can fill, each named as its field. */
const fillable = {
  employee_number: users.employee_number,
  forenames: users.forenames,
  surname: users.surname,
  email: users.email,
  contact_phone: users.contact_phone,
  sex: users.sex,
  role: users.role,
  can_view_restricted_products: users.can_view_restricted_products,
  is_supervised_orderer: users.is_supervised_orderer,
  started_on: users.started_on,
  leaves_on: users.leaves_on,
  deduction_consent_on: users.deduction_consent_on,
  allowance_percent: users.allowance_percent,
};
type ColumnName = keyof typeof fillable;
export type PersonColumns = Partial<Pick<typeof users.$inferSelect, ColumnName>>;
/** The complete lists of sites, roles and sets that a person is to have. */
export type PersonLinks = Partial<Record<LinkName, LinkRef[]>>;
export type LinkIds = Partial<Record<LinkName, number[]>>;

/** People with their columns and links, in the sequence of their ids. */
export async function readPeople({ db }: Ctx, ids: readonly number[], { isLocked }: { isLocked: boolean }) {
  if (!ids.length) return [];
  const query = db
    .select({
      ...fillable,
      id: users.id,
      account_id: users.account_id,
      version: users.version,
      deleted_at: users.deleted_at,
      is_deleted_by_super: users.is_deleted_by_super,
    })
    .from(users)
    .where(among(users.id, idList(ids)))
    .orderBy(asc(users.id));
  return withBelongings({ db }, await (isLocked ? lockForChange(query) : query));
}
export type StoredPerson = Awaited<ReturnType<typeof readPeople>>[number];

interface RowChange {
  row: number;
  key: string;
}
interface NewPerson extends RowChange {
  kind: 'new';
  columns: PersonColumns;
  links: PersonLinks;
}
interface ChangedPerson extends RowChange {
  kind: 'changed';
  before: StoredPerson;
  /** The columns that change. */
  columns: PersonColumns;
  links: PersonLinks;
}
interface Leaver extends RowChange {
  kind: 'leaver';
  id: number;
}
/** The change that a row writes. */
export type PeopleChange = NewPerson | ChangedPerson | Leaver;

/** Write the rows of a batch. The caller has locked the client’s account and the people whom the rows change. */
export async function writePeople(
  ctx: Ctx,
  about: ImportAbout & { account_id: number },
  names: LinkNames,
  changes: readonly PeopleChange[],
): Promise<(Recorded | NotWritten)[]> {
  const missing = changes.flatMap((change) =>
    change.kind === 'leaver'
      ? []
      : linkNames.flatMap((kind) =>
          (change.links[kind] ?? []).flatMap((ref) => (typeof ref === 'string' ? { kind, name: ref, row: change.row } : [])),
        ),
  );
  const made = await makeMissingNames(ctx, about, names, missing);
  const idsOf = (links: PersonLinks): LinkIds =>
    Object.fromEntries(Object.entries(links).map(([kind, refs]) => [kind, sorted(refs.flatMap((ref) => made.idOf(kind as LinkName, ref) ?? []))]));
  const created = changes.flatMap((change) => (change.kind === 'new' ? [{ ...change, links: idsOf(change.links) }] : []));
  const changed = changes.flatMap((change) =>
    change.kind === 'changed' ? [{ ...change, links: otherLists(idsOf(change.links), change.before) }] : [],
  );
  const archived = await archiveLeavers(
    ctx,
    about.account_id,
    changes.flatMap((change) => (change.kind === 'leaver' ? change : [])),
  );
  await freeEmails(ctx, [...created, ...changed]);
  return [
    ...made.recorded,
    ...archived,
    ...(await createPeople(ctx, about, created, made.nameOf)),
    ...(await changePeople(
      ctx,
      about.id,
      changed.filter(({ columns, links }) => Object.keys(columns).length + Object.keys(links).length > 0),
      made.nameOf,
    )),
  ];
}

/** Clear email addresses that another row takes over: two people may swap their addresses, and a new person may get a stored person's address. */
async function freeEmails({ db }: Ctx, changes: readonly { columns: PersonColumns; before?: StoredPerson }[]): Promise<void> {
  const taken = new Set(changes.flatMap(({ columns }) => columns.email ?? []));
  const givers = changes.flatMap(({ columns, before }) => (before?.email && columns.email !== undefined && taken.has(before.email) ? before.id : []));
  if (!givers.length) return;
  await db
    .update(users)
    .set({ email: null })
    .where(among(users.id, idList(givers)));
}

const sorted = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Ids of a person's links of one kind, lowest first. */
export const linkedIds = (person: StoredPerson, kind: LinkName): number[] => sorted(person[kind].map(({ id }) => id));

/** Those lists of ids in `links` that differ from the lists in `before`. */
const otherLists = (links: LinkIds, before: StoredPerson): LinkIds =>
  Object.fromEntries(Object.entries(links).filter(([kind, ids]) => linkedIds(before, kind as LinkName).join() !== ids.join()));

export type NameOf = (kind: LinkName, id: number) => string;

/** The names of linked records, as the audit records them. */
const named = (links: LinkIds, nameOf: NameOf): Partial<Record<LinkName, string[]>> =>
  Object.fromEntries(Object.entries(links).map(([kind, ids]) => [kind, ids.map((id) => nameOf(kind as LinkName, id)).sort()]));

async function createPeople(
  ctx: Ctx,
  about: ImportAbout & { account_id: number },
  created: readonly (Omit<NewPerson, 'links'> & { links: LinkIds })[],
  nameOf: NameOf,
): Promise<(Recorded | NotWritten)[]> {
  if (!created.length) return [];
  // Somebody may have taken an address or a number since the rows were judged.
  const rows = await insertIgnoringConflicts(
    ctx.db,
    users,
    created.map(({ columns }) => ({
      role: 'employee' as const,
      forenames: '',
      surname: '',
      ...columns,
      account_id: about.account_id,
      created_at: ctx.now,
    })),
    ['id', 'employee_number', 'email'],
  );
  const ids = new Map(rows.map(({ id, employee_number, email }) => [employee_number ?? email ?? '', Number(id)]));
  const stored = created.flatMap((one) => {
    const id = ids.get(one.columns.employee_number ?? one.columns.email ?? '');
    return id === undefined ? [] : [{ ...one, id }];
  });
  for (const kind of linkNames) await storeLinksOfMany(ctx, kind, { added: stored.flatMap(({ id, links }) => pairs(id, links[kind])), removed: [] });
  await auditEach(
    ctx,
    'employee.created',
    stored.map(({ id, columns, links }) => ({
      on: { type: 'user', id },
      after: { role: 'employee', ...columns, ...named(links, nameOf), import: about.id },
    })),
  );
  await emit(ctx, 'employees.created', { account_id: about.account_id, employee_ids: stored.map(({ id }) => id) });
  const withIds = new Map(stored.map((one) => [one.row, one]));
  return created.map(({ row, key, columns, links }) => {
    const one = withIds.get(row);
    if (!one) return { row, key, reason: columns.employee_number ? importMessages.taken_since : importMessages.other_email };
    return { row, key, action: 'created', target: 'user', target_id: one.id, before: null, after: { ...columns, ...links } };
  });
}

const pairs = (user_id: number, ids: readonly number[] = []): LinkPair[] => ids.map((id) => [user_id, id] as const);

/** A person whose columns and links change. */
export interface Rewritten {
  before: StoredPerson;
  columns: PersonColumns;
  links: LinkIds;
}

const valuesBefore = ({ before, columns, links }: Rewritten): { columns: PersonColumns; links: LinkIds } => ({
  columns: Object.fromEntries(Object.keys(columns).map((column) => [column, before[column as ColumnName]])),
  links: Object.fromEntries(Object.keys(links).map((kind) => [kind, linkedIds(before, kind as LinkName)])),
});

async function changePeople(
  ctx: Ctx,
  import_id: number,
  changed: readonly (Omit<ChangedPerson, 'links'> & { links: LinkIds })[],
  nameOf: NameOf,
): Promise<Recorded[]> {
  const { settings } = ctx.services;
  // Each person's old and new address are notified, as when the office changes an address; the people are handled one after another.
  for (const { before, columns } of changed) if (columns.email) await setEmail(ctx, settings, before, columns.email);
  await rewritePeople(ctx, { import: import_id }, changed, nameOf);
  return changed.map((one) => {
    const { columns, links } = valuesBefore(one);
    const { row, key, before } = one;
    return {
      row,
      key,
      action: 'changed',
      target: 'user',
      target_id: before.id,
      before: { ...columns, ...links },
      after: { ...one.columns, ...one.links },
    };
  });
}

/**
 * Write columns and links of locked people, each kind in one statement, and record the change with its cause. The caller has already stored new
 * email addresses.
 */
export async function rewritePeople(ctx: Ctx, cause: Record<string, number>, changed: readonly Rewritten[], nameOf: NameOf): Promise<void> {
  if (!changed.length) return;
  const { db, now } = ctx;
  const all = [...new Set(changed.flatMap(({ columns }) => Object.keys(columns)))] as ColumnName[];
  const rows = changed.map(({ before, columns }) => ({ ...before, ...columns }));
  if (all.length) await updateMany(db, users, all, rows);
  else {
    const ids = idList(rows.map(({ id }) => id));
    await db
      .update(users)
      .set({ version: sql`${users.version} + 1` })
      .where(among(users.id, ids));
  }
  for (const kind of linkNames) {
    const others = changed.flatMap(({ before, links }) => (links[kind] ? [{ before, ids: links[kind] }] : []));
    const difference = (some: readonly number[], without: readonly number[]): number[] => some.filter((id) => !without.includes(id));
    await storeLinksOfMany(ctx, kind, {
      added: others.flatMap(({ before, ids }) => pairs(before.id, difference(ids, linkedIds(before, kind)))),
      removed: others.flatMap(({ before, ids }) => pairs(before.id, difference(linkedIds(before, kind), ids))),
    });
  }
  const cleared = changed.filter(({ before, columns }) => columns.email === null && before.email !== null);
  if (cleared.length)
    await endLinks(
      db,
      cleared.map(({ before }) => before.id),
      now,
    );
  if (changed.some(({ columns }) => columns.role)) await announceSessions(db);
  await auditEach(
    ctx,
    'employee.changed',
    changed.map((one) => {
      const earlier = valuesBefore(one);
      const nameThen: NameOf = (kind, id) => one.before[kind].find((link) => link.id === id)?.name ?? nameOf(kind, id);
      return {
        on: { type: 'user', id: one.before.id },
        before: { ...earlier.columns, ...named(earlier.links, nameThen) },
        after: { ...one.columns, ...named(one.links, nameThen), ...cause },
      };
    }),
  );
  const leaving = changed.flatMap(({ before, columns }) => (columns.leaves_on ? [before.id] : []));
  if (leaving.length) await emit(ctx, 'employee.leaving', { employee_ids: leaving });
  const moved = changed.filter(({ before, columns }) => columns.started_on && columns.started_on !== before.started_on);
  if (moved.length)
    await emit(
      ctx,
      'employee.start_moved',
      moved.map(({ before: { id, started_on } }) => ({ employee_id: id, started_on })),
    );
  const recharged = changed.filter(({ links }) => links.employee_roles).map(({ before }) => before.id);
  if (recharged.length) await emit(ctx, 'employee.roles_changed', { employee_ids: recharged });
}

/** Archive people of the client, as the office does. People who are already archived are left out. */
export async function archiveLeavers(
  ctx: Ctx,
  account_id: number,
  leavers: readonly { row: number; key: string; id: number }[],
): Promise<Recorded[]> {
  if (!leavers.length) return [];
  const archived = await archiveAll(
    ctx,
    account_id,
    leavers.map(({ id }) => id),
  );
  const then = { before: { deleted_at: null }, after: { deleted_at: ctx.now } };
  return leavers.flatMap(({ row, key, id }) => (archived.has(id) ? [{ row, key, action: 'archived', target: 'user', target_id: id, ...then }] : []));
}
