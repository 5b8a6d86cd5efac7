/** What a spreadsheet writes in place of a value that it cannot work out, and in a column that is too narrow; other languages have other words. */
const errorValue = /^(#(N\/A|NV|GETTING_DATA|[\p{Lu}\d_/]+[!?])|#{2,}|Err:\d{3})$/iu;

/** A number in scientific notation, which has lost the digits of a code: `5.01234E+12`. */
const scientific = /^\d+(?:[.,]\d+)?E[+-]\d{1,3}$|^\d+[.,]\d+E\d{1,3}$/i;

/** Whether a cell, or one of several names in it, is an error of a spreadsheet. */
export const isErrorValue = (text: string): boolean => text.split(';').some((part) => errorValue.test(part.trim()));

/** Whether a code was written as a number in scientific notation. */
export const isScientific = (text: string): boolean => scientific.test(text);

/** Fields with words, which may begin with an apostrophe of their own: `'t Hooft`. */
const wordFields = new Set([
  ...['name', 'brand', 'supplier', 'category', 'colour', 'size_1', 'size_2', 'material', 'decoration'],
  ...['description', 'short_description_1', 'short_description_2', 'reason', 'invoice_detail', 'terms', 'contact_name'],
  ...['forenames', 'surname', 'employee_roles', 'sites', 'clothing_sets'],
  ...['address_line_1', 'address_line_2', 'address_line_3', 'address_line_4', 'address_line_5'],
]);

/** Fields with codes and phone numbers, of which every digit counts. */
const codeFields = new Set([
  ...['sku', 'parent_sku', 'supplier_sku', 'barcode', 'bin'],
  ...['employee_number', 'contact_phone', 'reference', 'sku_prefix', 'vat_number'],
]);

/** Whether a field has a code or a phone number. */
export const isCodeField = (field: string): boolean => codeFields.has(field);

/** Fields with words of several lines. */
const longFields = new Set(['description', 'reason', 'invoice_detail', 'terms']);

/** Whether a field has a name, or words of one line. */
export const isNameField = (field: string): boolean => wordFields.has(field) && !longFields.has(field);

const textFormula = /^="([^"]*)"$/;
const markedNumber = /^'\s*[\d.,/ -]+$/;

/** The text of a code or a number without the marks by which a spreadsheet takes it for text: `="00123"` and `'00123` are `00123`. */
export function withoutTextMark(text: string): string {
  const inner = (textFormula.exec(text)?.[1] ?? text).trim();
  return inner.startsWith("'") ? inner.slice(1).trim() : inner;
}

/** Whether a code is stored as a cell has it; one that is stored with the mark of a spreadsheet, which the file has lost, is the same. */
export const isSameCode = (stored: unknown, value: unknown): boolean =>
  stored === value || (typeof stored === 'string' && withoutTextMark(stored) === value);

/** The text of a cell as its field takes it: without text marks, and a barcode of digits without spaces. */
export function cellOfField(field: string, raw: string): string {
  const text = (textFormula.exec(raw.trim())?.[1] ?? raw).trim();
  const plain = text.startsWith("'") && (!wordFields.has(field) || markedNumber.test(text)) ? withoutTextMark(text) : text;
  return field === 'barcode' && /^[\d\s]+$/.test(plain) ? plain.replace(/\s/g, '') : plain;
}
