import { and, asc, inArray, isNull } from 'drizzle-orm';
import { importFields } from '../../shared/imports/import-fields.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { type LinkName, linkNames } from '../../shared/people/bulk-input.ts';
import { needsEmail } from '../../shared/people/person-input.ts';
import { restorePerson } from '../archive/restore-person.ts';
import { auditEach } from '../audit/audit.ts';
import { setEmail } from '../auth/change-email.ts';
import { changeEach } from '../core/bulk.ts';
import type { Ctx } from '../core/context.ts';
import { among, amongTexts, idList, textList } from '../db/among.ts';
import { lockForChange, lockRows } from '../db/lock.ts';
import { referencesTo } from '../db/references-to.ts';
import { accounts, clothingSets, employeeRoles, users } from '../db/tables/index.ts';
import { givable } from '../people/person-links.ts';
import type { StoredChange, UndoResult } from './import-row.ts';
import { readLinkNames } from './people-names.ts';
import { RowClaims } from './settle-rows.ts';
import {
  type LinkIds,
  linkedIds,
  type NameOf,
  type PersonColumns,
  type Rewritten,
  readPeople,
  rewritePeople,
  type StoredPerson,
} from './write-people.ts';

/** A change of a person by an import, with the person's present record. */
interface ChangeOfPerson {
  change: StoredChange;
  person: StoredPerson;
}

const undone = ({ id }: StoredChange): UndoResult => ({ id, rollback: 'undone' });
const keepChange = ({ id }: StoredChange, reason: string): UndoResult => ({ id, rollback: 'kept', reason });
const failed = ({ id }: StoredChange, reason: string): UndoResult => ({ id, rollback: 'failed', reason });

/**
 * Undo what an import of people wrote. Added people are deleted if nothing refers to them. Changed people get their former values if they were not
 * edited since. Archived people are restored. Employee roles and clothing sets that the import created are deleted if nobody uses them.
 */
export async function undoPeople(ctx: Ctx, changes: readonly StoredChange[]): Promise<UndoResult[]> {
  const ids = changes.flatMap(({ target, target_id }) => (target === 'user' ? target_id : []));
  const people = new Map((await lockPeople(ctx, changes, ids)).map((person) => [person.id, person]));
  const isGone = ({ target, target_id }: StoredChange): boolean => target === 'user' && !people.has(target_id);
  const about = (action: StoredChange['action']): ChangeOfPerson[] =>
    changes.flatMap((change) => {
      const person = change.target === 'user' && change.action === action ? people.get(change.target_id) : undefined;
      return person ? { change, person } : [];
    });
  const results = [
    ...changes.filter(isGone).map((change) => keepChange(change, importMessages.undo.gone)),
    // Created people are removed first: this frees email addresses that changed or archived people had before.
    ...(await removePeople(ctx, about('created'))),
    ...(await takeBackChanges(ctx, about('changed'))),
    ...(await restorePeople(ctx, about('archived'))),
    ...(await removeMade(ctx, changes, 'employee_role')),
    ...(await removeMade(ctx, changes, 'clothing_set')),
  ];
  const byId = new Map(results.map((result) => [result.id, result]));
  return changes.map((change) => byId.get(change.id) ?? keepChange(change, importMessages.undo.gone));
}

/**
 * Locks the account and then its people, in the same sequence as archiving and restoring do. People who may be deleted are locked so that no new
 * record can refer to them.
 */
async function lockPeople(ctx: Ctx, changes: readonly StoredChange[], ids: readonly number[]): Promise<StoredPerson[]> {
  const { db } = ctx;
  if (!ids.length) return [];
  const companies = db
    .select({ id: users.account_id })
    .from(users)
    .where(among(users.id, idList(ids)));
  await lockForChange(db.select({ id: accounts.id }).from(accounts).where(inArray(accounts.id, companies)).orderBy(asc(accounts.id)));
  const added = changes.flatMap(({ target, target_id, action }) => (target === 'user' && action === 'created' ? target_id : []));
  await lockRows(
    db
      .select({ id: users.id })
      .from(users)
      .where(among(users.id, idList(added)))
      .orderBy(asc(users.id)),
  );
  return readPeople(ctx, ids, { isLocked: true });
}

const isLink = (field: string): field is LinkName => (linkNames as readonly string[]).includes(field);

/** The labels of the fields that an import wrote and whose value has changed since. */
function editedFields({ change, person }: ChangeOfPerson): string[] {
  const isOther = ([field, value]: [string, unknown]): boolean =>
    isLink(field) ? linkedIds(person, field).join() !== (value as number[]).join() : person[field as keyof PersonColumns] !== value;
  return Object.entries(change.after ?? {})
    .filter(isOther)
    .map(([field]) => importFields.employees[field]?.label ?? field);
}

