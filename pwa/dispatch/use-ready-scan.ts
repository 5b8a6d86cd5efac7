import { currentRows, resolveScanHere } from '../offline/current-floor.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { toast } from '../ui/toast.ts';

/** A scan of the label of an order, of one of its bags or of its tote chooses the order where it is ready to leave. */
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
