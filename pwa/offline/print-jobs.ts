import type { ArgsOf } from '../../shared/sync/mutations.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { createStore } from '../ui/store.ts';
import { type PrintJob, printJobKey, printJobUrl, type WaitingPrintJob, withPrintJob } from './print-job.ts';
import { queueMutations } from './queue-mutation.ts';
import { tablet } from './this-tablet.ts';

const KEY = 'kitroom.papers';

function readStored(): WaitingPrintJob[] {
  try {
    const jobs: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(jobs) ? (jobs as WaitingPrintJob[]) : [];
  } catch {
    return [];
  }
}

/** The print jobs that wait on this tablet, oldest first. The ledger contains every request; this store has only jobs that are not printed yet. */
export const printJobs = createStore<readonly WaitingPrintJob[]>(readStored());

function keep(change: (now: readonly WaitingPrintJob[]) => readonly WaitingPrintJob[]): void {
  const next = change(readStored());
  printJobs.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage the print jobs are lost when the tab closes; each can be printed again from its screen.
  }
}

/** The tablet that starts a print job: whether it can reach the office, and how it records requests. */
export interface PrintingTablet {
  isOnline: () => boolean;
  recordRequests: (requests: readonly ArgsOf<'print.request'>[]) => Promise<Verdict>;
}

/** The tablet of this browser tab. It counts as offline until the floor is open. */
export const thisTablet: PrintingTablet = {
  isOnline: () => tablet.get()?.sync.get().online ?? false,
  recordRequests: (requests) => queueMutations('print.request', requests),
};

const open = (printJob: PrintJob): void => void window.open(printJobUrl(printJob), '_blank', 'noopener');

/**
 * Opens a document for printing, or stores the job until the printer can be reached, and records the request. Call it directly in the
 * handler of the tap: browsers block a window that opens after an await as a pop-up.
 */
export async function startPrint(
  printJob: PrintJob,
  requests: readonly ArgsOf<'print.request'>[],
  from = thisTablet,
): Promise<{ verdict: Verdict; isKept: boolean }> {
  const isOnline = from.isOnline();
  if (isOnline) open(printJob);
  else keep((now) => withPrintJob(now, printJob, new Date().toISOString()));
  return { verdict: await from.recordRequests(requests), isKept: !isOnline };
}

/**
 * Opens the document of a waiting print job. The job stays until a person confirms that it was printed, because neither the document's
 * tab nor the printer reports that.
 */
export function printKept(printJob: WaitingPrintJob): void {
  open(printJob);
  keep((now) => now.map((one) => (printJobKey(one) === printJobKey(printJob) ? { ...one, is_opened: true } : one)));
}

/** Removes a waiting print job that was printed or is not needed. */
export const dropPrintJob = (printJob: WaitingPrintJob): void => keep((now) => now.filter((one) => printJobKey(one) !== printJobKey(printJob)));
