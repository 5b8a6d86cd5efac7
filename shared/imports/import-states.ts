import { lifeCycle, mayFollow, statesOf } from '../life-cycle.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { importMessages } from './messages.ts';

/**
 * The states of an import. One that `goes_on` reaches the next state by itself; the others wait for a person. A run that was stopped or that failed
 * can be run on or taken back; a machine's file goes back to `checked` where a person has to confirm it.
 */
export const importTransitions = lifeCycle({
  checking: { label: 'CHECKING', goes_on: true, next: ['checked', 'failed'] },
  checked: { label: 'CHECKED', goes_on: false, next: ['checking', 'queued'] },
  queued: { label: 'QUEUED', goes_on: true, next: ['running', 'checked', 'failed'] },
  running: { label: 'RUNNING', goes_on: true, next: ['done', 'failed', 'checked'] },
  done: { label: 'DONE', goes_on: false, next: ['reverting'] },
  failed: { label: 'FAILED', goes_on: false, next: ['queued', 'reverting'] },
  reverting: { label: 'REVERTING', goes_on: true, next: ['reverted', 'reverted_in_part'] },
  reverted: { label: 'REVERTED', goes_on: false, next: [] },
  reverted_in_part: { label: 'REVERTED IN PART', goes_on: false, next: [] },
});

export type ImportStatus = keyof typeof importTransitions;
export const importStatuses = statesOf<ImportStatus>(importTransitions);

/** Whether an import reaches its next state by itself. */
export const isMoving = ({ status }: { status: ImportStatus }): boolean => importTransitions[status].goes_on;

/** The states of a run that has begun and not ended. */
export const runningStatuses = ['queued', 'running'] as const satisfies readonly ImportStatus[];
/** Whether an import writes its rows, or is about to. */
export const isRunning = ({ status }: { status: ImportStatus }): boolean => runningStatuses.some((running) => running === status);

/** Whether an import is rolled back. */
export const isUndone = ({ status }: { status: ImportStatus }): boolean => status === 'reverted' || status === 'reverted_in_part';

/** The facts of an import that its rules need. `started_at` is when its run began; null before. */
export interface ImportFacts {
  status: ImportStatus;
  started_at: string | null;
}

const notReady = (message: string): Verdict => refuse('import_not_ready', message);
const may = ({ status }: ImportFacts, to: ImportStatus): boolean => mayFollow<ImportStatus>(importTransitions, status, to);

/** A checked import is run; a run that ended early is run on. */
export function checkRun(one: ImportFacts): Verdict {
  if (one.status === 'checking') return notReady(importMessages.not_checked);
  if (isRunning(one)) return notReady(importMessages.is_running);
  const hasRun = one.status !== 'failed' || one.started_at !== null;
  return may(one, 'queued') && hasRun ? allow : notReady(importMessages.cannot_run);
}

/** A run is stopped until it ends. */
export const checkStop = (one: Pick<ImportFacts, 'status'>): Verdict => (isRunning(one) ? allow : notReady(importMessages.cannot_stop));

/** Cells can be corrected after the check and before the run. */
export function checkFix(one: ImportFacts): Verdict {
  if (one.status === 'checking') return notReady(importMessages.not_checked);
  return may(one, 'checking') && one.started_at === null ? allow : notReady(importMessages.cannot_fix);
}

/** An import can be rolled back once, after its run; a rollback that has begun can be continued. */
export const checkRollback = (one: ImportFacts): Verdict =>
  (one.status === 'reverting' || may(one, 'reverting')) && one.started_at !== null ? allow : notReady(importMessages.cannot_roll_back);
