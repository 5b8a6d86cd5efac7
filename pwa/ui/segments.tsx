import { startTransition, useOptimistic } from 'react';
import { formatCount } from './count-text.ts';

export interface Segment {
  value: string;
  label: string;
  count?: number;
}

/** A small set of filters of which one is active. The chosen one is marked at once, while what it filters may still be rendering. */
export function Segments({
  segments,
  value,
  onChange,
  label,
}: {
  segments: readonly Segment[];
  value: string;
  onChange: (value: string) => void;
  label: string;
}) {
  const [active, markActive] = useOptimistic(value);
  const choose = (next: string): void =>
    startTransition(() => {
      markActive(next);
      onChange(next);
    });
  return (
    <fieldset className="seg" aria-label={label}>
      {segments.map((segment) => (
        <button key={segment.value} type="button" aria-pressed={segment.value === active} onClick={() => choose(segment.value)}>
          {segment.label}
          {segment.count !== undefined && <span>{formatCount(segment.count)}</span>}
        </button>
      ))}
    </fieldset>
  );
}
