import { type MutationText, titleOfMutation } from '../../shared/sync/mutation-text.ts';
import { refusalWords } from '../../shared/sync/refusal-words.ts';
import type { Engine } from './engine.ts';
import { rootsOf } from './open-roots.ts';
import type { StoredOutcome } from './store.ts';

export type QueueState = 'waiting' | 'delayed' | 'saved' | 'choice' | 'held' | 'refused' | 'decided';

/** One action as the queue shows it. */
export interface QueueRow {
  m: string;
  at: string;
  shown: MutationText;
  state: QueueState;
  /** The office's answer. */
  note: string | null;
  code: string | null;
  /** When the action joins the queue, in milliseconds since 1970. Until then it can be undone. */
  due?: number;
  /** The first word of the countdown: `Ships` in `Ships in 8 s`. */
  verb?: 'Ships' | 'Sent';
}

export interface QueueView {
  /** Actions that need a person. Actions that follow from a refused action come directly after it. */
  attention: QueueRow[];
  waiting: QueueRow[];
  saved: QueueRow[];
}

/** Every action of this tablet: actions that need a person; waiting actions, the first to send first; and accepted actions, newest first. */
export async function queueView(engine: Pick<Engine, 'queue' | 'delayed'>): Promise<QueueView> {
  const { waiting, open, sent } = await engine.queue();
  const rows = new Map([...sent, ...waiting].map((row) => [row.m, row]));
  const decided = new Set(waiting.flatMap((row) => (row.n === 'outcome.resolve' ? [row.a.m] : [])));
  const openOnes = new Set(open.map(({ m }) => m));
  // A delayed action joins the queue behind everything that waits there now.
  const delayed = engine.delayed
    .get()
    .filter(({ action: { m } }) => !rows.has(m))
    .map(({ action: { m, n, at, shown: display }, due }): QueueRow => {
      const verb = n === 'dispatch.set_tracking' ? 'Ships' : 'Sent';
      return { m, at, shown: display, state: 'delayed', note: null, code: null, due, verb };
    });
  const rowOf = ({ m, n, code, outcome, server, at }: StoredOutcome, isHeld: boolean): QueueRow => {
    const row = rows.get(m);
    const display = row?.shown ?? { text: titleOfMutation(n), order_number: null };
    const state: QueueState = decided.has(m) ? 'decided' : isHeld ? 'held' : outcome === 'conflict' ? 'choice' : 'refused';
    const refusedMutation = { n, code, server, order_number: display.order_number };
    return {
      m,
      at: row?.at ?? at,
      shown: display,
      state,
      note: isHeld ? 'Waits on the choice above' : refusalWords(refusedMutation, 'you').title,
      code,
    };
  };
  const attention = rootsOf(open).flatMap((root) => [
    rowOf(root, false),
    ...open.filter(({ root_m }) => root_m === root.m).map((row) => rowOf(row, true)),
  ]);
  return {
    attention,
    waiting: [
      ...waiting
        .filter(({ m }) => !openOnes.has(m))
        .map(
          ({ m, at, shown: display, n }): QueueRow => ({
            m,
            at,
            shown: display,
            state: 'waiting',
            note: n === 'print.request' ? 'The document waits on this tablet. Print it from the lists when the network is back' : null,
            code: null,
          }),
        ),
      ...delayed,
    ],
    saved: sent
      .filter(({ m, outcome }) => !openOnes.has(m) && (outcome === 'applied' || outcome === 'noop'))
      .map(({ m, at, shown: display }) => ({ m, at, shown: display, state: 'saved', note: null, code: null })),
  };
}