/** Tables whose rows belong to exactly one person. The rollback deletes these rows with the person. */
const own = ['user_sites', 'user_employee_roles', 'user_clothing_sets', 'budget_locks', 'notifications', 'saved_views', 'starters'];

/** The place where a person is used, in words. */
const placeWords: Record<string, string> = {
  audit: 'history',
  email_changes: 'sign-in',
  idempotency_keys: 'history',
  impersonations: 'history',
  kit_size_links: 'links to choose sizes',
  notice_downloads: 'notices',
  order_employees: 'orders',
  order_lines: 'orders',
  password_resets: 'invitations',
  recorded_sizes: 'sizes',
  return_lines: 'returns',
  saved_addresses: 'addresses',
  sessions: 'sign-in',
  size_links: 'links to choose sizes',
  totps: 'sign-in',
  user_clothing_sets: 'people',
  user_employee_roles: 'people',
  clothing_set_products: 'products',
  clothing_set_excluded_sites: 'sites',
};
const inWords = (tables: readonly string[]): string[] => [...new Set(tables.map((table) => placeWords[table] ?? table.replaceAll('_', ' ')))].sort();

async function removePeople(ctx: Ctx, added: readonly ChangeOfPerson[]): Promise<UndoResult[]> {
  if (!added.length) return [];
  const uses = await referencesTo(
    ctx.db,
    users,
    added.map(({ person }) => person.id),
    { except: own },
  );
  const gone: ChangeOfPerson[] = [];
  const results = added.map((one) => {
    const { change, person } = one;
    const tables = uses.get(person.id);
    if (tables) return failed(change, importMessages.undo.in_use(inWords(tables)));
    const edited = editedFields(one);
    if (edited.length || person.version > 1 || person.deleted_at !== null) return keepChange(change, importMessages.undo.edited(edited));
    gone.push(one);
    return undone(change);
  });
  await ctx.db.delete(users).where(among(users.id, idList(gone.map(({ person }) => person.id))));
  await auditEach(
    ctx,
    'employee.deleted',
    gone.map(({ change, person: { id, forenames, surname, email, employee_number } }) => ({
      on: { type: 'user', id },
      before: { forenames, surname, email, employee_number },
      after: { deleted_at: ctx.now, import_rolled_back: change.import_id },
    })),
  );
  return results;
}

/** A change that the rollback of an import takes back, with the earlier values that the rollback writes. */
type TakenBack = Rewritten & { change: StoredChange };

function takenBack({ change, person }: ChangeOfPerson): TakenBack {
  const earlier = Object.entries(change.before ?? {});
  const columns: PersonColumns = Object.fromEntries(earlier.filter(([field]) => !isLink(field)));
  const links: LinkIds = Object.fromEntries(earlier.filter(([field]) => isLink(field)));
  return { change, before: person, columns, links };
}

async function takeBackChanges(ctx: Ctx, changed: readonly ChangeOfPerson[]): Promise<UndoResult[]> {
  const [first] = changed;
  if (!first) return [];
  const results: UndoResult[] = [];
  const candidates: TakenBack[] = [];
  for (const one of changed) {
    const { change, person } = one;
    const edited = editedFields(one);
    const back = takenBack(one);
    const { role, email } = { ...person, ...back.columns };
    if (edited.length || person.deleted_at !== null) results.push(keepChange(change, importMessages.undo.edited(edited)));
    else if (needsEmail(role, email)) results.push(keepChange(change, importMessages.undo.edited([importFields.employees.role?.label ?? 'Role'])));
    else candidates.push(back);
  }
  const account_id = first.person.account_id ?? 0;
  const isStillThere = await stillThere(ctx, account_id, candidates);
  const hasEmailRestored = await restoreEmails(ctx, candidates.filter(isStillThere));
  for (const one of candidates) {
    if (!isStillThere(one)) results.push(failed(one.change, importMessages.undo.gone));
    else if (!hasEmailRestored(one)) results.push(failed(one.change, importMessages.undo.no_room));
    else results.push(undone(one.change));
  }
  const names = await readLinkNames(ctx, account_id);
  const nameOf: NameOf = (kind, id) => names[kind].names.get(id) ?? '';
  await rewritePeople(
    ctx,
    { import_rolled_back: first.change.import_id },
    candidates.filter((one) => isStillThere(one) && hasEmailRestored(one)),
    nameOf,
  );
  return results;
}

