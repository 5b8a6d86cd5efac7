import { formatDate } from '../uk-time.ts';
import { isDiscontinued } from './is-discontinued.ts';

/** "Discontinued", with the date if that is in the future; null for a product that stays on sale. */
export function discontinuedWords(discontinued_at: string | null, now: string = new Date().toISOString()): string | null {
  if (discontinued_at === null) return null;
  return isDiscontinued(discontinued_at, now) ? 'Discontinued' : `Discontinued from ${formatDate(discontinued_at, 'list')}`;
}
