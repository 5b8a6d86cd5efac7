export interface BarPart {
  /** A fraction of the whole, 0 to 1. */
  share: number;
  tone?: 'now' | 'done' | 'over' | 'wait';
}

/** How much of a whole is used, part by part. The sentence beside the bar has the numbers; `label` gives the numbers to screen readers. */
export function Bar({ parts, label, thin }: { parts: readonly BarPart[]; label: string; thin?: boolean }) {
  return (
    <div className={thin ? 'bar thin' : 'bar'} role="img" aria-label={label}>
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a bar keep their order
        <i key={place} className={part.tone} style={{ width: `${Math.min(Math.max(part.share, 0), 1) * 100}%` }} />
      ))}
    </div>
  );
}
