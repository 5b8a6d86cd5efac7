import type { ImportType } from '../../shared/imports/import-fields.ts';
import { accountImport } from './account-import.ts';
import type { ImportAbout, ImportKind } from './import-kind.ts';
import { peopleImport } from './people-import.ts';
import { productImport } from './product-import.ts';
import { stockImport } from './stock-import.ts';

const kinds: Record<ImportType, ImportKind> = {
  products: productImport as ImportKind,
  employees: peopleImport as ImportKind,
  stock: stockImport as ImportKind,
  accounts: accountImport as ImportKind,
};

export const kindOf = (type: ImportType): ImportKind => kinds[type];

interface Described extends Omit<ImportAbout, 'fields'> {
  columns: readonly { field: string | null }[];
}

/** What a type needs to know of an import. */
export const aboutOf = ({ id, type, account_id, update_employees, complete, create_missing, columns }: Described): ImportAbout => ({
  id,
  type,
  account_id,
  update_employees,
  complete,
  create_missing,
  fields: new Set(columns.flatMap(({ field }) => field ?? [])),
});
