import type { ArgsOf } from '../../shared/sync/mutations.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { createStore } from '../ui/store.ts';
import { requestPrints } from './actions.ts';
import { type PrintJob, printJobKey, printJobUrl, type WaitingPrintJob, withPrintJob } from './print-job.ts';
import { tablet } from './this-tablet.ts';

const KEY = 'kitroom.papers';

function readStored(): WaitingPrintJob[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as WaitingPrintJob[]) : [];
  } catch {
    return [];
  }
}

/** The papers that wait on this tablet, oldest first. What was asked for is in the ledger; this is only what has to come out of a printer. */
export const printJobs = createStore<readonly WaitingPrintJob[]>(typeof localStorage === 'undefined' ? [] : readStored());

function keep(change: (now: readonly WaitingPrintJob[]) => readonly WaitingPrintJob[]): void {
  const next = change(readStored());
  printJobs.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A tablet that keeps nothing forgets them with the tab; each can be printed again from its screen.
  }
}

const open = (printJob: PrintJob): void => void window.open(printJobUrl(printJob), '_blank', 'noopener');

/**
 * Opens a document for printing, or keeps it until the printer is in reach, and writes down that it was asked for. Call it in the tap
 * itself: a window that opens after waiting is taken for an advertisement.
 */
export async function startPrint(printJob: PrintJob, requests: readonly ArgsOf<'print.request'>[]): Promise<{ verdict: Verdict; isKept: boolean }> {
  const isOnline = tablet.get()?.sync.get().online ?? false;
  if (isOnline) open(printJob);
  else keep((now) => withPrintJob(now, printJob, new Date().toISOString()));
  return { verdict: await requestPrints(requests), isKept: !isOnline };
}

/** Opens a paper that waited. It stays until a person says that it was printed: what becomes of it in its tab and in the printer is not known here. */
export function printKept(printJob: WaitingPrintJob): void {
  open(printJob);
  keep((now) => now.map((one) => (printJobKey(one) === printJobKey(printJob) ? { ...one, is_opened: true } : one)));
}

/** A paper that waited is printed, or not wanted any more. */
export const dropPrintJob = (printJob: WaitingPrintJob): void => keep((now) => now.filter((one) => printJobKey(one) !== printJobKey(printJob)));
