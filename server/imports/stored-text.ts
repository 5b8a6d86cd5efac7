import { joinNames } from '../../shared/imports/names-in-cell.ts';
import { poundsText, tenthsText } from '../../shared/money.ts';
import { type Role, roleLabels } from '../../shared/roles.ts';
import { ukDate } from '../../shared/uk-time.ts';

const moneyFields = new Set(['cost', 'price']);

/** The text of a stored value, for people who compare a field before and after an import. */
export function storedText(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'supplier_price') return tenthsText(value as number);
  if (typeof value === 'number') return moneyFields.has(field) ? poundsText(value) : String(value);
  if (Array.isArray(value)) return joinNames((value as { name: string }[]).map(({ name }) => name));
  if (typeof value === 'object')
    return Object.values(value)
      .filter((line) => typeof line === 'string')
      .join(', ');
  if (field === 'role') return roleLabels[value as Role];
  return field === 'discontinued_at' ? ukDate(value as string) : String(value);
}
