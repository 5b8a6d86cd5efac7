/** Offers the PO reference of the last order to the same site; one press takes it. Renders nothing if there is none, or if a reference is given. */
export function LastPo({ reference, value, onTake }: { reference: string | null; value: string; onTake: (reference: string) => void }) {
  if (reference === null || value.trim() !== '') return null;
  return (
    <button type="button" className="link last-po" onClick={() => onTake(reference)}>
      <span>
        Use <span className="code">{reference}</span>, as on the last order to this site
      </span>
    </button>
  );
}
