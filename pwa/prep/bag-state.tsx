import type { BagView } from '../offline/views.ts';
import { Badge } from '../ui/badge.tsx';

interface BagStateProps {
  bag: Pick<BagView, 'qty' | 'qty_packed' | 'label_printed_at'>;
  /** True if the bag's label was requested while the printer could not be reached. */
  isPrintWaiting: boolean;
}

/**
 * The progress of a bag: what is in it, and whether its label is on it. A bag with a label counts as bagged unless garments were scanned into it and
 * some are missing; if nobody scans garments in, the label alone is enough.
 */
export function BagState({ bag: { qty, qty_packed, label_printed_at }, isPrintWaiting }: BagStateProps) {
  const isPart = qty_packed > 0 && qty_packed < qty;
  if (isPrintWaiting) return <Badge icon="clock">Label waits</Badge>;
  if (label_printed_at !== null && !isPart)
    return (
      <Badge tone="done" icon="check">
        Bagged
      </Badge>
    );
  if (qty_packed === qty) return <Badge tone="accent">Label next</Badge>;
  return <Badge tone={label_printed_at === null ? 'line-only' : 'part'}>{isPart ? `${qty_packed} of ${qty} in` : 'Open'}</Badge>;
}
