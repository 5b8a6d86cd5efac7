import { asc, or, sql } from 'drizzle-orm';
import { type AccountChange, accountFields } from '../../shared/accounts/account.ts';
import { type Address, address } from '../../shared/address.ts';
import { clashesWithPrefix } from '../../shared/catalogue/sku-prefix.ts';
import { type AccountImportField, importFields } from '../../shared/imports/import-fields.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { messages } from '../../shared/messages.ts';
import { findAccount } from '../accounts/account-queries.ts';
import { changeAccount, createAccount } from '../accounts/save-account.ts';
import { skusWithPrefix } from '../catalogue/sku-prefixes.ts';
import type { Ctx } from '../core/context.ts';
import { firstMessage, Problem } from '../core/problem.ts';
import { amongTexts, textList } from '../db/among.ts';
import { savepoint } from '../db/db.ts';
import { foldedKey, keyColumn } from '../db/folded.ts';
import { accounts } from '../db/tables/index.ts';
import { importKind } from './import-kind.ts';
import type { CellFault, ImportRow, Judged, NotWritten, Recorded } from './import-row.ts';
import type { Importer } from './importer.ts';
import { flagCell, numberCell, type Parser, parseCells, textCell } from './parse-cell.ts';
import { storedText } from './stored-text.ts';

type StoredAccount = typeof accounts.$inferSelect;
const { shape } = accountFields;
const { shape: line } = address;

const parsers: Record<AccountImportField, Parser> = {
  reference: textCell(shape.reference),
  name: textCell(shape.name),
  sku_prefix: textCell(shape.sku_prefix),
  vat_number: textCell(shape.vat_number),
  contact_name: textCell(shape.contact_name),
  contact_email: textCell(shape.contact_email),
  contact_phone: textCell(shape.contact_phone),
  address_line_1: textCell(line.address_line_1),
  address_line_2: textCell(line.address_line_2),
  address_line_3: textCell(line.address_line_3),
  address_line_4: textCell(line.address_line_4),
  address_line_5: textCell(line.address_line_5),
  postcode: textCell(line.postcode),
  invoice_detail: textCell(shape.invoice_detail),
  skip_invoice: flagCell,
  require_po: flagCell,
  require_cc: flagCell,
  per_site_invoicing: flagCell,
  self_order_budgeting: flagCell,
  is_consolidated_invoicing: flagCell,
  consolidated_invoice_close_day: numberCell(shape.consolidated_invoice_close_day),
  domain: textCell(shape.domain),
  custom_video_explainer_url: textCell(shape.custom_video_explainer_url),
  notify_impersonated: flagCell,
  show_stock: flagCell,
  terms: textCell(shape.terms),
};
const addressFields = ['address_line_1', 'address_line_2', 'address_line_3', 'address_line_4', 'address_line_5', 'postcode'] as const;
const labelOf = (field: string): string => importFields.accounts[field]?.label ?? field;

interface AccountImportChange {
  id: number | null;
  fields: AccountChange;
}

/**
 * The account's invoice address after a row's changes: the stored address with the parts that the row contains. `address` is missing if the row
 * contains no part of an address, or if a part has a fault.
 */
function addressOf(values: Partial<Record<AccountImportField, unknown>>, before: Address | null): { address?: Address | null; faults: CellFault[] } {
  const parts = addressFields.filter((field) => values[field] !== undefined);
  if (!parts.length) return { faults: [] };
  const merged = { ...before, ...Object.fromEntries(parts.map((field) => [field, values[field]])) };
  if (Object.values(merged).every((value) => value === null || value === undefined)) return { address: null, faults: [] };
  const result = address.safeParse(merged);
  if (result.success) return { address: result.data, faults: [] };
  return {
    faults: result.error.issues.map(({ path, message }) => {
      const field = String(path[0] ?? 'address_line_1') as keyof Address;
      return { field, message: merged[field] ? message : importMessages.needed(labelOf(field)) };
    }),
  };
}

const sameAddress = (one: Address | null, other: Address | null): boolean =>
  addressFields.every((field) => (one?.[field] ?? null) === (other?.[field] ?? null));

class AccountImporter implements Importer<AccountImportChange> {
  keysOf({ cells }: ImportRow) {
    return [
      ...(cells.reference ? [{ field: 'reference', key: `reference:${foldedKey(cells.reference)}` }] : []),
      ...(cells.sku_prefix ? [{ field: 'sku_prefix', key: `prefix:${cells.sku_prefix.toUpperCase()}` }] : []),
    ];
  }

  async judge(ctx: Ctx, rows: readonly ImportRow[]): Promise<Judged<AccountImportChange>[]> {
    const { db } = ctx;
    const references = textList([...new Set(rows.flatMap(({ cells }) => (cells.reference ? foldedKey(cells.reference) : [])))]);
    const codesOf = (row: ImportRow): string[] => [row.cells.sku_prefix, row.cells.reference].flatMap((code) => code?.toUpperCase() ?? []);
    const codes = textList([...new Set(rows.flatMap(codesOf))]);
    const stored = await db
      .select()
      .from(accounts)
      .where(amongTexts(keyColumn(accounts.reference), references))
      .orderBy(asc(accounts.id));
    const { id, name, sku_prefix, reference } = accounts;
    const others = await db
      .select({ id, name, sku_prefix, reference })
      .from(accounts)
      .where(or(amongTexts(sku_prefix, codes), amongTexts(sql`upper(${reference})`, codes)));
    const prefixes = [...new Set(rows.flatMap(({ cells }) => cells.sku_prefix?.toUpperCase() ?? []))];
    const skus = await skusWithPrefix(ctx, prefixes);
    return rows.map((row) => judgeRow(row, stored, others, skus));
  }

