import { useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { MAX_COUNT, useTypedCount } from './use-typed-count.ts';

export interface CountEntryProps {
  /** The SKU. */
  name: string;
  /** The entered number; null until a number is entered. */
  count: number | null;
  onCount: (count: number | null) => void;
  /** Called with true while a count is entered and not recorded, and with false otherwise. */
  onDraft?: (isDraft: boolean) => void;
}

/**
 * Asks how many items are on the shelf, without showing the expected quantity. `record` resolves with whether the number is stored; a number that is
 * not stored stays in the field. `others` is the quantity that was counted in other bins of the SKU, and is recorded with this count.
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
  /** True if no bin is chosen: then only what was counted in other bins can be recorded. */
  disabled?: boolean;
  record: (qty: number | null) => Promise<boolean>;
  error?: string | null;
  busy?: boolean;
}) {
  const [typing, setTyping] = useTypedCount(setValue);
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
        max={MAX_COUNT}
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
