interface OverflowBinsProps {
  /** With how many each holds, where that may be shown. */
  bins: readonly { bin: string; qty?: number }[] | undefined;
}

/** In which bins beside its pick bin a SKU is; nothing where it is in none. */
export function OverflowBins({ bins = [] }: OverflowBinsProps) {
  if (bins.length === 0) return null;
  return (
    <span className="note">
      Also in{' '}
      {bins.map(({ bin, qty }, n) => (
        <span key={bin} className="nowrap">
          {n > 0 && ', '}
          <strong className="code">{bin}</strong>
          {qty !== undefined && ` (${qty})`}
        </span>
      ))}
    </span>
  );
}
