import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { isCodeField, isSameCode } from '../../shared/imports/cell-marks.ts';
import { type EmployeeImportField, importFields } from '../../shared/imports/import-fields.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { isRoleByToken, rolesByToken } from '../../shared/imports/roles-by-token.ts';
import { messages } from '../../shared/messages.ts';
import { type LinkName, linkNames } from '../../shared/people/bulk-input.ts';
import { leavesBeforeStart, needsEmail, personFields } from '../../shared/people/person-input.ts';
import { clientRoles, type Role, roleLabels } from '../../shared/roles.ts';
import { withoutTextMark } from '../../shared/spreadsheet-marks.ts';
import type { Ctx } from '../core/context.ts';
import { amongTexts, textList } from '../db/among.ts';
import { prepared } from '../db/db.ts';
import { foldedKey, keyColumn } from '../db/folded.ts';
import { lockForChange } from '../db/lock.ts';
import { accounts, users } from '../db/tables/index.ts';
import { givable } from '../people/person-links.ts';
import { importKind } from './import-kind.ts';
import type { CellFault, ImportRow, Judged, NotWritten, Recorded } from './import-row.ts';
import type { ImportAbout, Importer } from './importer.ts';
import { dayCell, flagCell, type Parser, parseCells, percentCell, textCell, wordsCell } from './parse-cell.ts';
import { type LinkNames, type LinkRef, readLinkNames, refsIn, unknownLink } from './people-names.ts';
import { storedText } from './stored-text.ts';
import { undoPeople } from './undo-people.ts';
import {
  archiveLeavers,
  type PeopleChange,
  type PersonColumns,
  type PersonLinks,
  readPeople,
  type StoredPerson,
  writePeople,
} from './write-people.ts';

const { shape } = personFields;
const labelOf = (field: string): string => importFields.employees[field]?.label ?? field;

const sexes: Readonly<Record<string, 'm' | 'f'>> = { m: 'm', f: 'f', male: 'm', female: 'f' };
const sexCell: Parser = (text) => {
  if (text === null) return { value: null };
  const sex = sexes[text.toLowerCase()];
  return sex ? { value: sex } : { message: importMessages.not_a_sex };
};

const rolesByText = new Map<string, Role>(clientRoles.flatMap((role) => [role, roleLabels[role]].map((text) => [text.toLowerCase(), role] as const)));
const roleCell: Parser = (text) => {
  if (text === null) return { message: importMessages.cannot_clear };
  const role = rolesByText.get(text.toLowerCase());
  return role ? { value: role } : { message: importMessages.unknown_role(clientRoles.map((one) => roleLabels[one])) };
};

const parsers: Record<Exclude<EmployeeImportField, LinkName>, Parser> = {
  employee_number: textCell(shape.employee_number),
  forenames: wordsCell(shape.forenames),
  surname: wordsCell(shape.surname),
  email: textCell(shape.email),
  contact_phone: textCell(shape.contact_phone),
  sex: sexCell,
  role: roleCell,
  can_view_restricted_products: flagCell,
  is_supervised_orderer: flagCell,
  started_on: dayCell,
  leaves_on: dayCell,
  deduction_consent_on: dayCell,
  // Full time is what an emptied cell means.
  allowance_percent: (text) => (text === null ? { value: 100 } : percentCell(shape.allowance_percent)(text)),
  leaver: flagCell,
};

const clearWord = '(clear)';
type Cells = ImportRow['cells'];

/** The stored form of a cell that identifies somebody; undefined if the cell is empty or empties the field. */
function keyIn(cells: Cells, field: 'employee_number' | 'email'): string | undefined {
  const text = cells[field];
  if (!text || text.toLowerCase() === clearWord) return undefined;
  return field === 'email' ? text.toLowerCase() : text;
}

/** The form of an employee number for comparisons: numbers that differ only in case, or in the marks of a spreadsheet, are the same person’s. */
const folded = (number: string): string => foldedKey(withoutTextMark(number));

/** The forms in which a number may be stored: people who typed it may have added the marks of a spreadsheet. */
const storedForms = (number: string): string[] => [number, `'${number}`, `="${number}"`];

