import { allow, type Verdict } from '../verdict.ts';
import { type ImportFacts, isRunning, mayBecome, notReady } from './import-states.ts';
import { importMessages } from './messages.ts';

/** A checked import can be run; a run that was stopped or failed can be continued. */
export function checkRunImport(one: ImportFacts): Verdict {
  if (one.status === 'checking') return notReady(importMessages.not_checked);
  if (isRunning(one)) return notReady(importMessages.is_running);
  if (one.status === 'failed' && one.started_at === null) return notReady(importMessages.not_readable);
  return mayBecome(one, 'queued') ? allow : notReady(importMessages.cannot_run);
}

/** A run can be stopped until it ends. */
export const checkStopImport = (one: Pick<ImportFacts, 'status'>): Verdict => (isRunning(one) ? allow : notReady(importMessages.cannot_stop));
