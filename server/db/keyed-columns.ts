import { cleanKey } from '../../shared/clean-key.ts';
import { cleanBarcode } from '../../shared/scan/gtin.ts';
import { accounts, clothingSets, employeeRoles, errorCodes, products, sites, suppliers, users } from './tables/index.ts';

/**
 * The columns whose key must be unique, and the names that people use for them. `within` is the column of the company if the key must be unique only
 * within a company.
 */
export const keyedColumns = [
  { table: products, column: 'sku', within: null, label: 'SKU', clean: cleanKey },
  { table: products, column: 'barcode', within: null, label: 'Barcode', clean: cleanBarcode },
  { table: accounts, column: 'reference', within: null, label: 'Account reference', clean: cleanKey },
  { table: suppliers, column: 'code', within: null, label: 'Supplier code', clean: cleanKey },
  { table: errorCodes, column: 'code', within: null, label: 'Error code', clean: cleanKey },
  { table: users, column: 'employee_number', within: 'account_id', label: 'Employee number', clean: cleanKey },
  { table: employeeRoles, column: 'name', within: 'account_id', label: 'Employee role', clean: cleanKey },
  { table: sites, column: 'name', within: 'account_id', label: 'Site', clean: cleanKey },
  { table: clothingSets, column: 'name', within: 'account_id', label: 'Clothing set', clean: cleanKey },
] as const;