/** The stored people whom the employee numbers and email addresses of some rows name. */
interface StoredPeople {
  byId: Map<number, StoredPerson>;
  /** People of the client, archived or not, by employee number in lower case. */
  byNumber: Map<string, StoredPerson[]>;
  /** For each email address of the rows: the person who signs in with it, who may belong to any client or to the provider. */
  owners: Map<string, { id: number; account_id: number | null }>;
}

/** Whom a row is about: a stored person, somebody new or archived (`isArchived`), or a person whom an earlier row names by another key (`fault`). */
type Match = { person: StoredPerson } | { isArchived: boolean } | { fault: CellFault };

const keyColumns = { id: users.id, email: users.email, account_id: users.account_id };
const isOfAccount = eq(users.account_id, sql.placeholder('account_id'));
const peopleByNumber = prepared('import_people_by_number', (db) =>
  db
    .select(keyColumns)
    .from(users)
    .where(
      or(
        and(isOfAccount, isNull(users.deleted_at), amongTexts(keyColumn(users.employee_number), sql.placeholder('numbers'))),
        and(isOfAccount, isNotNull(users.deleted_at), amongTexts(keyColumn(users.employee_number), sql.placeholder('numbers'))),
      ),
    ),
);
const peopleByEmail = prepared('import_people_by_email', (db) =>
  db
    .select(keyColumns)
    .from(users)
    .where(and(amongTexts(users.email, sql.placeholder('emails')), isNull(users.deleted_at))),
);
const lockedAccount = prepared('lock_import_account', (db) =>
  lockForChange(
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, sql.placeholder('account_id'))),
  ),
);

class PeopleImporter implements Importer<PeopleChange> {
  /** The account's site, if there is only one: new people get this site if the file has no column for sites. */
  private readonly onlySite: number | undefined;
  /** The first row about each stored person, with the key by which the row names them. */
  private readonly firstRows = new Map<number, { row: number; key: string }>();

  constructor(
    private readonly about: ImportAbout & { account_id: number },
    private readonly names: LinkNames,
    private readonly archivedEmails: ReadonlySet<string>,
    /** Whether a machine uploaded the file with an API token. */
    private readonly isByToken: boolean,
  ) {
    const [site, other] = about.fields.has('sites') ? [] : names.sites.names.keys();
    this.onlySite = other === undefined ? site : undefined;
  }

  keysOf({ cells }: ImportRow) {
    const [number, email] = [keyIn(cells, 'employee_number'), keyIn(cells, 'email')];
    return [
      ...(number === undefined ? [] : [{ field: 'employee_number', key: `number:${folded(number)}` }]),
      ...(email === undefined ? [] : [{ field: 'email', key: `email:${email}` }]),
    ];
  }

  async judge(ctx: Ctx, rows: readonly ImportRow[], { isRun }: { isRun: boolean }): Promise<Judged<PeopleChange>[]> {
    const stored = await this.storedPeople(ctx, rows, isRun);
    const judged = rows.map((row) => this.judgeRow(row, stored));
    return isRun ? this.withoutGone(ctx, judged) : judged;
  }

  /** Locks the account before its people, in the same sequence as archiving does. Creating an employee role also locks the account. */
  private async storedPeople(ctx: Ctx, rows: readonly ImportRow[], isRun: boolean): Promise<StoredPeople> {
    const { db } = ctx;
    const { account_id } = this.about;
    if (isRun) await lockedAccount(db, { account_id });
    const textsOf = (field: 'employee_number' | 'email'): string[] => [...new Set(rows.flatMap(({ cells }) => keyIn(cells, field) ?? []))];
    const numbers = textsOf('employee_number');
    const numbered = await peopleByNumber(db, { account_id, numbers: textList(numbers.map(folded).flatMap(storedForms)) });
    const addressed = await peopleByEmail(db, { emails: textList(textsOf('email')) });
    const ids = [...numbered, ...addressed.filter((one) => one.account_id === account_id)].map(({ id }) => id);
    const people = await readPeople(ctx, [...new Set(ids)], { isLocked: isRun });
    const byNumber = new Map<string, StoredPerson[]>();
    for (const person of people)
      if (person.employee_number) {
        const number = folded(person.employee_number);
        byNumber.set(number, [...(byNumber.get(number) ?? []), person]);
      }
    return {
      byId: new Map(people.map((person) => [person.id, person])),
      byNumber,
      owners: new Map(addressed.map(({ id, email, account_id: company }) => [email ?? '', { id, account_id: company }])),
    };
  }

