import { useCallback, useState } from 'react';
import { bagId } from '../../shared/sync/rows.ts';
import { scale } from '../offline/scale.ts';
import type { BagView } from '../offline/views.ts';
import type { WeightQuestion } from '../offline/weigh-dialog.tsx';
import { useStore } from '../ui/store.ts';

/** A bag about whose weight the packer is asked, and how many labels it gets. */
interface WeighedBag {
  bag: BagView;
  count: number;
  weight_g: number;
  verdict: WeightQuestion['verdict'];
}

/** The weights of a pick's bags that were typed or weighed and are not recorded yet, and the bag about whose weight the packer is asked. */
export function useBagWeights(pick_id: number) {
  const [weights, setWeights] = useState<ReadonlyMap<string, number>>(new Map());
  const [weighed, setWeighed] = useState<WeighedBag | null>(null);
  const now = useStore(scale);
  const set = useCallback(
    (id: string, weight_g: number | null): void =>
      setWeights((before) => {
        const next = new Map(before);
        if (weight_g === null) next.delete(id);
        else next.set(id, weight_g);
        return next;
      }),
    [],
  );
  return {
    weights,
    weighed,
    onWeight: useCallback((bag: BagView, weight_g: number | null) => set(bag.id, weight_g), [set]),
    onScaleWeight: (wearer_id: number, weight_g: number): void => set(bagId(pick_id, wearer_id), weight_g),
    /** The weight of a bag: what was typed, or what the scale shows while this bag is packed; undefined if it was not weighed. */
    weightOf: (bag: BagView, selected: number | null): number | undefined => {
      const reading = now.is === 'connected' && now.reading?.is_stable && bag.wearer.id === selected ? now.reading.grams : 0;
      return weights.get(bag.id) ?? (reading > 0 ? reading : undefined);
    },
    ask: setWeighed,
    close: useCallback(() => setWeighed(null), []),
  };
}
