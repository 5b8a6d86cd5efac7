import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type Allowance,
  type AllowanceInput,
  type AllowanceUnit,
  allowanceAnchors,
  allowanceExcesses,
  allowanceFaults,
  allowanceFields,
  allowanceUnits,
} from '../../shared/allowances/allowance.ts';
import { amountOfCell, anchorWords, onceWord, stepsOfCell, unitWords } from '../../shared/allowances/allowance-cells.ts';
import { cellText } from '../../shared/csv.ts';
import { type AllowanceImportField, importFields } from '../../shared/imports/import-fields.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { splitNames } from '../../shared/imports/names-in-cell.ts';
import { messages } from '../../shared/messages.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { type AllowanceInFile, allowanceCell, allowancesInFile } from '../allowances/allowance-cells.ts';
import { allowancesOf } from '../allowances/allowance-queries.ts';
import { changeAllowance, createAllowance } from '../allowances/save-allowance.ts';
import type { Ctx } from '../core/context.ts';
import { firstMessage, Problem } from '../core/problem.ts';
import { amongTexts, textList } from '../db/among.ts';
import { savepoint } from '../db/db.ts';
import { foldedKey, keyColumn } from '../db/folded.ts';
import { lockForChange } from '../db/lock.ts';
import { personName } from '../db/person-name.ts';
import { accounts, allowances, categories, clothingSets, employeeRoles, products, users } from '../db/tables/index.ts';
import { importKind } from './import-kind.ts';
import type { CellFault, ImportRow, Judged, NotWritten, Recorded } from './import-row.ts';
import type { Importer } from './importer.ts';
import { nearestName } from './nearest-name.ts';
import { dayCell, flagCell, numberCell, type Parser, parseCells, textCell } from './parse-cell.ts';

const { shape } = allowanceFields;
const labelOf = (field: AllowanceImportField): string => importFields.allowances[field]?.label ?? field;
const clearWord = '(clear)';

/** Reads one of some words; `words` has further spellings. */
const choiceCell =
  (values: readonly string[], words: Readonly<Record<string, string>> = {}): Parser =>
  (text) => {
    const word = text?.toLowerCase().replaceAll('_', ' ') ?? '';
    const value = values.find((one) => one.replaceAll('_', ' ') === word || words[one] === word);
    return value ? { value } : { message: importMessages.one_of(values.map((one) => words[one] ?? one)) };
  };

const periodCell: Parser = (text) => (text === null || text.toLowerCase() === onceWord ? { value: null } : numberCell(shape.period_months)(text));

/** The parsers of the cells that need no other cell and no stored record. */
const parsers = {
  name: textCell(shape.name),
  unit: choiceCell(allowanceUnits, unitWords),
  first_period_min_months: (text) => numberCell(shape.first_period_min_months)(text ?? '0'),
  min_service_months: (text) => numberCell(shape.min_service_months)(text ?? '0'),
  covers_all: flagCell,
  period_months: periodCell,
  anchor: choiceCell(allowanceAnchors, anchorWords),
  starts_on: dayCell,
  when_exceeded: choiceCell(allowanceExcesses),
  counts_rollouts: flagCell,
  effective_from: dayCell,
} satisfies Partial<Record<AllowanceImportField, Parser>>;

/** The import's field for each field of an allowance on which the form shows a message. */
const importFieldOf: Readonly<Record<string, AllowanceImportField>> = {
  employee_role_id: 'employee_role',
  user_id: 'employee',
  covers: 'covers_all',
  'covers.categories': 'categories',
  'covers.styles': 'styles',
  'covers.clothing_sets': 'clothing_sets',
};

interface AllowanceChangeOfRow {
  id: number | null;
  version: number | undefined;
  input: AllowanceInput;
  before: AllowanceInFile | null;
  fields: readonly string[];
}

/** Records by the folded form of what names them; several records can have one name. */
type Named = ReadonlyMap<string, readonly { id: number; name: string }[]>;