  private match({ row, cells }: ImportRow, { byId, byNumber, owners }: StoredPeople): Match {
    const [number, email] = [keyIn(cells, 'employee_number'), keyIn(cells, 'email')];
    const owner = email === undefined ? undefined : owners.get(email);
    const ownPerson = owner && byId.get(owner.id);
    if (number !== undefined) {
      const same = byNumber.get(folded(number)) ?? [];
      const active = same.filter(({ deleted_at }) => deleted_at === null);
      const person = active.find(({ employee_number }) => isSameCode(employee_number, number)) ?? active[0];
      if (person) return this.first(row, { field: 'employee_number', text: number }, person);
      if (same.length) return { isArchived: true };
      // If nobody has the row's employee number, and the person with the row's email address has no number, that person gets the row's number.
      return ownPerson?.employee_number === null ? this.first(row, { field: 'email', text: email ?? '' }, ownPerson) : { isArchived: false };
    }
    if (ownPerson) return this.first(row, { field: 'email', text: email ?? '' }, ownPerson);
    return { isArchived: !owner && email !== undefined && this.archivedEmails.has(email) };
  }

  /** The person of a row, or a fault if an earlier row names the same person by another key. `faultsOfKeys` reports rows with the same key. */
  private first(row: number, key: { field: string; text: string }, person: StoredPerson): Match {
    const first = this.firstRows.get(person.id) ?? { row, key: key.text };
    this.firstRows.set(person.id, first);
    if (first.row === row || first.key === key.text) return { person };
    return { fault: { field: key.field, message: importMessages.key_twice(first.row) } };
  }

  private judgeRow(row: ImportRow, stored: StoredPeople): Judged<PeopleChange> {
    const { values, faults } = parseCells(row, parsers);
    const { leaver, ...columns } = values as PersonColumns & { leaver?: boolean };
    const key = keyIn(row.cells, 'employee_number') ?? keyIn(row.cells, 'email') ?? '';
    const judgedAs = (status: Judged<PeopleChange>['status'], more: Partial<Judged<PeopleChange>> = {}): Judged<PeopleChange> => ({
      row: row.row,
      key,
      status,
      faults: [],
      fields: [],
      change: null,
      ...more,
    });
    const keyFields = (['employee_number', 'email'] as const).filter((field) => this.about.fields.has(field));
    const field = keyFields.find((one) => keyIn(row.cells, one) !== undefined) ?? keyFields[0] ?? 'employee_number';
    if (!key) return judgedAs('faulty', { faults: [{ field, message: importMessages.key_missing(labelOf(field)) }, ...faults] });
    const match = this.match(row, stored);
    if ('fault' in match) return judgedAs('faulty', { faults: [match.fault] });
    const person = 'person' in match ? match.person : null;

    if (leaver) {
      if (!person || !this.about.update_employees) return judgedAs('unchanged');
      return judgedAs('archived', { gives: emailOf(person), change: { kind: 'leaver', row: row.row, key, id: person.id } });
    }
    if (person && !this.about.update_employees) return judgedAs('unchanged');
    if ('isArchived' in match && match.isArchived) faults.unshift({ field, message: importMessages.archived_person });
    const links = this.linksIn(row.cells, person, faults);
    if (!person && columns.role === 'client_admin' && !row.cells.sites) delete links.sites;
    const owner = columns.email ? stored.owners.get(columns.email) : undefined;
    const takes = owner && owner.id !== person?.id ? [{ field: 'email', message: importMessages.other_email, key: `email:${columns.email}` }] : [];
    faults.push(...(person ? faultsOfChange(columns, links, person) : faultsOfNew(columns, links, row.cells)));
    if (this.isByToken) faults.push(...faultsOfToken(columns, person));
    if (faults.length) return judgedAs('faulty', { faults });
    if (!person) return judgedAs('new', { takes, change: { kind: 'new', row: row.row, key, columns, links } });
    const changed = changedOf(columns, links, person);
    const fields = [...Object.keys(changed.columns), ...Object.keys(changed.links)];
    if (!fields.length) return judgedAs('unchanged');
    const gives = changed.columns.email === undefined ? [] : emailOf(person);
    const differences = fields.map((field) => ({ field, before: storedText(field, person[field as keyof StoredPerson]) }));
    return judgedAs('changed', { fields, differences, takes, gives, change: { kind: 'changed', row: row.row, key, before: person, ...changed } });
  }

