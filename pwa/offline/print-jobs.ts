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

/** The print jobs that wait on this tablet, oldest first. The ledger holds what was requested; this is only what still has to be printed. */
export const printJobs = createStore<readonly WaitingPrintJob[]>(readStored());

function keep(change: (now: readonly WaitingPrintJob[]) => readonly WaitingPrintJob[]): void {
  const next = change(readStored());
  printJobs.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A tablet without storage loses them with the tab; each can be printed again from its screen.
  }
}

/** The tablet that starts a print job: whether it reaches the office, and its ledger. */
export interface PrintingTablet {
  isOnline: () => boolean;
  recordRequests: (requests: readonly ArgsOf<'print.request'>[]) => Promise<Verdict>;
}

/** The tablet of this tab; offline until its floor is open. */
export const thisTablet: PrintingTablet = {
  isOnline: () => tablet.get()?.sync.get().online ?? false,
  recordRequests: (requests) => queueMutations('print.request', requests),
};

const open = (printJob: PrintJob): void => void window.open(printJobUrl(printJob), '_blank', 'noopener');

/**
 * Opens a document for printing, or keeps it until the printer can be reached, and records that it was requested. Call it in the
 * tap itself: browsers block a window that opens after an await as a pop-up.
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
 * Opens the document of a waiting print job. The job stays until a person confirms that it was printed: neither its tab nor the
 * printer reports that here.
 */
export function printKept(printJob: WaitingPrintJob): void {
  open(printJob);
  keep((now) => now.map((one) => (printJobKey(one) === printJobKey(printJob) ? { ...one, is_opened: true } : one)));
}

/** A waiting print job was printed, or is not needed. */
export const dropPrintJob = (printJob: WaitingPrintJob): void => keep((now) => now.filter((one) => printJobKey(one) !== printJobKey(printJob)));
