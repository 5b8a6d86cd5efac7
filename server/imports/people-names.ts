import { and, asc, eq, isNull } from 'drizzle-orm';
import { requiredKey } from '../../shared/fields.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { joinNames, splitNames } from '../../shared/imports/names-in-cell.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { type LinkName, linkNames } from '../../shared/people/bulk-input.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { foldedKey } from '../db/folded.ts';
import { clothingSets, employeeRoles, sites } from '../db/tables/index.ts';
import type { CellFault, Recorded } from './import-row.ts';
import type { ImportAbout } from './importer.ts';
import { nearestName } from './nearest-name.ts';

/** The record that a cell names: the id of a stored one, or the name of one that the import creates. */
export type LinkRef = number | string;

/** The records of one kind that cells can name. */
interface NamedRecords {
  /** The ids by name or reference in lower case; null if two records share the name or reference. */
  ids: ReadonlyMap<string, number | null>;
  names: ReadonlyMap<number, string>;
}

/** A client’s sites, employee roles and clothing sets by their names. */
export type LinkNames = Readonly<Record<LinkName, NamedRecords>>;

function namedRecords(records: readonly { id: number; name: string; others?: readonly (string | null)[] }[]): NamedRecords {
  const ids = new Map<string, number | null>();
  for (const { id, name, others = [] } of records)
    for (const text of [name, ...others].flatMap((one) => foldedKey(one ?? '') || [])) {
      const other = ids.get(text);
      ids.set(text, other === undefined || other === id ? id : null);
    }
  return { ids, names: new Map(records.map(({ id, name }) => [id, name])) };
}

const readers: Record<LinkName, (ctx: Ctx, account_id: number) => Promise<NamedRecords>> = {
  sites: async ({ db }, account_id) => {
    const rows = await db
      .select({ id: sites.id, name: sites.name, reference_1: sites.reference_1, reference_2: sites.reference_2 })
      .from(sites)
      .where(and(eq(sites.account_id, account_id), isNull(sites.deleted_at)))
      .orderBy(asc(sites.id));
    return namedRecords(rows.map(({ id, name, reference_1, reference_2 }) => ({ id, name, others: [reference_1, reference_2] })));
  },
  employee_roles: async ({ db }, account_id) =>
    namedRecords(
      await db
        .select({ id: employeeRoles.id, name: employeeRoles.name })
        .from(employeeRoles)
        .where(and(eq(employeeRoles.account_id, account_id), isNull(employeeRoles.deleted_at)))
        .orderBy(asc(employeeRoles.id)),
    ),
  clothing_sets: async ({ db }, account_id) =>
    namedRecords(
      await db
        .select({ id: clothingSets.id, name: clothingSets.name })
        .from(clothingSets)
        .where(and(eq(clothingSets.account_id, account_id), isNull(clothingSets.deleted_at)))
        .orderBy(asc(clothingSets.id)),
    ),
};

/** The records that cells can name in an import of a client’s people. */
export async function readLinkNames(ctx: Ctx, account_id: number): Promise<LinkNames> {
  const [ofSites, ofRoles, ofSets] = [
    await readers.sites(ctx, account_id),
    await readers.employee_roles(ctx, account_id),
    await readers.clothing_sets(ctx, account_id),
  ];
  return { sites: ofSites, employee_roles: ofRoles, clothing_sets: ofSets };
}

const unknown: Record<LinkName, string> = {
  sites: importMessages.unknown_site,
  employee_roles: importMessages.unknown_employee_role,
  clothing_sets: importMessages.unknown_clothing_set,
};

/** The message for a name without a record. */
export const unknownLink = (kind: LinkName): string => unknown[kind];

const newName = requiredKey(limits.name, messages.name_needed);

/**
 * The records that a cell names, each once. The names are separated by `;`, and an empty cell names no record. If several records share a name, the
 * name stands for those that the person already has (`own`). With `canMake` an unknown name stands for a record that the import creates. A fault
 * suggests a text for the whole cell, with the nearest names in place of the faulty ones.
 */
