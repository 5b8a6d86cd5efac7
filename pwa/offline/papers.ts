import type { ArgsOf } from '../../shared/sync/mutations.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { createStore } from '../ui/store.ts';
import { requestPrints } from './actions.ts';
import { type KeptPaper, type Paper, paperKey, paperUrl, withPaper } from './paper.ts';
import { tablet } from './this-tablet.ts';

const KEY = 'kitroom.papers';

function kept(): KeptPaper[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as KeptPaper[]) : [];
  } catch {
    return [];
  }
}

/** The papers that wait on this tablet, oldest first. What was asked for is in the ledger; this is only what has to come out of a printer. */
export const papers = createStore<readonly KeptPaper[]>(typeof localStorage === 'undefined' ? [] : kept());

function keep(change: (now: readonly KeptPaper[]) => readonly KeptPaper[]): void {
  const next = change(kept());
  papers.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A tablet that keeps nothing forgets them with the tab; each can be printed again from its screen.
  }
}

const open = (paper: Paper): void => void window.open(paperUrl(paper), '_blank', 'noopener');

/**
 * Opens a document for printing, or keeps it until the printer is in reach, and writes down that it was asked for. Call it in the tap
 * itself: a window that opens after waiting is taken for an advertisement.
 */
export async function printPaper(paper: Paper, requests: readonly ArgsOf<'print.request'>[]): Promise<{ verdict: Verdict; kept: boolean }> {
  const isOnline = tablet.get()?.sync.get().online ?? false;
  if (isOnline) open(paper);
  else keep((now) => withPaper(now, paper, new Date().toISOString()));
  return { verdict: await requestPrints(requests), kept: !isOnline };
}

/** Opens a paper that waited. It stays until a person says that it was printed: what becomes of it in its tab and in the printer is not known here. */
export function printKept(paper: KeptPaper): void {
  open(paper);
  keep((now) => now.map((one) => (paperKey(one) === paperKey(paper) ? { ...one, is_opened: true } : one)));
}

/** A paper that waited is printed, or not wanted any more. */
export const dropPaper = (paper: KeptPaper): void => keep((now) => now.filter((one) => paperKey(one) !== paperKey(paper)));
