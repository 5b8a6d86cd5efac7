import type { Verdict } from '../../shared/verdict.ts';
import { toast } from './toast.ts';

/** If an action was refused, shows why; returns whether it was refused. */
export function showRefusal(verdict: Verdict): boolean {
  if (!verdict.ok) toast(verdict.message, { tone: 'wrong' });
  return !verdict.ok;
}