  /** The sites, roles and sets that a row names; if a name is wrong, a fault is added to `faults`. */
  private linksIn(cells: Cells, person: StoredPerson | null, faults: CellFault[]): PersonLinks {
    const links: PersonLinks = {};
    if (!person && this.onlySite !== undefined) links.sites = [this.onlySite];
    for (const kind of linkNames) {
      const text = cells[kind];
      if (text === undefined) continue;
      const named = refsIn(this.names, kind, text.toLowerCase() === clearWord ? null : text, {
        canMake: this.about.create_missing && kind !== 'sites',
        own: person?.[kind] ?? [],
      });
      if ('fault' in named) faults.push(named.fault);
      else links[kind] = named.refs;
    }
    return links;
  }

  /** Marks rows as faulty if they name records that were deleted after the names were read. */
  private async withoutGone(ctx: Ctx, judged: readonly Judged<PeopleChange>[]): Promise<Judged<PeopleChange>[]> {
    const linksOf = ({ change }: Judged<PeopleChange>): PersonLinks => (change && change.kind !== 'leaver' ? change.links : {});
    const gone = new Map<LinkName, ReadonlySet<LinkRef>>();
    for (const kind of linkNames) {
      const ids = new Set(judged.flatMap((one) => (linksOf(one)[kind] ?? []).filter((ref) => typeof ref === 'number')));
      const here = ids.size ? await givable(ctx, this.about.account_id, kind, [...ids]) : ids;
      gone.set(kind, new Set([...ids].filter((id) => !here.has(id))));
    }
    return judged.map((one) => {
      const faults = linkNames
        .filter((kind) => linksOf(one)[kind]?.some((ref) => gone.get(kind)?.has(ref)))
        .map((kind) => ({ field: kind, message: unknownLink(kind) }));
      return faults.length ? { ...one, status: 'faulty', faults, fields: [], change: null } : one;
    });
  }

  write(ctx: Ctx, judged: readonly Judged<PeopleChange>[]): Promise<(Recorded | NotWritten)[]> {
    return writePeople(
      ctx,
      this.about,
      this.names,
      judged.flatMap(({ change }) => change ?? []),
    );
  }

  /** People who have a key that the file uses but are not in the file. Somebody without such a key cannot be missing. */
  async missing({ db }: Ctx, keys: ReadonlyMap<string, number>): Promise<{ id: number; key: string }[]> {
    const { fields, account_id } = this.about;
    const active = await db
      .select({ id: users.id, employee_number: users.employee_number, email: users.email })
      .from(users)
      .where(and(eq(users.account_id, account_id), isNull(users.deleted_at)))
      .orderBy(asc(users.id));
    return active.flatMap(({ id, employee_number, email }) => {
      const own = [
        ...(fields.has('employee_number') && employee_number ? [`number:${folded(employee_number)}`] : []),
        ...(fields.has('email') && email ? [`email:${email}`] : []),
      ];
      return own.length && !own.some((key) => keys.has(key)) ? [{ id, key: employee_number ?? email ?? '' }] : [];
    });
  }

  archive(ctx: Ctx, missing: readonly { id: number; key: string }[]): Promise<(Recorded | NotWritten)[]> {
    return archiveLeavers(
      ctx,
      this.about.account_id,
      missing.map((one) => ({ row: 0, ...one })),
    );
  }
}

/** The faults of a machine's row: a machine may not give a role that orders for others, nor change the email address of a person with such a role. */
function faultsOfToken({ role, email }: PersonColumns, before: StoredPerson | null): CellFault[] {
  const faults: CellFault[] = [];
  if (role && role !== before?.role && !isRoleByToken(role))
    faults.push({ field: 'role', message: importMessages.role_by_token(rolesByToken.map((one) => roleLabels[one])) });
  if (before && email !== undefined && email !== before.email && !isRoleByToken(before.role))
    faults.push({ field: 'email', message: importMessages.email_by_token });
  return faults;
}

