import { penceTyped } from '../money.ts';
import type { AllowanceTerms, AllowanceUnit } from './allowance.ts';

/** The words for each unit in a file; money is in pounds there. */
export const unitWords: Readonly<Record<AllowanceUnit, string>> = { items: 'items', points: 'points', pence: 'pounds' };

/** The words for each anchor in a file. */
export const anchorWords: Readonly<Record<AllowanceTerms['anchor'], string>> = { fixed: 'fixed', start_date: 'start date', rolling: 'rolling' };

/** The word for an allowance that is not renewed, in place of the months of its period. */
export const onceWord = 'once';

/** An amount of an allowance as it stands in a file: pounds with two decimals, or a whole number. */
const amountCellText = (unit: AllowanceUnit, amount: number): string => (unit === 'pence' ? (amount / 100).toFixed(2) : String(amount));

/** The amount that a text of a file means; null if it means none. */
export function amountOfCell(unit: AllowanceUnit, text: string): number | null {
  const plain = text.trim().replace(/^£\s*/, '');
  if (unit === 'pence') return penceTyped(plain) ?? null;
  const digits = plain.replace(/,(?=\d{3}(\D|$))/g, '').replace(/\.0+$/, '');
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}

/** A number and the amount from it on: months of an instalment, or the percentage of a band. */
export interface Step {
  from: number;
  amount: number;
}

/** Instalments or bands in one cell: `0:2; 6:3`, each the months or the percentage, a colon and the amount. */
export const stepsCellText = (unit: AllowanceUnit, steps: readonly Step[]): string =>
  steps.map(({ from, amount }) => `${from}:${amountCellText(unit, amount)}`).join('; ');

/** The instalments or bands of a cell; null if the text does not have the form of `stepsCellText`. */
export function stepsOfCell(unit: AllowanceUnit, text: string): Step[] | null {
  const parts = text.split(';').filter((part) => part.trim() !== '');
  const steps = parts.map((part): Step | null => {
    const [, from = '', amountText = ''] = /^\s*(\d{1,6})\s*%?\s*:\s*(.+?)\s*$/.exec(part) ?? [];
    const amount = from === '' ? null : amountOfCell(unit, amountText);
    return amount === null ? null : { from: Number(from), amount };
  });
  return steps.every((step) => step !== null) ? steps : null;
}