function namedBy(records: readonly { id: number; name: string }[]): Named {
  const byName = new Map<string, { id: number; name: string }[]>();
  for (const record of records) {
    const key = foldedKey(record.name);
    byName.set(key, [...(byName.get(key) ?? []), record]);
  }
  return byName;
}

/** The id of the record that a name means, or what is wrong with the name. Of several records with the name, one of `own` is meant. */
function resolve(
  records: Named,
  name: string,
  unknown: string,
  own: readonly number[],
): { id: number } | { message: string; suggestion?: string | undefined } {
  const matching = records.get(foldedKey(name)) ?? [];
  const exact = matching.filter((one) => one.name === name);
  const candidates = exact.length ? exact : matching;
  const [first] = candidates;
  if (!first)
    return {
      message: unknown,
      suggestion: nearestName(
        [...records.values()].flatMap(([one]) => one?.name ?? []),
        name,
      ),
    };
  if (candidates.length === 1) return { id: first.id };
  const owned = candidates.filter(({ id }) => own.includes(id));
  return owned.length === 1 && owned[0] ? { id: owned[0].id } : { message: importMessages.ambiguous };
}

/** What the rows of a batch name: the people and styles of these rows, and the stored allowances with their names. */
interface Batch {
  people: Named;
  styles: Named;
  stored: readonly AllowanceInFile[];
}

const coverFields = ['categories', 'styles', 'clothing_sets'] as const;
const unknownCover = {
  categories: messages.allowances.other_category,
  styles: messages.allowances.other_style,
  clothing_sets: messages.allowances.other_set,
} as const;

const sameIds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && [...one].sort((a, b) => a - b).every((id, place) => id === [...other].sort((a, b) => a - b)[place]);

const isCleared = (text: string): boolean => text.toLowerCase() === clearWord;
const textsIn = (rows: readonly ImportRow[], field: AllowanceImportField): string[] => [
  ...new Set(rows.flatMap(({ cells }) => (cells[field] && !isCleared(cells[field]) ? [cells[field]] : []))),
];

class AllowanceImporter implements Importer<AllowanceChangeOfRow> {
  constructor(
    private readonly account_id: number,
    private readonly fields: ReadonlySet<string>,
    private readonly roles: Named,
    private readonly covers: { categories: Named; clothing_sets: Named },
  ) {}

  keysOf({ cells }: ImportRow) {
    const { name, employee_role = '', employee = '' } = cells;
    if (!name) return [];
    return [{ field: 'name', key: JSON.stringify([name, employee_role, employee].map((text) => (isCleared(text) ? '' : foldedKey(text)))) }];
  }

