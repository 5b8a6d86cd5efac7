interface OverflowBinsProps {
  /** The bins, each with its quantity if that may be shown. */
  bins: readonly { bin: string; qty?: number }[] | undefined;
}

/** The bins of a SKU besides its pick bin; renders nothing if there are none. */
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
