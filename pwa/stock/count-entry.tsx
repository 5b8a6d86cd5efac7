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

/**
 * Asks how many items are on the shelf, without showing how many should be. `record` resolves with whether the number is stored; a number that is not
 * stored stays here. `others` is the quantity that was counted in other bins of the SKU, and is recorded with it.
 */
export function CountEntry({
  name,
  count: value,
  onCount: setValue,
  onDraft,
  record,
  error = null,
  busy = false,
  others = null,
  disabled = false,
}: CountEntryProps & {
  others?: number | null;
  /** No bin is chosen: only what was counted in others can be recorded. */
  disabled?: boolean;
  record: (qty: number | null) => Promise<boolean>;
  error?: string | null;
  busy?: boolean;
}) {
  const [typing, setTyping] = useState<number | null>(null);
  // What a person typed is kept after a pause; a scanner makes none, and what it typed is removed.
  useEffect(() => {
    if (typing === null) return;
    const timer = setTimeout(() => setValue(Math.min(typing, most)), TYPED);
    return () => clearTimeout(timer);
  }, [typing, setValue]);
  const qty = typing ?? value;
  const total = qty === null ? others : qty + (others ?? 0);
  const isDraft = total !== null;
  useEffect(() => onDraft?.(isDraft), [isDraft, onDraft]);
  useUnsavedGuard(isDraft);
  const send = async (): Promise<void> => {
    if (await record(qty)) setValue(null);
  };
  return (
    <form
      className="count-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isDraft) void send();
      }}
    >
      <QtyStepper
        label={`Counted, ${name}`}
        size="xl"
        value={value}
        max={most}
        error={error}
        disabled={disabled}
        onChange={setValue}
        onTyping={setTyping}
        scanThrough
      />
      <div className="count-acts">
        <Button size="lg" disabled={disabled || qty !== null} onClick={() => setValue(0)}>
          None there
        </Button>
        <Button type="submit" size="lg" look="primary" disabled={!isDraft} busy={busy}>
          {isDraft ? `Record ${total}` : 'Record count'}
        </Button>
      </div>
      {error && <p className="t-wrong">{error}</p>}
    </form>
  );
}
