import { type RefObject, useEffect, useRef, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import type { DispatchView } from '../offline/views.ts';
import { useKey } from '../ui/use-key.ts';

/** The dispatches whose labels were not printed yet, or have changed since; at most as many as one document takes. */
export const toBePrinted = (awaiting: readonly Pick<DispatchView, 'id' | 'labels_printed_at'>[]): number[] =>
  awaiting
    .filter(({ labels_printed_at }) => !labels_printed_at)
    .map(({ id }) => id)
    .slice(0, limits.labelled_dispatches);

interface PrintKey {
  awaiting: readonly DispatchView[];
  /** True if labels are chosen for printing. */
  hasChoice: boolean;
  /** True if some of them are not printed yet. */
  isToPrint: boolean;
  chooseOnly: (ids: readonly number[]) => void;
  /** True if orders were dispatched just now: their labels are printed next. */
  isExpected: boolean;
  /** True if the person came here to print labels. */
  prints: boolean;
}

const hasFocusElsewhere = (): boolean => {
  const focused = document.activeElement;
  // The heading gets the focus by itself when a screen opens.
  return focused !== null && focused !== document.body && focused.tagName !== 'H1';
};

/**
 * Printing by keyboard. `P` moves to the returned button, and chooses what has changed since the last print; Enter then prints. After a dispatch
 * the button has the focus as soon as the labels are chosen, unless the person is at something else by then.
 */
export function usePrintKey({ awaiting, hasChoice, isToPrint, chooseOnly, isExpected, prints }: PrintKey): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  // A disabled button takes no focus, so the focus waits until the choice is rendered.
  const [wanted, setWanted] = useState<'pressed' | 'offered' | null>(isExpected ? 'offered' : null);
  useEffect(() => {
    if (wanted === null || !hasChoice) return;
    if (wanted === 'pressed' || !hasFocusElsewhere()) button.current?.focus();
    setWanted(null);
  }, [wanted, hasChoice]);

  const press = (): void => {
    const fresh = isToPrint ? [] : toBePrinted(awaiting);
    if (fresh.length > 0) chooseOnly(fresh);
    // If everything is printed already, the last print can be repeated, or else all of it.
    else if (!hasChoice) chooseOnly(awaiting.map(({ id }) => id).slice(0, limits.labelled_dispatches));
    setWanted('pressed');
  };
  const isAsked = useRef(prints);
  const latestPress = useRef(press);
  latestPress.current = press;
  useEffect(() => {
    if (isAsked.current) latestPress.current();
    isAsked.current = false;
  }, []);
  useKey('p', hasChoice || awaiting.length > 0 ? press : undefined, 'Print labels');
  return button;
}
