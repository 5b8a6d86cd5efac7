import { withoutFormula, withoutTextMark } from '../spreadsheet-marks.ts';

/** Fields with words. The first word itself may begin with an apostrophe: `'t Hooft`. */
const wordFields = new Set([
  ...['name', 'brand', 'supplier', 'category', 'colour', 'size_1', 'size_2', 'material', 'decoration'],
  ...['description', 'short_description_1', 'short_description_2', 'reason', 'invoice_detail', 'terms', 'contact_name'],
  ...['forenames', 'surname', 'employee_roles', 'sites', 'clothing_sets'],
  ...['employee_role', 'categories'],
  ...['address_line_1', 'address_line_2', 'address_line_3', 'address_line_4', 'address_line_5'],
]);

/** Fields with codes and phone numbers, in which every digit is significant. */
const codeFields = new Set([
  ...['sku', 'parent_sku', 'supplier_sku', 'barcode', 'bin'],
  ...['employee', 'styles'],
  ...['employee_number', 'contact_phone', 'reference', 'sku_prefix', 'vat_number'],
]);

/** Whether a field has a code or a phone number. */
export const isCodeField = (field: string): boolean => codeFields.has(field);

/** Fields with words of several lines. */
const longFields = new Set(['description', 'reason', 'invoice_detail', 'terms']);

/** Whether a field holds a name or other words on a single line. */
export const isNameField = (field: string): boolean => wordFields.has(field) && !longFields.has(field);

const markedNumber = /^'\s*[\d.,/ -]+$/;

/** Whether a stored code and a cell's value are the same code. A stored code may have a spreadsheet mark that the file has lost. */
export const isSameCode = (stored: unknown, value: unknown): boolean =>
  stored === value || (typeof stored === 'string' && withoutTextMark(stored) === value);

/** The text of a cell for its field: without a spreadsheet's text mark, and without spaces if it is a barcode of digits. */
export function cellOfField(field: string, raw: string): string {
  const text = withoutFormula(raw);
  const plain = text.startsWith("'") && (!wordFields.has(field) || markedNumber.test(text)) ? withoutTextMark(text) : text;
  return field === 'barcode' && /^[\d\s]+$/.test(plain) ? plain.replace(/\s/g, '') : plain;
}
