import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';

/** More than one shelf can hold. */
const most = 99_999;
/** Milliseconds after which a typed number counts as a person's. */
const TYPED = 400;

export interface CountEntryProps {
  /** The SKU. */
  name: string;
  /** The number that is entered; null before anything is. */
  count: number | null;
  onCount: (count: number | null) => void;
  /** Whether a count is entered that is not recorded yet. */
  onDraft?: (isDraft: boolean) => void;
}

/** What is on the shelf, without showing what should be. `record` says whether the number is stored; a number that is not stays here. */
export function CountEntry({
  name,
  count: value,
  onCount: setValue,
  onDraft,
  record,
  error = null,
  busy = false,
  none = 'None there',
}: CountEntryProps & { none?: string; record: (qty: number) => Promise<boolean>; error?: string | null; busy?: boolean }) {
  const [typing, setTyping] = useState<number | null>(null);
  // What a person typed is kept after a pause; a scanner makes none, and what it typed is removed.
  useEffect(() => {
    if (typing === null) return;
    const timer = setTimeout(() => setValue(Math.min(typing, most)), TYPED);
    return () => clearTimeout(timer);
  }, [typing, setValue]);
  const qty = typing ?? value;
  const isDraft = qty !== null;
  useEffect(() => onDraft?.(isDraft), [isDraft, onDraft]);
  useUnsavedGuard(isDraft);
  const send = async (counted: number): Promise<void> => {
    if (await record(counted)) setValue(null);
  };
  return (
    <form
      className="count-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (qty !== null) void send(qty);
      }}
    >
      <QtyStepper label={`Counted, ${name}`} size="xl" value={value} max={most} error={error} onChange={setValue} onTyping={setTyping} scanThrough />
      <div className="count-acts">
        <Button size="lg" disabled={qty !== null} onClick={() => setValue(0)}>
          {none}
        </Button>
        <Button type="submit" size="lg" look="primary" disabled={qty === null} busy={busy}>
          {qty === null ? 'Record count' : `Record ${qty}`}
        </Button>
      </div>
      {error && <p className="t-wrong">{error}</p>}
    </form>
  );
}