  async judge(ctx: Ctx, rows: readonly ImportRow[], { isRun }: { isRun: boolean }): Promise<Judged<AllowanceChangeOfRow>[]> {
    if (isRun) await lockForChange(ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, this.account_id)));
    const batch = await this.readBatch(ctx, rows);
    return rows.map((row) => this.judgeRow(row, batch, ukDate(ctx.now)));
  }

  private async readBatch(ctx: Ctx, rows: readonly ImportRow[]): Promise<Batch> {
    const { db } = ctx;
    const { account_id } = this;
    const folded = (texts: readonly string[]): string => textList(texts.map(foldedKey));
    const employees = folded(textsIn(rows, 'employee'));
    const name = personName(users).as('whole_name');
    const found = await db
      .select({ id: users.id, name, employee_number: users.employee_number, email: users.email })
      .from(users)
      .where(
        and(
          eq(users.account_id, account_id),
          isNull(users.deleted_at),
          or(
            amongTexts(keyColumn(users.employee_number), employees),
            amongTexts(keyColumn(users.email), employees),
            amongTexts(keyColumn(personName(users)), employees),
          ),
        ),
      )
      .orderBy(asc(users.id));
    // A number comes before an email address, and an email address before a name.
    const people = new Map(namedBy(found.map((one) => ({ id: one.id, name: one.name }))));
    for (const by of ['email', 'employee_number'] as const)
      for (const [key, same] of namedBy(found.flatMap((one) => (one[by] ? [{ id: one.id, name: one[by] }] : [])))) people.set(key, same);
    const skus = folded([...new Set(textsIn(rows, 'styles').flatMap(splitNames))]);
    const ofAccount = sql`(${products.account_id} is null or ${products.account_id} = ${account_id})`;
    const styles = await db
      .select({ id: products.id, name: products.sku })
      .from(products)
      .where(and(amongTexts(keyColumn(products.sku), skus), isNull(products.parent_id), isNull(products.deleted_at), ofAccount));
    const ids = await db
      .select({ id: allowances.id })
      .from(allowances)
      .where(
        and(
          eq(allowances.account_id, account_id),
          isNull(allowances.ended_on),
          amongTexts(keyColumn(allowances.name), folded(textsIn(rows, 'name'))),
        ),
      );
    const stored = await allowancesOf(
      ctx,
      account_id,
      ids.map(({ id }) => id),
    );
    return { people, styles: namedBy(styles), stored: await allowancesInFile(ctx, stored) };
  }

  private judgeRow(row: ImportRow, batch: Batch, today: string): Judged<AllowanceChangeOfRow> {
    const { cells } = row;
    const key = [cells.name, cells.employee_role ?? cells.employee].filter(Boolean).join(', ');
    const faults: CellFault[] = [];
    const one = (field: 'employee_role' | 'employee', records: Named, unknown: string): number | null => {
      const text = cells[field];
      if (!text || isCleared(text)) return null;
      const resolved = resolve(records, text, unknown, []);
      if ('id' in resolved) return resolved.id;
      faults.push({ field, ...resolved });
      return null;
    };
    const employee_role_id = one('employee_role', this.roles, messages.allowances.other_role);
    const user_id = one('employee', batch.people, messages.allowances.other_person);
    if (!cells.name) faults.push({ field: 'name', message: importMessages.key_missing(labelOf('name')) });
    const matching = batch.stored.filter(
      (stored) =>
        foldedKey(stored.name) === foldedKey(cells.name ?? '') && stored.employee_role_id === employee_role_id && stored.user_id === user_id,
    );
    if (matching.length > 1) faults.push({ field: 'name', message: importMessages.ambiguous });
    const before = matching[0] ?? null;
    const input = this.inputOf(row, before, { employee_role_id, user_id }, batch, faults, today);
    const broken = input === null ? {} : allowanceFaults(input, today);
    for (const [field, message] of Object.entries(broken)) {
      const column = importFieldOf[field] ?? (field as AllowanceImportField);
      // A role or person that does not exist has its own message.
      if (column === 'employee_role' && faults.some((fault) => fault.field === 'employee_role' || fault.field === 'employee')) continue;
      faults.push({ field: column, message });
    }
    if (faults.length || input === null) return { row: row.row, key, status: 'faulty', faults, fields: [], change: null };
    if (!before)
      return { row: row.row, key, status: 'new', faults: [], fields: [], change: { id: null, version: undefined, input, before, fields: [] } };
    const fields = changedFields(input, before);
    const isPlanned = this.fields.has('effective_from') && Boolean(cells.effective_from) && input.effective_from !== undefined;
    if (isPlanned && input.effective_from !== before.effective_from) fields.push('effective_from');
    if (!fields.length) return { row: row.row, key, status: 'unchanged', faults: [], fields: [], change: null };
    const differences = fields.map((field) => ({ field, before: cellText(allowanceCell(field, before)) }));
    return {
      row: row.row,
      key,
      status: 'changed',
      faults: [],
      fields,
      differences,
      change: { id: before.id, version: before.version, input, before, fields },
    };
  }

  /** The whole allowance after a row: its cells, and for empty ones what is stored or the form's default. Null if it cannot be told. */
  private inputOf(
    row: ImportRow,
    before: AllowanceInFile | null,
    owner: Pick<AllowanceInput, 'employee_role_id' | 'user_id'>,
    batch: Batch,
    faults: CellFault[],
    today: string,
  ): AllowanceInput | null {
    const { cells } = row;
    const parsed = parseCells(row, parsers);
    faults.push(...parsed.faults);
    const { covers_all, effective_from, ...values } = parsed.values as Record<string, unknown> & {
      covers_all?: boolean;
      effective_from?: string | null;
    };
    const unit = (values.unit ?? before?.unit) as AllowanceUnit | undefined;
    const amounts = unit ? amountsIn(cells, unit, faults) : {};
    const covers = { all: covers_all ?? before?.covers.all ?? false, ...this.coversIn(cells, before, batch, faults) };
    // A day that the file repeats is no new day: a change of the other cells applies from today.
    const isRepeated = before !== null && effective_from === before.effective_from && effective_from < today;
    const from = isRepeated ? undefined : (effective_from ?? undefined);
    const needed = ['unit', 'amount', 'period_months', 'anchor', 'when_exceeded'] as const;
    const given: Record<string, unknown> = { ...inputFrom(before), ...values, ...amounts, ...owner, covers, effective_from: from };
    if (before) given.name = before.name;
    // Without a unit nobody can tell what an amount means.
    for (const field of needed)
      if (given[field] === undefined && (field !== 'amount' || unit !== undefined) && !faults.some((fault) => fault.field === field))
        faults.push({ field, message: importMessages.needed(labelOf(field)) });
    const result = allowanceFields.safeParse(given);
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) {
      const field = (importFieldOf[path.join('.')] ?? String(path[0])) as AllowanceImportField;
      if (!faults.some((fault) => fault.field === field || fault.field === 'unit')) faults.push({ field, message });
    }
    return null;
  }

  private coversIn(cells: ImportRow['cells'], before: AllowanceInFile | null, batch: Batch, faults: CellFault[]) {
    const records = { ...this.covers, styles: batch.styles };
    const idsOf = (field: (typeof coverFields)[number]): number[] => {
      const own = before?.covered[field].map(({ id }) => id) ?? [];
      const text = cells[field];
      if (text === undefined) return own;
      if (isCleared(text)) return [];
      return [
        ...new Set(
          splitNames(text).flatMap((name) => {
            const resolved = resolve(records[field], name, unknownCover[field], own);
            if ('id' in resolved) return [resolved.id];
            faults.push({ field, ...resolved });
            return [];
          }),
        ),
      ];
    };
    return { categories: idsOf('categories'), styles: idsOf('styles'), clothing_sets: idsOf('clothing_sets') };
  }

  /**
   * Writes each allowance in a savepoint by the commands of its form, so that a refused one does not affect the others. A file has few allowances.
   */
  async write(ctx: Ctx, judged: readonly Judged<AllowanceChangeOfRow>[]): Promise<(Recorded | NotWritten)[]> {
    const results: (Recorded | NotWritten)[] = [];
    for (const { row, key, change } of judged) {
      if (!change) continue;
      try {
        results.push(await savepoint(ctx.db, () => this.writeAllowance(ctx, row, key, change)));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        results.push({ row, key, reason: firstMessage(error) });
      }
    }
    return results;
  }

  private async writeAllowance(ctx: Ctx, row: number, key: string, { id, version, input, before, fields }: AllowanceChangeOfRow): Promise<Recorded> {
    const after =
      id === null ? await createAllowance(ctx, this.account_id, input) : await changeAllowance(ctx, this.account_id, id, { ...input, version });
    const texts = (one: AllowanceInFile): Record<string, unknown> =>
      Object.fromEntries(fields.map((field) => [field, cellText(allowanceCell(field as AllowanceImportField, one))]));
    const [stored] = await allowancesInFile(ctx, [after]);
    return {
      row,
      key,
      action: id === null ? 'created' : 'changed',
      target: 'allowance',
      target_id: after.id,
      before: before && texts(before),
      after: stored ? texts(stored) : {},
    };
  }
}

