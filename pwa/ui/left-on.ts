import { hasLeft, leftText } from '../../shared/people/check-wearer.ts';
import { ukDate } from '../../shared/uk-time.ts';

/** Says of somebody who has left by today when that was: `left on 30/11/2026`; null for everybody else. */
export const leftOn = (leaves_on: string | null | undefined): string | null =>
  leaves_on && hasLeft(leaves_on, ukDate(new Date().toISOString())) ? leftText(leaves_on) : null;
