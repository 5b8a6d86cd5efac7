import type { Verdict } from '../../shared/verdict.ts';
import { toast } from '../ui/toast.ts';

/** Shows why something was refused; true where it was not. */
export function say(verdict: Verdict): boolean {
  if (!verdict.ok) toast(verdict.message, { tone: 'wrong' });
  return verdict.ok;
}
