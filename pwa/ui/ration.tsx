import { Bar } from './bar.tsx';
import './ration.css';

interface RationProps {
  used: number;
  /** What is about to be added. */
  adds: number;
  amount: number;
  /** Whether single pieces are counted, so that each gets its own mark. */
  isCounted: boolean;
  label: string;
}

/** The number of pieces up to which each has its own mark. */
const MAX_PIECES = 8;

/** How much of an amount is used, added, free and over: a mark for each piece, or a bar for large amounts. The sentence beside it has the numbers. */
export function Ration({ used, adds, amount, isCounted, label }: RationProps) {
  const over = Math.max(0, used + adds - amount);
  const usedWithin = Math.min(used, amount);
  const addsWithin = Math.max(0, Math.min(adds, amount - used));
  const total = Math.max(amount, used + adds);
  if (!isCounted || total > MAX_PIECES) {
    const share = (part: number): number => part / Math.max(1, total);
    return (
      <Bar label={label} parts={[{ share: share(usedWithin) }, { share: share(addsWithin), tone: 'now' }, { share: share(over), tone: 'over' }]} />
    );
  }
  const tones = [
    ...Array(usedWithin).fill('used'),
    ...Array(addsWithin).fill('now'),
    ...Array(amount - usedWithin - addsWithin).fill('free'),
    ...Array(over).fill('over'),
  ];
  return (
    <div className="ration" role="img" aria-label={label}>
      {tones.map((tone: string, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the marks keep their order
        <i key={place} className={tone} />
      ))}
    </div>
  );
}
