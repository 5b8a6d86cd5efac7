import { formatCount } from './count-text.ts';

export interface Segment {
  value: string;
  label: string;
  count?: number;
}

/** A small set of filters of which one is active. */
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
  return (
    <fieldset className="seg" aria-label={label}>
      {segments.map((segment) => (
        <button key={segment.value} type="button" aria-pressed={segment.value === value} onClick={() => onChange(segment.value)}>
          {segment.label}
          {segment.count !== undefined && <span>{formatCount(segment.count)}</span>}
        </button>
      ))}
    </fieldset>
  );
}
