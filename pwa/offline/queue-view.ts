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
  /** When it joins the queue, in milliseconds since 1970: until then it can be taken back. */
  due?: number;
  /** What happens then: `Ships in 8 s`. */
  verb?: 'Ships' | 'Sent';
}

export interface QueueView {
  /** What needs a person; actions that follow from a refusal come after it. */
  attention: QueueRow[];
  waiting: QueueRow[];
  saved: QueueRow[];
}

/** Everything this tablet did: what needs a person, what waits in the order of sending, what the office has, newest first. */
export async function queueView(engine: Pick<Engine, 'queue' | 'delayed'>): Promise<QueueView> {
  const { waiting, open, sent } = await engine.queue();
  const rows = new Map([...sent, ...waiting].map((row) => [row.m, row]));
  const decided = new Set(waiting.flatMap((row) => (row.n === 'outcome.resolve' ? [row.a.m] : [])));
  const openOnes = new Set(open.map(({ m }) => m));
  // What is due joins the queue behind all that waits there now.
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
