import { accounts, clothingSets, employeeRoles, errorCodes, products, sites, suppliers, users } from './tables/index.ts';

/** The columns with a key that is one record’s alone, and what people call it; `within` is the column of the company inside which it is. */
export const keyedColumns = [
  { table: products, column: 'sku', within: null, label: 'SKU' },
  { table: products, column: 'barcode', within: null, label: 'Barcode' },
  { table: accounts, column: 'reference', within: null, label: 'Account reference' },
  { table: suppliers, column: 'code', within: null, label: 'Supplier code' },
  { table: errorCodes, column: 'code', within: null, label: 'Error code' },
  { table: users, column: 'employee_number', within: 'account_id', label: 'Employee number' },
  { table: employeeRoles, column: 'name', within: 'account_id', label: 'Employee role' },
  { table: sites, column: 'name', within: 'account_id', label: 'Site' },
  { table: clothingSets, column: 'name', within: 'account_id', label: 'Clothing set' },
] as const;
