import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { checkIntoBag } from '../../shared/prep/check-bag.ts';
import { isDecorated } from '../../shared/prep/complete-prep.ts';
import { readTypedWeight } from '../../shared/prep/read-scale.ts';
import { currentPrep, resolveScanHere } from '../offline/current-floor.ts';
import { printJobs } from '../offline/print-jobs.ts';
import type { BagView, PrepScreen } from '../offline/views.ts';
import { signalOfCount } from '../scan/signal.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { packLines } from './pack-line.ts';
import { type BenchLine, bagMessage, decorationMessage, type ScanMessage } from './scan-message.ts';

export type BenchTab = 'prep' | 'bagging';

interface Bench {
  message: ScanMessage | null;
  /** The wearer whose bag is being filled; null fills the first bag that needs the garment. */
  selected: number | null;
  take: (bag: BagView | null) => void;
  /** Replaces the message of the last scan by what was done after it. */
  say: (message: ScanMessage) => void;
}

/** Gives the focus to the button that prints the label of a bag, so that Enter prints it. */
const focusLabelButton = (bag: BagView): void =>
  void requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-bag="${CSS.escape(bag.id)}"] .bag-print`)?.focus({ preventScroll: true }),
  );

/**
 * Handles scans in prep: the code of a garment shows its decoration or its bag, the label of a bag selects the bag, and a weight that a scale types
 * belongs to the bag that was packed last. Any other code is handled as on
 * the rest of the floor.
 */
export function useBenchScan(
  { pick }: PrepScreen,
  tab: BenchTab,
  show: (tab: BenchTab) => void,
  onWeight: (wearer_id: number, weight_g: number) => void,
): Bench {
  // A message about a garment on one tab does not apply to the other tab.
  const [latestMessage, setLatestMessage] = useState<{ tab: BenchTab; message: ScanMessage } | null>(null);
  const setMessage = useCallback((next: ScanMessage | null, of: BenchTab = tab): void => setLatestMessage(next && { tab: of, message: next }), [tab]);
  const message = latestMessage?.tab === tab ? latestMessage.message : null;
  // If a bag's label was scanned on another screen, the address names the wearer of the bag.
  const { hash } = useLocation();
  const [selectedWearerId, setSelectedWearerId] = useState<number | null>(() => Number(/^#bagging=(\d+)$/.exec(hash)?.[1] ?? 0) || null);

  const lastWearerId = useRef(selectedWearerId);
  if (selectedWearerId !== null) lastWearerId.current = selectedWearerId;

  const take = useCallback((bag: BagView | null): void => {
    setSelectedWearerId(bag?.wearer.id ?? null);
    setLatestMessage(null);
  }, []);

  useScan(async ({ text }): Promise<Answer> => {
    const weight_g = tab === 'bagging' ? readTypedWeight(text) : null;
    if (weight_g !== null) {
      const wearer_id = lastWearerId.current;
      setMessage(
        wearer_id === null ? { tone: 'wrong', title: 'Which bag?', text: 'Press Pack at its bag, and weigh it again.', line_id: null } : null,
      );
      if (wearer_id === null) return 'wrong';
      onWeight(wearer_id, weight_g);
      return 'right';
    }
    const target = resolveScanHere(text);
    // The scan is judged by the tablet's current data, which may be newer than the rendered data.
    const bags = currentPrep(pick.uuid)?.bags ?? [];
    const lines: BenchLine[] = bags.flatMap((bag) => bag.lines.map((line) => ({ ...line, waits: isDecorated(line) && !line.prep_ticked_at })));
    if (target.is === 'bag' && target.order_id === pick.order_id) {
      const bag = bags.find(({ wearer }) => wearer.id === target.employee_id);
      if (!bag) return 'pass';
      show('bagging');
      setSelectedWearerId(bag.wearer.id);
      setMessage(
        { tone: 'right', title: bag.wearer.name, text: 'What is scanned now goes into this bag.', line_id: bag.lines[0]?.id ?? null },
        'bagging',
      );
      return 'jump';
    }
    if (target.is !== 'product') {
      // The last message does not concern this scan.
      setMessage(null);
      return 'pass';
    }
    if (pick.is_frozen) {
      setMessage({ tone: 'wrong', title: 'Stop', text: 'The office has put this order on hold.', line_id: null });
      return 'wrong';
    }
    if (tab === 'prep') {
      const next = decorationMessage(lines, target.product);
      setMessage(next);
      return next.tone;
    }
    const verdict = checkIntoBag(lines, target.product.id, selectedWearerId);
    if (verdict.is === 'taken') {
      const packed = await packLines([{ ...verdict.line, qty_packed: verdict.qty }]);
      if (!packed.ok) {
        setMessage({ tone: 'wrong', title: 'Not counted', text: packed.message, line_id: null });
        return 'wrong';
      }
    }
    if (verdict.is === 'taken') lastWearerId.current = verdict.line.employee_id;
    const wearer = verdict.is === 'taken' ? verdict.line.employee_id : selectedWearerId;
    const bag = bags.find((one) => one.wearer.id === wearer);
    const isComplete = verdict.is === 'taken' && bag !== undefined && bag.qty_packed + 1 === bag.qty;
    const hasWaitingLabel = printJobs
      .get()
      .some((job) => job.what === 'bag_labels' && job.order_id === pick.order_id && wearer !== null && job.counts[wearer] !== undefined);
    const completed = isComplete ? { isLabelled: bag.label_printed_at !== null || hasWaitingLabel } : null;
    const next = bagMessage(verdict, target.product, bag?.wearer.name ?? null, completed, lines);
    setMessage(next);
    if (isComplete && selectedWearerId !== null) setSelectedWearerId(null);
    if (isComplete && completed && !completed.isLabelled) focusLabelButton(bag);
    if (next.tone !== 'right') return next.tone;
    return signalOfCount({ isLineDone: isComplete, isOrderDone: bags.every((one) => one === bag || one.qty_packed === one.qty) });
  });

  useEffect(() => {
    if (message?.line_id != null) document.querySelector('.found')?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [message]);
  useEffect(() => setLatestMessage((now) => (now?.tab === tab ? now : null)), [tab]);

  return { message, selected: selectedWearerId, take, say: setMessage };
}
