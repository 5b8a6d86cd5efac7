import { useState } from 'react';
import { answer } from '../api/answer.ts';
import { reachable } from '../api/reachable.ts';
import { TakenBackLines } from '../api/taken-back.tsx';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { countText } from '../ui/count-text.ts';
import { useStore } from '../ui/store.ts';
import { type Counted, products } from './client.ts';
import { CountEntry, type CountEntryProps } from './count-entry.tsx';

/** The message after a count or an adjustment: the new stock and the orders that lost items, or the news that somebody has to approve the count. */
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
        {countText(lastCount.qty_available, 'item')} on hand{lastCount.qty_off_shelf ? `, ${lastCount.qty_off_shelf} of them not on the shelf` : ''}.
      </p>
      <TakenBackLines lines={lastCount.taken_back} />
    </Banner>
  );
}

interface CountFormProps extends Omit<CountEntryProps, 'count' | 'onCount'> {
  id: number;
}

/** A count in the office, with its result at once. Without a network the count stays in the form until it can be recorded. */
export function CountForm({ id, ...entry }: CountFormProps) {
  const online = useStore(reachable);
  const [count, setCount] = useState<number | null>(null);
  const [lastCount, setLastCount] = useState<{ answer: Counted; qty: number } | null>(null);
  const save = useWrite({
    send: (value: number, options) =>
      answer(products[':id'].$put({ param: { id: String(id) }, json: { field: 'qty_available', value, counted: 'on_shelf' } }, options)),
    refresh: [['stock']],
    onSaved: (result, qty) => setLastCount({ answer: result as Counted, qty }),
  });
  return (
    <>
      <CountEntry
        {...entry}
        count={count}
        onCount={setCount}
        record={async (qty) => qty !== null && (await save.write(qty)) !== undefined}
        error={save.errors.value ?? null}
        busy={save.busy}
      />
      {!online && (
        <Banner tone="warn">
          <p>No network: a count cannot be recorded now. What you enter stays here; record it when the network is back.</p>
        </Banner>
      )}
      {lastCount && <CountResult counted={lastCount.answer} qty={lastCount.qty} />}
    </>
  );
}
