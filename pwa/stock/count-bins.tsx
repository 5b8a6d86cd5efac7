import { BinPlate } from '../ui/bin-plate.tsx';
import type { BinCounts } from './bin-counts.ts';

interface CountBinsProps {
  counts: BinCounts;
  onChoose: (at: number) => void;
}

/** The bins of a SKU that lies in several, each with the quantity that was counted in it. `at` is the position of the bin that is being counted. */
export const CountBins = ({ counts: { bins, at }, onChoose }: CountBinsProps) => (
  <fieldset className="card rows" aria-label="Bins">
    {bins.map(({ bin, qty }, place) => (
      <label key={bin ?? ''} className={`row tick count-bin${place === at ? ' chosen' : ''}`}>
        <input type="radio" name="bin" checked={place === at} onChange={() => onChoose(place)} />
        <BinPlate bin={bin} />
        {qty === null ? <span className="push note">Not counted</span> : <strong className="push">{qty}</strong>}
      </label>
    ))}
  </fieldset>
);