/** Returns a function that says whether the caller may give a person back the former sites, roles and sets that the person lacks now. */
async function stillThere(ctx: Ctx, account_id: number, candidates: readonly TakenBack[]): Promise<(one: TakenBack) => boolean> {
  const here = new Map<LinkName, ReadonlySet<number>>();
  const lacking = ({ before, links }: TakenBack, kind: LinkName): number[] => {
    const current = linkedIds(before, kind);
    return (links[kind] ?? []).filter((id) => !current.includes(id));
  };
  for (const kind of linkNames) {
    const ids = new Set(candidates.flatMap((one) => lacking(one, kind)));
    here.set(kind, ids.size ? await givable(ctx, account_id, kind, [...ids]) : ids);
  }
  return (one) => linkNames.every((kind) => lacking(one, kind).every((id) => here.get(kind)?.has(id)));
}

/**
 * Give people their former email addresses back. Returns a function that tells whether a person got the address: it must be free, or one of these
 * people must give it up. Two people may have swapped addresses, so all addresses are emptied first.
 */
async function restoreEmails(ctx: Ctx, candidates: readonly TakenBack[]): Promise<(one: TakenBack) => boolean> {
  const { db, services } = ctx;
  const moving = candidates.filter(({ columns }) => columns.email !== undefined);
  const emails = moving.flatMap(({ columns }) => columns.email ?? []);
  const holders = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(amongTexts(users.email, textList(emails)), isNull(users.deleted_at)));
  const holderOf = new Map(holders.map(({ id, email }) => [email, id]));
  const claims = new RowClaims();
  claims.add(
    moving.map(({ before: { id, email: key }, columns: { email } }) => {
      const isOthers = email && holderOf.has(email) && holderOf.get(email) !== id;
      return { row: id, gives: key ? [key] : [], takes: isOthers ? [{ key: email, field: 'email', message: importMessages.undo.no_room }] : [] };
    }),
  );
  const { faults } = claims.settle();
  const going = moving.filter(({ before }) => !faults.has(before.id));
  await db
    .update(users)
    .set({ email: null })
    .where(among(users.id, idList(going.map(({ before }) => before.id))));
  for (const { before, columns } of going) if (columns.email) await setEmail(ctx, services.settings, before, columns.email);
  return ({ before }) => !faults.has(before.id);
}

async function restorePeople(ctx: Ctx, archived: readonly ChangeOfPerson[]): Promise<UndoResult[]> {
  const since = new Set(archived.filter(({ change, person }) => person.is_deleted_by_super || person.deleted_at !== change.after?.deleted_at));
  const candidates = archived.filter((one) => !since.has(one));
  const results = await changeEach(
    ctx,
    candidates.map(({ person }) => person.id),
    async (id) => {
      await restorePerson(ctx, id);
      return '';
    },
  );
  const byPerson = new Map(results.map((result) => [result.id, result]));
  return archived.map((one) => {
    if (since.has(one)) return keepChange(one.change, importMessages.undo.edited([]));
    const result = byPerson.get(one.person.id);
    return result?.ok ? undone(one.change) : failed(one.change, result?.message ?? importMessages.undo.no_room);
  });
}

const madeTables = { employee_role: employeeRoles, clothing_set: clothingSets };

/** Delete the employee roles or clothing sets that an import made, if nobody has used or edited them since. */
async function removeMade(ctx: Ctx, changes: readonly StoredChange[], target: keyof typeof madeTables): Promise<UndoResult[]> {
  const made = changes.filter((change) => change.target === target);
  if (!made.length) return [];
  const table = madeTables[target];
  const ids = made.map(({ target_id }) => target_id);
  const rows = await lockRows(
    ctx.db
      .select({ id: table.id, name: table.name, version: table.version, deleted_at: table.deleted_at })
      .from(table)
      .where(among(table.id, idList(ids)))
      .orderBy(asc(table.id)),
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const uses = await referencesTo(ctx.db, table, ids);
  const gone = new Map<number, string>();
  const results = made.map((change) => {
    const row = stored.get(change.target_id);
    if (!row || row.deleted_at !== null) return keepChange(change, importMessages.undo.gone);
    const tables = uses.get(row.id);
    if (tables) return failed(change, importMessages.undo.in_use(inWords(tables)));
    if (row.version > 1) return keepChange(change, importMessages.undo.edited([]));
    gone.set(row.id, row.name);
    return undone(change);
  });
  await ctx.db.delete(table).where(among(table.id, idList([...gone.keys()])));
  const entries = [...gone].map(([id, name]) => ({ id, before: { name, employees: [] } }));
  if (target === 'employee_role')
    await auditEach(
      ctx,
      'employee_role.deleted',
      entries.map(({ id, before }) => ({ on: { type: target, id }, before })),
    );
  else
    await auditEach(
      ctx,
      'clothing_set.deleted',
      entries.map(({ id, before }) => ({ on: { type: 'clothing_set', id }, before })),
    );
  return results;
}
