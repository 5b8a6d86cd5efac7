import { useEffect, useState } from 'react';
import { answer } from '../api/answer.ts';
import { reachable } from '../api/reachable.ts';
import { TakenBackLines } from '../api/taken-back.tsx';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { useStore } from '../ui/store.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { type Counted, products } from './client.ts';

/** More than one shelf can hold. */
const most = 99_999;
/** Milliseconds after which a typed number counts as a person's. */
const TYPED = 400;

/** The message after a count or an adjustment: whose orders lost items by it, or that a super has to approve it. */
export function CountResult({
  counted: lastCount,
  qty,
}: {
  counted: Pick<Counted, 'qty_available' | 'taken_back'> & Partial<Pick<Counted, 'count_request' | 'qty_off_shelf'>>;
  qty?: number;
}) {
  if (lastCount.count_request)
    return (
      <Banner tone="warn">
        <p>Your count of {qty} is far from the expected quantity. The office will check it. The stock has not changed yet.</p>
      </Banner>
    );
  return (
    <Banner tone={lastCount.taken_back.length > 0 ? 'warn' : 'done'}>
      <p className="strong">
        {countText(lastCount.qty_available, 'item')} on hand{lastCount.qty_off_shelf ? `, ${lastCount.qty_off_shelf} of them picked already` : ''}.
      </p>
      <TakenBackLines lines={lastCount.taken_back} />
    </Banner>
  );
}

export interface CountFormProps {
  id: number;
  name: string;
  /** Whether a count is entered that is not recorded yet. */
  onDraft?: (isDraft: boolean) => void;
}

/** A blind count: what is on the shelf, without showing what should be. Without a network it stays here until it can be recorded. */
export function CountForm({ id, name, onDraft }: CountFormProps) {
  const online = useStore(reachable);
  const [value, setValue] = useState<number | null>(null);
  const [typing, setTyping] = useState<number | null>(null);
  const [lastCount, setCounted] = useState<{ answer: Counted; qty: number } | null>(null);
  const save = useWrite({
    send: (value: number, options) =>
      answer(products[':id'].$put({ param: { id: String(id) }, json: { field: 'qty_available', value, counted: 'on_shelf' } }, options)),
    refresh: [['stock']],
    onSaved: (result, qty) => {
      setCounted({ answer: result as Counted, qty });
      setValue(null);
    },
  });
  // What a person typed is kept after a pause; a scanner makes none, and what it typed is removed.
  useEffect(() => {
    if (typing === null) return;
    const timer = setTimeout(() => setValue(Math.min(typing, most)), TYPED);
    return () => clearTimeout(timer);
  }, [typing]);
  const qty = typing ?? value;
  const isDraft = qty !== null;
  useEffect(() => onDraft?.(isDraft), [isDraft, onDraft]);
  useUnsavedGuard(isDraft);
  return (
    <form
      className="count-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (qty !== null) void save.write(qty);
      }}
    >
      <QtyStepper
        label={`Counted, ${name}`}
        size="xl"
        value={value}
        max={most}
        error={save.errors.value ?? null}
        onChange={setValue}
        onTyping={setTyping}
        scanThrough
      />
      <div className="count-acts">
        <Button size="lg" disabled={qty !== null} onClick={() => setValue(0)}>
          None there
        </Button>
        <Button type="submit" size="lg" look="primary" disabled={qty === null} busy={save.busy}>
          {qty === null ? 'Record count' : `Record ${qty}`}
        </Button>
      </div>
      {save.errors.value && <p className="t-wrong">{save.errors.value}</p>}
      {!online && (
        <Banner tone="warn">
          <p>No network: a count cannot be recorded now. What you enter stays here; record it when the network is back.</p>
        </Banner>
      )}
      {lastCount && <CountResult counted={lastCount.answer} qty={lastCount.qty} />}
    </form>
  );
}