/** A stored allowance as the input of its form, without what says whose it is and from when. */
function inputFrom(before: Allowance | null): Partial<AllowanceInput> {
  if (!before) return {};
  const { name, unit, amount, instalments, bands, first_period_min_months, min_service_months, period_months } = before;
  const { anchor, starts_on, carry_over_max, when_exceeded, counts_rollouts } = before;
  const amounts = { name, unit, amount, instalments, bands, first_period_min_months, min_service_months, period_months };
  return { ...amounts, anchor, starts_on, carry_over_max, when_exceeded, counts_rollouts };
}

/** The amounts, instalments and bands of a row, in the unit of its allowance. */
function amountsIn(cells: ImportRow['cells'], unit: AllowanceUnit, faults: CellFault[]): Partial<AllowanceInput> {
  const amounts: Record<string, unknown> = {};
  const check = (field: 'amount' | 'carry_over_max' | 'instalments' | 'bands', schema: z.ZodType, value: unknown): void => {
    const result = schema.safeParse(value);
    if (result.success) amounts[field] = result.data;
    else faults.push({ field, message: result.error.issues[0]?.message ?? messages.allowances.amount });
  };
  for (const field of ['amount', 'carry_over_max'] as const) {
    const text = cells[field];
    if (text === undefined) continue;
    if (isCleared(text) && field === 'carry_over_max') amounts[field] = 0;
    else check(field, shape[field], amountOfCell(unit, text));
  }
  for (const [field, name] of [
    ['instalments', 'after_months'],
    ['bands', 'min_percent'],
  ] as const) {
    const text = cells[field];
    if (text === undefined) continue;
    const steps = isCleared(text) ? [] : stepsOfCell(unit, text);
    if (steps === null) faults.push({ field, message: importMessages.steps });
    else
      check(
        field,
        shape[field],
        steps.map(({ from, amount }) => ({ [name]: from, amount })),
      );
  }
  return amounts;
}

