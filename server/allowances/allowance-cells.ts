import { isNull, sql } from 'drizzle-orm';
import type { Allowance, AllowanceUnit } from '../../shared/allowances/allowance.ts';
import { anchorWords, onceWord, stepsCellText, unitWords } from '../../shared/allowances/allowance-cells.ts';
import { type Cell, dayCell, poundsCell } from '../../shared/csv.ts';
import type { AllowanceImportField } from '../../shared/imports/import-fields.ts';
import { joinNames } from '../../shared/imports/names-in-cell.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { products, users } from '../db/tables/index.ts';
import { type Columns, yesNoCell } from '../http/columns.ts';

/** An allowance with what names its person and its styles in a file. */
export interface AllowanceInFile extends Allowance {
  /** The employee number, else the email address, else the name. */
  employee: string | null;
  style_skus: readonly { id: number; name: string }[];
}

/** Allowances with what names their people and styles in a file. */
export async function allowancesInFile({ db }: Pick<Ctx, 'db'>, list: readonly Allowance[]): Promise<AllowanceInFile[]> {
  const userIds = idList(list.flatMap(({ user_id }) => user_id ?? []));
  const people = await db
    .select({ id: users.id, employee_number: users.employee_number, email: users.email })
    .from(users)
    .where(among(users.id, userIds));
  const byPerson = new Map(people.map(({ id, employee_number, email }) => [id, employee_number ?? email]));
  const styleIds = idList([...new Set(list.flatMap(({ covered }) => covered.styles.map(({ id }) => id)))]);
  const styles = await db
    .select({ id: products.id, sku: products.sku })
    .from(products)
    .where(sql`${among(products.id, styleIds)} and ${isNull(products.deleted_at)}`);
  const skus = new Map(styles.map(({ id, sku }) => [id, sku]));
  return list.map((one) => ({
    ...one,
    employee: one.user === null ? null : (byPerson.get(one.user.id) ?? one.user.name),
    style_skus: one.covered.styles.flatMap(({ id }) => {
      const sku = skus.get(id);
      return sku === undefined ? [] : [{ id, name: sku }];
    }),
  }));
}

const names = (records: readonly { name: string }[]): Cell => joinNames(records.map(({ name }) => name)) || null;

const amountCell = (unit: AllowanceUnit, amount: number): Cell => (unit === 'pence' ? poundsCell(amount) : amount);

/** The cell of each field of an allowance, as an import reads it. */
const cells: Readonly<Record<AllowanceImportField, (one: AllowanceInFile) => Cell>> = {
  name: ({ name }) => name,
  employee_role: ({ employee_role }) => employee_role?.name ?? null,
  employee: ({ employee }) => employee,
  unit: ({ unit }) => unitWords[unit],
  amount: ({ unit, amount }) => amountCell(unit, amount),
  instalments: ({ unit, instalments }) =>
    stepsCellText(
      unit,
      instalments.map(({ after_months, amount }) => ({ from: after_months, amount })),
    ) || null,
  bands: ({ unit, bands }) =>
    stepsCellText(
      unit,
      bands.map(({ min_percent, amount }) => ({ from: min_percent, amount })),
    ) || null,
  first_period_min_months: ({ first_period_min_months }) => first_period_min_months,
  min_service_months: ({ min_service_months }) => min_service_months,
  covers_all: ({ covers }) => yesNoCell(covers.all),
  categories: ({ covered }) => names(covered.categories),
  styles: ({ style_skus }) => names(style_skus),
  clothing_sets: ({ covered }) => names(covered.clothing_sets),
  period_months: ({ period_months }) => period_months ?? onceWord,
  anchor: ({ anchor }) => anchorWords[anchor],
  starts_on: ({ starts_on }) => dayCell(starts_on),
  carry_over_max: ({ unit, carry_over_max }) => amountCell(unit, carry_over_max),
  when_exceeded: ({ when_exceeded }) => when_exceeded,
  counts_rollouts: ({ counts_rollouts }) => yesNoCell(counts_rollouts),
  effective_from: ({ effective_from }) => dayCell(effective_from),
};

/** The cell of one field of an allowance. */
export const allowanceCell = (field: AllowanceImportField, one: AllowanceInFile): Cell => cells[field](one);

/** The columns of allowances, as an import reads them. */
export const allowanceColumns: Columns<AllowanceInFile> = (Object.keys(cells) as AllowanceImportField[]).map((field) => [field, cells[field]]);
