import { floorNow, readScan } from '../offline/read-scan.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { toast } from '../ui/toast.ts';

/** A scan of the label of an order, of one of its bags or of its tote chooses the order where it is ready to leave. */
export function useReadyScan(onOrder: (order: { uuid: string }) => void): void {
  useScan(({ text }): Answer => {
    const meaning = readScan(text);
    if (meaning.is !== 'order' && meaning.is !== 'bag' && meaning.is !== 'tote') return 'pass';
    const pick = meaning.pick && floorNow().pick.get(meaning.pick.uuid);
    if (pick?.state !== 'booked') return 'pass';
    if (pick.is_frozen) {
      toast('The office has put it on hold. It stays here.', { title: `Order ${pick.order_number}`, tone: 'wrong' });
      return 'wrong';
    }
    onOrder(pick);
    return 'right';
  });
}
