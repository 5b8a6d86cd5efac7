import { addDays } from '../add-days.ts';
import { ukDate } from '../uk-time.ts';

/** The code on a return's slip, which differs from an order's number. */
export const returnCode = (return_number: string): string => `R-${return_number}`;

/** The return's id, from the code on its slip or from its number; null for any other text. */
export function returnIdOf(text: string): number | null {
  const [, digits] = /^(?:R-?)?(\d{1,15})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The last day for sending the items of a return back: `days` after the return was requested. */
export const sendBackUntil = (created_at: string, days: number): string => addDays(ukDate(created_at), days);
