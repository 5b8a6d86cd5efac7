import type { Engine } from './engine.ts';
import type { Shown } from './store.ts';
import { wordsForCode } from './words.ts';

export type QueueState = 'waiting' | 'saved' | 'choice' | 'held' | 'refused' | 'decided';

/** One action as the queue shows it. */
export interface QueueRow {
  m: string;
  at: string;
  shown: Shown;
  state: QueueState;
  /** What the office says of it. */
  note: string | null;
  code: string | null;
}

export interface QueueView {
  attention: QueueRow[];
  waiting: QueueRow[];
  saved: QueueRow[];
}

/** Everything this tablet did: what needs a person, what waits in the order it is sent, what the office has, newest first. */
export async function queueView(engine: Engine): Promise<QueueView> {
  const { waiting, open, sent } = await engine.queue();
  const rows = new Map([...sent, ...waiting].map((row) => [row.m, row]));
  const decided = new Set(waiting.flatMap((row) => (row.n === 'outcome.resolve' ? [row.a.m] : [])));
  const openOnes = new Set(open.map(({ m }) => m));
  return {
    attention: open.map(({ m, n, code, outcome, at, root_m }) => {
      const row = rows.get(m);
      const held = root_m !== null || code === 'AFTER';
      const state: QueueState = decided.has(m) ? 'decided' : held ? 'held' : outcome === 'conflict' ? 'choice' : 'refused';
      return {
        m,
        at: row?.at ?? at,
        shown: row?.shown ?? { text: n, order_number: null },
        state,
        note: wordsForCode(code),
        code,
      };
    }),
    waiting: waiting
      .filter(({ m }) => !openOnes.has(m))
      .map(({ m, at, shown, n }) => ({
        m,
        at,
        shown,
        state: 'waiting',
        note: n === 'print.request' ? 'Prints when the printer is in reach' : null,
        code: null,
      })),
    saved: sent
      .filter(({ m, outcome }) => !openOnes.has(m) && (outcome === 'applied' || outcome === 'noop'))
      .map(({ m, at, shown }) => ({ m, at, shown, state: 'saved', note: null, code: null })),
  };
}
