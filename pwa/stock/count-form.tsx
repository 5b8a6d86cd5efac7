import { useState } from 'react';
import { Link } from 'react-router';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { TextField } from '../ui/field.tsx';
import { type Counted, products } from './client.ts';

/** What a count or an adjustment came to: who lost pieces by it, or that a super has to confirm it. */
export function CountResult({
  counted,
  qty,
}: {
  counted: Pick<Counted, 'qty_available' | 'taken_back'> & Partial<Pick<Counted, 'count_request' | 'qty_off_shelf'>>;
  qty?: number;
}) {
  if (counted.count_request)
    return (
      <Banner tone="warn">
        <p>Your count of {qty} is far from what was expected. The office looks at it; nothing has changed yet.</p>
      </Banner>
    );
  return (
    <Banner tone={counted.taken_back.length > 0 ? 'warn' : 'done'}>
      <p className="strong">
        {countText(counted.qty_available, 'piece')} on hand{counted.qty_off_shelf ? `, ${counted.qty_off_shelf} of them picked already` : ''}.
      </p>
      {counted.taken_back.length > 0 && (
        <>
          <p>{countText(counted.taken_back.length, 'line')} lost what is not there:</p>
          <ul className="taken-back">
            {counted.taken_back.map((line) => (
              <li key={line.order_line_id}>
                {line.qty} of order{' '}
                <Link className="code" to={`/admin/orders/${line.uuid}/edit`}>
                  {line.order_number}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}

/** A blind count: what is on the shelf, without being told what should be. */
export function CountForm({ id, name, onCounted }: { id: number; name: string; onCounted?: () => void }) {
  const [text, setText] = useState('');
  const [counted, setCounted] = useState<{ answer: Counted; qty: number } | null>(null);
  const save = useWrite({
    send: (value: number, options) =>
      answer(products[':id'].$put({ param: { id: String(id) }, json: { field: 'qty_available', value, counted: 'on_shelf' } }, options)),
    refresh: [['stock']],
    onSaved: (said, qty) => {
      setCounted({ answer: said as Counted, qty });
      setText('');
      onCounted?.();
    },
  });
  const qty = /^\d{1,7}$/.test(text.trim()) ? Number(text) : null;
  return (
    <form
      className="count-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (qty !== null) void save.write(qty);
      }}
    >
      <div className="line count-entry">
        <TextField
          label={`Counted, ${name}`}
          name="value"
          inputMode="numeric"
          autoComplete="off"
          className="count-field"
          value={text}
          error={text.trim() !== '' && qty === null ? 'A whole number of pieces.' : (save.errors.value ?? null)}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" look="primary" disabled={qty === null} busy={save.busy}>
          {qty === null ? 'Record count' : `Record ${qty}`}
        </Button>
      </div>
      {counted && <CountResult counted={counted.answer} qty={counted.qty} />}
    </form>
  );
}