export function refsIn(
  names: LinkNames,
  kind: LinkName,
  text: string | null,
  { canMake, own }: { canMake: boolean; own: readonly { id: number; name: string }[] },
): { refs: LinkRef[] } | { fault: CellFault } {
  const parts = splitNames(text ?? '');
  const { ids, names: nameOf } = names[kind];
  const refs = new Map<string, LinkRef>();
  let message: string | undefined;
  const likely = parts.map((part) => {
    const id = ids.get(foldedKey(part));
    if (typeof id === 'number') {
      refs.set(String(id), id);
      return part;
    }
    const ownOfName = id === null ? own.filter(({ name }) => foldedKey(name) === foldedKey(part)) : [];
    if (ownOfName.length) {
      for (const one of ownOfName) refs.set(String(one.id), one.id);
      return part;
    }
    if (id === undefined && canMake) {
      const name = newName.safeParse(part);
      if (!name.success) message ??= name.error.issues[0]?.message ?? unknown[kind];
      else if (!refs.has(`new:${foldedKey(name.data)}`)) refs.set(`new:${foldedKey(name.data)}`, name.data);
      return part;
    }
    message ??= id === null ? importMessages.ambiguous : unknown[kind];
    return id === null ? undefined : nearestName([...nameOf.values()], part);
  });
  if (message === undefined) return { refs: [...refs.values()] };
  const isKnown = likely.every((part) => part !== undefined) && !canMake;
  return { fault: { field: kind, message, suggestion: isKnown ? joinNames(likely) : undefined } };
}

/** A name in a batch of rows that no record has, with the first row that contains the name. */
interface MissingName {
  kind: LinkName;
  name: string;
  row: number;
}

/** How an employee role or a clothing set is stored if only its name is known: a role without a budget, an empty set. */
const makers = {
  employee_roles: {
    target: 'employee_role',
    insert: ({ db, now }: Ctx, account_id: number, names: readonly string[]) =>
      db
        .insert(employeeRoles)
        .values(names.map((name) => ({ account_id, name, created_at: now })))
        .onConflictDoNothing()
        .returning({ id: employeeRoles.id, name: employeeRoles.name }),
  },
  clothing_sets: {
    target: 'clothing_set',
    insert: ({ db, now }: Ctx, account_id: number, names: readonly string[]) =>
      db
        .insert(clothingSets)
        .values(names.map((name) => ({ account_id, name, created_at: now })))
        .onConflictDoNothing()
        .returning({ id: clothingSets.id, name: clothingSets.name }),
  },
} as const;

/** Finds the records that names refer to, including records that were created for the batch. */
export interface MadeNames {
  idOf(kind: LinkName, ref: LinkRef): number | undefined;
  nameOf(kind: LinkName, id: number): string;
  recorded: Recorded[];
}

/** Create the employee roles and clothing sets that a batch names and that do not exist yet. The caller has locked the client’s account. */
export async function makeMissingNames(ctx: Ctx, about: ImportAbout, known: LinkNames, missing: readonly MissingName[]): Promise<MadeNames> {
  const names: Record<LinkName, NamedRecords> = { ...known };
  const recorded: Recorded[] = [];
  const account_id = about.account_id ?? 0;
  for (const kind of linkNames) {
    const first = new Map<string, MissingName>();
    for (const one of missing) if (one.kind === kind && !first.has(foldedKey(one.name))) first.set(foldedKey(one.name), one);
    if (!first.size || kind === 'sites') continue;
    // An earlier batch, or somebody in the office, may have created some of these records.
    const before = await readers[kind](ctx, account_id);
    const absent = [...first].flatMap(([text, one]) => (before.ids.has(text) ? [] : [one]));
    const { target, insert } = makers[kind];
    const made = absent.length
      ? await insert(
          ctx,
          account_id,
          absent.map(({ name }) => name),
        )
      : [];
    names[kind] = made.length < absent.length ? await readers[kind](ctx, account_id) : withMade(before, made);
    const created = made.map((one) => ({ ...one, row: first.get(foldedKey(one.name))?.row ?? 0 }));
    const after = ({ name }: { name: string }) => ({ account_id, name, import: about.id });
    if (target === 'employee_role')
      await auditEach(
        ctx,
        'employee_role.created',
        created.map((one) => ({ on: { type: target, id: one.id }, after: after(one) })),
      );
    else
      await auditEach(
        ctx,
        'clothing_set.created',
        created.map((one) => ({ on: { type: target, id: one.id }, after: after(one) })),
      );
    recorded.push(
      ...created.map(({ id, name, row }): Recorded => ({ row, key: name, action: 'created', target, target_id: id, before: null, after: { name } })),
    );
  }
  return {
    idOf: (kind, ref) => (typeof ref === 'number' ? ref : (names[kind].ids.get(foldedKey(ref)) ?? undefined)),
    nameOf: (kind, id) => names[kind].names.get(id) ?? '',
    recorded,
  };
}

const withMade = ({ ids, names }: NamedRecords, made: readonly { id: number; name: string }[]): NamedRecords => ({
  ids: new Map([...ids, ...made.map(({ id, name }) => [foldedKey(name), id] as const)]),
  names: new Map([...names, ...made.map(({ id, name }) => [id, name] as const)]),
});
