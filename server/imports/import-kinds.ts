import type { ImportType } from '../../shared/imports/import-fields.ts';
import { accountImport } from './account-import.ts';
import { allowanceImport } from './allowance-import.ts';
import type { ImportKind } from './import-kind.ts';
import type { ImportAbout } from './importer.ts';
import { peopleImport } from './people-import.ts';
import { productImport } from './product-import.ts';
import { stockImport } from './stock-import.ts';

/** The types of import by their names. */
export const importKinds: Readonly<Record<ImportType, ImportKind>> = {
  products: productImport,
  employees: peopleImport,
  stock: stockImport,
  accounts: accountImport,
  allowances: allowanceImport,
};

interface Described extends Omit<ImportAbout, 'fields'> {
  columns: readonly { field: string | null }[];
}

/** The facts of an import that its type uses. */
export const aboutOf = ({ id, type, account_id, update_employees, complete, create_missing, columns }: Described): ImportAbout => ({
  id,
  type,
  account_id,
  update_employees,
  complete,
  create_missing,
  fields: new Set(columns.flatMap(({ field }) => field ?? [])),
});
