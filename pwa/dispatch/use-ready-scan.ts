import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { GRAM, weightOf } from '../../shared/dispatch/weight.ts';
import { readTypedWeight } from '../../shared/prep/read-scale.ts';
import { currentRows, resolveScanHere } from '../offline/current-floor.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { toast } from '../ui/toast.ts';

type ReadyPick = { uuid: string; order_number: string; is_frozen: boolean };

/**
 * Chooses an order that is ready to leave when its label, one of its bags or its tote is scanned. If it was scanned on another screen, the address
 * names the order. `isLoaded` tells whether the tablet's rows are there. A weight in kilograms that a scale types goes to `onWeight`, which returns false
 * if no order is chosen.
 */
export function useReadyScan(isLoaded: boolean, onOrder: (order: { uuid: string }) => void, onWeight: (total_weight: number) => boolean): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const latest = useRef(onOrder);
  latest.current = onOrder;
  const uuid = /^#order=([\w-]+)$/.exec(hash)?.[1];
  useEffect(() => {
    if (!isLoaded || uuid === undefined) return;
    const pick = currentRows().pick.get(uuid);
    if (pick?.state === 'booked') choose(pick, latest.current);
    // The order is chosen once: a reload or the Back key starts without a selection.
    void navigate({ hash: '' }, { replace: true });
  }, [isLoaded, uuid, navigate]);

  useScan(({ text }): Answer => {
    const grams = readTypedWeight(text);
    if (grams !== null) {
      const total_weight = weightOf(String(grams * GRAM));
      if (total_weight !== null && onWeight(total_weight)) return 'right';
      toast('Select its order, and weigh it again.', { title: 'Which order?', tone: 'wrong' });
      return 'wrong';
    }
    const target = resolveScanHere(text);
    if (target.is !== 'order' && target.is !== 'bag' && target.is !== 'tote') return 'pass';
    const pick = target.pick && currentRows().pick.get(target.pick.uuid);
    return pick?.state === 'booked' ? choose(pick, onOrder) : 'pass';
  });
}

function choose(pick: ReadyPick, onOrder: (order: { uuid: string }) => void): Answer {
  if (pick.is_frozen) {
    toast('The office has put it on hold. It stays here.', { title: `Order ${pick.order_number}`, tone: 'wrong' });
    return 'wrong';
  }
  onOrder(pick);
  return 'right';
}
