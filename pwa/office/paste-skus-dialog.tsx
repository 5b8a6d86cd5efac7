import { useState } from 'react';
import { MAX_PASTED_SKUS } from '../../shared/ordering/pasted-skus.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import type { Offer, Order } from './client.ts';
import { choiceText, newLinesOf, readPastedLines } from './sku-choice.ts';
import { useAddLines } from './use-add-lines.ts';
import type { Change } from './use-change.ts';

interface PasteSkusDialogProps {
  order: Order;
  wearer: { id: number; name: string };
  offer: Offer;
  change: Change;
  onClose: () => void;
}

/** Adds a pasted list of SKUs and quantities in one step. Lines that cannot be added stay in the field, each with the reason. */
export function PasteSkusDialog({ order, wearer, offer, change, onClose }: PasteSkusDialogProps) {
  const [text, setText] = useState('');
  const { addLines, busy } = useAddLines(order.uuid, change);
  const lines = readPastedLines(text, offer, wearer.name);
  const addable = lines.flatMap(({ choice, quantity }) => (choice ? [{ choice, quantity }] : []));
  const refused = lines.filter(({ fault }) => fault !== null);
  const add = async (): Promise<void> => {
    if (busy || addable.length === 0) return;
    if (!(await addLines(wearer.id, newLinesOf(addable)))) return;
    if (refused.length === 0) return onClose();
    setText(refused.map(({ sku, quantity }) => (quantity > 0 ? `${sku}\t${quantity}` : sku)).join('\n'));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!busy}
      width={640}
      title="Paste SKUs"
      description={`For ${wearer.name}. One SKU in each line, with its quantity in the next column. At most ${MAX_PASTED_SKUS} lines.`}
      onSubmit={() => void add()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy} busyText="Adding" disabled={addable.length === 0}>
            {addable.length > 0 ? `Add ${countText(addable.length, 'line')}` : 'Add lines'}
          </Button>
        </>
      }
    >
      <div className="flow">
        <TextArea label="SKUs and quantities" rows={6} value={text} onChange={({ target }) => setText(target.value)} spellCheck={false} />
        {lines.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
          <section className="pasted-lines" aria-label="What was pasted" tabIndex={0}>
            <ul>
              {[...refused, ...lines.filter(({ fault }) => fault === null)].map(({ sku, choice, quantity, fault }) => (
                <li key={`${sku} ${fault}`} className="line">
                  <span className="code strong">{sku}</span>
                  <span className={fault === null ? 'sub grow cut' : 't-wrong grow'}>{fault ?? (choice && choiceText(choice))}</span>
                  {fault === null && <span className="num">{quantity}</span>}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}