/** The email address of a person, as a key of the file. */
const emailOf = ({ email }: StoredPerson): string[] => (email ? [`email:${email}`] : []);

const isEmptied = (kind: LinkName, links: PersonLinks): boolean => links[kind]?.length === 0;

function faultsOfNew(columns: PersonColumns, links: PersonLinks, cells: Cells): CellFault[] {
  const { role = 'employee', email = null, started_on, leaves_on } = columns;
  const faults: CellFault[] = [];
  if (!columns.forenames && !columns.surname) faults.push({ field: 'surname', message: messages.name_needed });
  if (role !== 'client_admin' && ((!cells.sites && !links.sites) || isEmptied('sites', links)))
    faults.push({ field: 'sites', message: messages.sites_needed });
  if (needsEmail(role, email) && (!cells.email || columns.email === null)) faults.push({ field: 'email', message: messages.email_needed });
  if (leavesBeforeStart(started_on, leaves_on)) faults.push({ field: 'leaves_on', message: messages.leaves_before_start });
  return faults;
}

function faultsOfChange(columns: PersonColumns, links: PersonLinks, before: StoredPerson): CellFault[] {
  const { role, email, started_on, leaves_on } = { ...before, ...columns };
  const faults: CellFault[] = [];
  if (role !== 'client_admin' && isEmptied('sites', links)) faults.push({ field: 'sites', message: messages.sites_needed });
  const { forenames, surname } = { ...before, ...columns };
  if (!forenames && !surname) faults.push({ field: columns.surname === undefined ? 'forenames' : 'surname', message: messages.name_needed });
  const isOther = role !== before.role || email !== before.email;
  if (isOther && needsEmail(role, email)) faults.push({ field: 'email', message: messages.email_needed });
  if ((columns.started_on !== undefined || columns.leaves_on !== undefined) && leavesBeforeStart(started_on, leaves_on))
    faults.push({ field: 'leaves_on', message: messages.leaves_before_start });
  return faults;
}

/** The values of a row that differ from the stored ones. */
function changedOf(columns: PersonColumns, links: PersonLinks, before: StoredPerson): { columns: PersonColumns; links: PersonLinks } {
  const isOther = ([field, value]: [string, unknown]): boolean => {
    const stored = before[field as keyof PersonColumns];
    return isCodeField(field) ? !isSameCode(stored, value) : stored !== value;
  };
  const isOtherList = ([kind, refs]: [string, readonly LinkRef[]]): boolean => {
    const current = new Set(before[kind as LinkName].map(({ id }) => id));
    return refs.length !== current.size || refs.some((ref) => typeof ref !== 'number' || !current.has(ref));
  };
  return {
    columns: Object.fromEntries(Object.entries(columns).filter(isOther)),
    links: Object.fromEntries(Object.entries(links).filter(isOtherList)),
  };
}

async function beginPeople(ctx: Ctx, about: ImportAbout): Promise<PeopleImporter> {
  const account_id = about.account_id ?? 0;
  const archived = about.fields.has('email')
    ? await ctx.db
        .selectDistinct({ email: users.email })
        .from(users)
        .where(and(eq(users.account_id, account_id), isNotNull(users.deleted_at), isNotNull(users.email)))
    : [];
  const archivedEmails = new Set(archived.map(({ email }) => email ?? ''));
  return new PeopleImporter({ ...about, account_id }, await readLinkNames(ctx, account_id), archivedEmails, ctx.api_token !== undefined);
}

/** The people of one client, identified by employee number, or by email address if they have no number. */
export const peopleImport = importKind({
  faultOf: ({ account_id, fields }) => {
    if (account_id === null) return importMessages.account_needed;
    const hasKey = fields.has('employee_number') || fields.has('email');
    return hasKey ? null : importMessages.key_not_mapped([labelOf('employee_number'), labelOf('email')]);
  },
  begin: beginPeople,
  undo: undoPeople,
});
