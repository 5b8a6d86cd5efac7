import { currentRows, resolveScanHere } from '../offline/current-floor.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { toast } from '../ui/toast.ts';

/** Chooses an order that is ready to leave when its label, one of its bags or its tote is scanned. */
export function useReadyScan(onOrder: (order: { uuid: string }) => void): void {
  useScan(({ text }): Answer => {
    const target = resolveScanHere(text);
    if (target.is !== 'order' && target.is !== 'bag' && target.is !== 'tote') return 'pass';
    const pick = target.pick && currentRows().pick.get(target.pick.uuid);
    if (pick?.state !== 'booked') return 'pass';
    if (pick.is_frozen) {
      toast('The office has put it on hold. It stays here.', { title: `Order ${pick.order_number}`, tone: 'wrong' });
      return 'wrong';
    }
    onOrder(pick);
    return 'right';
  });
}
