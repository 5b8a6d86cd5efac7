import { allow, type Verdict } from '../verdict.ts';
import { type ImportFacts, mayBecome, notReady } from './import-states.ts';
import { importMessages } from './messages.ts';

/** Cells can be corrected after the check and before the run. */
export function checkFixImport(one: ImportFacts): Verdict {
  if (one.status === 'checking') return notReady(importMessages.not_checked);
  return mayBecome(one, 'checking') && one.started_at === null ? allow : notReady(importMessages.cannot_fix);
}