const plainFields = ['unit', 'amount', 'first_period_min_months', 'min_service_months', 'period_months', 'anchor'] as const;
const moreFields = ['starts_on', 'carry_over_max', 'when_exceeded', 'counts_rollouts'] as const;

/** The fields of a stored allowance that an input changes, apart from the day from which it applies. */
function changedFields(input: AllowanceInput, before: AllowanceInFile): AllowanceImportField[] {
  const steps = (list: readonly object[]): string => JSON.stringify(list.map((step) => Object.entries(step).sort()));
  return [
    ...[...plainFields, ...moreFields].filter((field) => input[field] !== before[field]),
    ...(['instalments', 'bands'] as const).filter((field) => steps(input[field]) !== steps(before[field])),
    ...(input.covers.all === before.covers.all ? [] : (['covers_all'] as const)),
    ...coverFields.filter(
      (field) =>
        !sameIds(
          input.covers[field],
          before.covered[field].map(({ id }) => id),
        ),
    ),
  ];
}

/** Allowances of a client by their name and by the role or the person that has them. A row with a stored one makes its next version. */
export const allowanceImport = importKind({
  faultOf: ({ account_id, fields }) => {
    if (account_id === null) return importMessages.account_needed;
    if (!fields.has('name')) return importMessages.key_not_mapped([labelOf('name')]);
    const isOwned = fields.has('employee_role') || fields.has('employee');
    return isOwned ? null : importMessages.key_not_mapped([labelOf('employee_role'), labelOf('employee')]);
  },
  begin: async ({ db }, { account_id, fields }) => {
    const owner = account_id ?? 0;
    const roles = await db
      .select({ id: employeeRoles.id, name: employeeRoles.name })
      .from(employeeRoles)
      .where(and(eq(employeeRoles.account_id, owner), isNull(employeeRoles.deleted_at)))
      .orderBy(asc(employeeRoles.id));
    const sets = await db
      .select({ id: clothingSets.id, name: clothingSets.name })
      .from(clothingSets)
      .where(and(eq(clothingSets.account_id, owner), isNull(clothingSets.deleted_at)))
      .orderBy(asc(clothingSets.id));
    const allCategories = await db.select({ id: categories.id, name: categories.name }).from(categories).orderBy(asc(categories.id));
    return new AllowanceImporter(owner, fields, namedBy(roles), { categories: namedBy(allCategories), clothing_sets: namedBy(sets) });
  },
  // An order may have been judged by the new terms at once, and what was counted stays counted: another import sets other terms.
  undo: null,
});
