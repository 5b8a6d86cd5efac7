import { resolveScanHere } from '../offline/current-floor.ts';
import type { PickView } from '../offline/views.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { toast } from '../ui/toast.ts';

interface SelectByScanProps {
  picks: readonly PickView[];
  /** Returns false if the order cannot join the others. */
  select: (pick: PickView) => boolean;
}

/** While it is rendered, the scan of an order, of its tote or of its bag selects the order. */
export default function SelectByScan({ picks, select }: SelectByScanProps) {
  useScan(({ text }): Answer => {
    const target = resolveScanHere(text);
    if (target.is !== 'order' && target.is !== 'tote' && target.is !== 'bag') return 'pass';
    const pick = picks.find(({ uuid }) => uuid === target.pick?.uuid);
    if (!pick) return 'pass';
    if (select(pick)) return 'right';
    toast('Another person has it, it is on hold, or the trolley is full.', { title: `Order ${pick.order_number} is not selected`, tone: 'wrong' });
    return 'wrong';
  });
  return null;
}
