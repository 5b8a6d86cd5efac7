import type { Verdict } from '../../shared/verdict.ts';
import { toast } from './toast.ts';

/** Shows why something was refused; true where it was refused. */
export function showRefusal(verdict: Verdict): boolean {
  if (!verdict.ok) toast(verdict.message, { tone: 'wrong' });
  return !verdict.ok;
}
