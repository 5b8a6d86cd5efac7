import { useState } from 'react';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { type Counted, type Sku, stock } from './client.ts';

type Adjusted = Pick<Counted, 'qty_available' | 'taken_back'>;

/** Corrects stock by a number of items; the reason is recorded in the ledger. */
export function AdjustDialog({ sku, onClose, onDone }: { sku: Sku; onClose: () => void; onDone: (adjusted: Adjusted) => void }) {
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const adjust = useWrite({
    send: (json: { qty: number; reason: string }, options) =>
      answer(stock.skus[':id'].adjustments.$post({ param: { id: String(sku.id) }, json }, options)),
    refresh: [['stock']],
    onSaved: (adjusted) => {
      onDone(adjusted);
      onClose();
    },
    onRefused: ({ status }) => status === 422,
  });
  const typed = text.trim().replace('−', '-');
  const qty = /^[+-]?\d{1,6}$/.test(typed) && Number(typed) !== 0 ? Number(typed) : null;
  const after = qty === null ? null : sku.qty_available + qty;
  const missing = qty === null ? 'Enter how many items come in or go out.' : reason.trim() === '' ? 'Say why.' : null;
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!adjust.busy}
      title={`Adjust ${sku.sku}`}
      onSubmit={() => qty !== null && !missing && void adjust.write({ qty, reason: reason.trim() })}
      actions={
        <>
          {missing && <span className="note dialog-why">{missing}</span>}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={missing !== null} busy={adjust.busy}>
            {qty === null ? 'Adjust' : qty > 0 ? `Add ${countText(qty, 'item')}` : `Take out ${countText(-qty, 'item')}`}
          </Button>
        </>
      }
    >
      <div className="flow">
        <TextField
          label="Items"
          name="qty"
          required
          inputMode="text"
          autoComplete="off"
          className="count-field"
          placeholder="-2 or 5"
          hint={after === null ? `${sku.qty_available} on hand` : `${sku.qty_available} on hand, ${after} after it`}
          value={text}
          error={adjust.errors.qty ?? null}
          onChange={(event) => setText(event.target.value)}
        />
        <TextField
          label="Reason"
          name="reason"
          required
          maxLength={200}
          counted
          value={reason}
          error={adjust.errors.reason ?? null}
          onChange={(event) => setReason(event.target.value)}
        />
        {after !== null && after >= 0 && after < sku.qty_allocated && (
          <p className="t-warn">
            {countText(sku.qty_allocated - after, 'allocated item')} would no longer be in stock. Orders lose them: first those that are not with the
            warehouse, the newest first.
          </p>
        )}
      </div>
    </Dialog>
  );
}
