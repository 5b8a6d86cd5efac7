import { lifeCycle, mayFollow, statesOf } from '../life-cycle.ts';
import { refuse, type Verdict } from '../verdict.ts';

/**
 * The states of an import. An import in a state with `goes_on` reaches the next state by itself; in other states it waits for a person. A run that
 * was stopped or that failed can be continued or rolled back. A file from a machine goes back to `checked` if a person has to confirm it.
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

/** The facts of an import on which its rules decide. `started_at` is when the import's run began, null before. */
export interface ImportFacts {
  status: ImportStatus;
  started_at: string | null;
}

/** The refusal of an action that the state of an import does not allow. */
export const notReady = (message: string): Verdict => refuse('import_not_ready', message);

/** Whether this state may directly follow the import's present state. */
export const mayBecome = ({ status }: ImportFacts, to: ImportStatus): boolean => mayFollow<ImportStatus>(importTransitions, status, to);