  /**
   * Writes each account in a savepoint, so that a refused account does not affect the others. A file has few accounts, so each is changed by the
   * office’s own command.
   */
  async write(ctx: Ctx, judged: readonly Judged<AccountImportChange>[]): Promise<(Recorded | NotWritten)[]> {
    const results: (Recorded | NotWritten)[] = [];
    for (const { row, key, change } of judged) {
      if (!change) continue;
      try {
        results.push(await savepoint(ctx.db, () => writeAccount(ctx, row, key, change)));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        results.push({ row, key, reason: firstMessage(error) });
      }
    }
    return results;
  }
}

/** A stored account with a SKU prefix or reference that the file contains. */
type Other = Pick<StoredAccount, 'id' | 'name' | 'sku_prefix' | 'reference'>;

function judgeRow(
  row: ImportRow,
  stored: readonly StoredAccount[],
  accounts: readonly Other[],
  skus: Awaited<ReturnType<typeof skusWithPrefix>>,
): Judged<AccountImportChange> {
  const key = row.cells.reference ?? '';
  const { values, faults } = parseCells<AccountImportField>(row, parsers);
  const written = stored.filter(({ reference }) => reference === key);
  const sameKey = written.length ? written : stored.filter(({ reference }) => foldedKey(reference) === foldedKey(key));
  const matching = sameKey.filter(({ deleted_at }) => deleted_at === null);
  const [before] = matching;
  if (!key) faults.push({ field: 'reference', message: importMessages.key_missing(labelOf('reference')) });
  if (!before && sameKey.length) faults.push({ field: 'reference', message: importMessages.archived_account });
  if (matching.length > 1) faults.push({ field: 'reference', message: importMessages.ambiguous });
  if (!before && values.name === undefined) faults.push({ field: 'name', message: importMessages.needed(labelOf('name')) });
  const others = accounts.filter(({ id }) => id !== before?.id);
  const prefix = typeof values.sku_prefix === 'string' ? values.sku_prefix : null;
  const namesake = others.find(({ reference }) => reference.toUpperCase() === prefix);
  if (prefix && others.some(({ sku_prefix }) => sku_prefix === prefix)) faults.push({ field: 'sku_prefix', message: importMessages.other_prefix });
  else if (namesake && before?.sku_prefix !== prefix) faults.push({ field: 'sku_prefix', message: messages.sku_prefix_is_reference(namesake.name) });
  else if (before?.sku_prefix !== prefix) {
    const product = skus.find((one) => clashesWithPrefix(one, { id: before?.id ?? null, sku_prefix: prefix }));
    if (product) faults.push({ field: 'sku_prefix', message: messages.sku_prefix_in_skus(product.sku) });
  }
  const holder = before ? undefined : others.find(({ sku_prefix }) => sku_prefix === key.toUpperCase());
  if (holder) faults.push({ field: 'reference', message: messages.reference_is_sku_prefix(holder.name) });
  if (before?.sku_prefix && values.sku_prefix !== undefined && values.sku_prefix !== before.sku_prefix)
    faults.push({ field: 'sku_prefix', message: importMessages.prefix_fixed });
  const invoice = addressOf(values, before?.invoice_address ?? null);
  faults.push(...invoice.faults);
  const own = Object.fromEntries(Object.entries(values).filter(([field]) => !(addressFields as readonly string[]).includes(field)));
  if (before) delete own.reference;
  const isOther = ([field, value]: [string, unknown]): boolean => !before || before[field as keyof StoredAccount] !== value;
  const fields: Record<string, unknown> = Object.fromEntries(Object.entries(own).filter(isOther));
  if (invoice.address !== undefined && !sameAddress(invoice.address, before?.invoice_address ?? null)) fields.invoice_address = invoice.address;
  const isConsolidated = (fields.is_consolidated_invoicing ?? before?.is_consolidated_invoicing ?? false) as boolean;
  const day = isConsolidated ? (fields.consolidated_invoice_close_day ?? before?.consolidated_invoice_close_day ?? null) : null;
  if (isConsolidated && day === null)
    faults.push({ field: 'consolidated_invoice_close_day', message: importMessages.needed(labelOf('consolidated_invoice_close_day')) });
  if (faults.length) return { row: row.row, key, status: 'faulty', faults, fields: [], change: null };
  const isChanged = Object.keys(fields).length > 0;
  const status = !before ? 'new' : isChanged ? 'changed' : 'unchanged';
  return {
    row: row.row,
    key,
    status,
    faults: [],
    fields: before ? Object.keys(fields) : [],
    differences: before
      ? Object.keys(fields).map((field) => ({
          field,
          before: storedText(field, before[field as keyof StoredAccount]),
          ...(field === 'invoice_address' && { after: storedText(field, fields[field]) }),
        }))
      : [],
    change: isChanged ? { id: before?.id ?? null, fields: fields as AccountChange } : null,
  };
}

async function writeAccount(ctx: Ctx, row: number, key: string, { id, fields }: AccountImportChange): Promise<Recorded> {
  const before = id === null ? null : await findAccount(ctx, id);
  const after =
    id === null
      ? await createAccount(ctx, fields as Parameters<typeof createAccount>[1], undefined)
      : await changeAccount(ctx, id, fields, undefined);
  const beforeFields = before && Object.fromEntries(Object.keys(fields).map((field) => [field, before[field as keyof typeof before]]));
  return { row, key, action: id === null ? 'created' : 'changed', target: 'account', target_id: after.id, before: beforeFields, after: fields };
}

/** Accounts by their reference. This import cannot be rolled back, because orders and people may depend on the accounts as soon as they exist. */
export const accountImport = importKind({
  faultOf: ({ fields }) => (fields.has('reference') ? null : importMessages.key_not_mapped([labelOf('reference')])),
  begin: async () => new AccountImporter(),
  undo: null,
});
