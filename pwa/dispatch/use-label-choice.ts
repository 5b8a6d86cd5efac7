import { useEffect, useState } from 'react';
import type { DispatchView } from '../offline/views.ts';

/** The dispatches that contain at least one of these orders. */
export const carrying = <Carrier extends Pick<DispatchView, 'orders'>>(dispatches: readonly Carrier[], uuids: ReadonlySet<string>): Carrier[] =>
  dispatches.filter(({ orders }) => orders.some(({ uuid }) => uuids.has(uuid)));

/** The chosen dispatches in the order of the cards, so that the roll of labels matches the screen. Dispatches that left the list come last. */
export function labelsInTurn(cards: readonly { id: number }[], chosen: ReadonlySet<number>, gone: readonly { id: number }[]): number[] {
  const here = cards.map(({ id }) => id).filter((id) => chosen.has(id));
  return [...new Set([...here, ...gone.map(({ id }) => id)])];
}

/**
 * The dispatches whose labels are chosen for printing. The dispatches of the orders in `requested` are chosen as they arrive. Such a
 * dispatch stays chosen until its labels are printed, even if it has already left.
 */
export function useLabelChoice(awaiting: readonly DispatchView[], requested: readonly string[]) {
  const [expected, setExpected] = useState<ReadonlySet<string>>(() => new Set(requested));
  const [selection, setSelection] = useState<ReadonlySet<number>>(new Set());
  const [documents, setDocuments] = useState<ReadonlyMap<number, string>>(new Map());
  const [printedIds, setPrintedIds] = useState<ReadonlySet<number>>(new Set());

  useEffect(() => {
    const ready = carrying(awaiting, expected);
    if (ready.length === 0) return;
    const inside = new Set(ready.flatMap(({ orders }) => orders.map(({ uuid }) => uuid)));
    setExpected((now) => new Set([...now].filter((uuid) => !inside.has(uuid))));
    setSelection((now) => new Set([...now, ...ready.map(({ id }) => id)]));
    setDocuments((now) => new Map([...now, ...ready.map(({ id, dispatch_number }) => [id, dispatch_number] as const)]));
  }, [awaiting, expected]);

  const here = new Set(awaiting.map(({ id }) => id));
  return {
    chosen: selection,
    choose: (ids: readonly number[], on: boolean): void => {
      // A dispatch that a person chooses after its labels were printed is printed again.
      setPrintedIds((now) => new Set([...now].filter((id) => !ids.includes(id))));
      setSelection((now) => {
        const next = new Set(now);
        for (const id of ids) {
          if (on) next.add(id);
          else next.delete(id);
        }
        return next;
      });
    },
    /** Chooses these dispatches and no others. */
    chooseOnly: (ids: readonly number[]): void => setSelection(new Set(ids)),
    /** True if labels are chosen and not all of them have been printed since. */
    isToPrint: [...selection].some((id) => !printedIds.has(id)),
    /** The numbers of the dispatches that were just created for the requested orders, by dispatch id. */
    made: documents,
    /** The dispatches of `made` that are chosen but have left the list before their labels were printed. */
    left: [...documents].flatMap(([id, dispatch_number]) =>
      selection.has(id) && !here.has(id) && !printedIds.has(id) ? [{ id, dispatch_number }] : [],
    ),
    /** Records that the labels of these dispatches are printed. */
    settle: (ids: readonly number[]): void => setPrintedIds((now) => new Set([...now, ...ids])),
  };
}
