import { useState } from 'react';
import { isTote } from '../../shared/purchasing/tote.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { TextField } from '../ui/field.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useTapGuard } from '../ui/tap-guard.ts';
import { WholeCodes } from '../ui/whole-codes.tsx';
import { GoodsSummary } from './goods-group.tsx';
import type { ToTote } from './receipt-screen.ts';

interface PutAwayOrderProps {
  order: ToTote;
  /** True while a sheet covers this view. */
  isCovered: boolean;
  onTote: (tote: string) => void;
  onTypeTote: () => void;
  /** Called to put the items into a bin instead of a tote. The order can be picked from a bin too. */
  onBin: (product_id: number) => void;
}

/** Shows an order of which some items are not in a tote yet: its tote, these items, and the bins for items that go to a bin instead. */
export function PutAwayOrder({ order, isCovered, onTote, onTypeTote, onBin }: PutAwayOrderProps) {
  const open = order.items.filter((one) => one.qty_placed < one.qty);
  const qty = order.qty - order.qty_placed;
  const { tote } = order;
  const section = useTapGuard<HTMLElement>(`${order.order_number} ${qty} ${isCovered}`);
  return (
    <section className="current goods" aria-label="The order in view" ref={section}>
      <div className="goes" role="status">
        <span className={`bin huge tote${tote ? '' : ' vacant'}`}>
          <span className="sr">Tote </span>
          {tote ?? 'Tote?'}
        </span>
        <div className="goes-words">
          <p className="goes-title">
            {countText(qty, 'item')} for order <span className="code">{order.order_number}</span>
          </p>
          <p className="goes-who">{order.wearers.join(', ')}</p>
          <p className="sub goes-more">{tote ? 'Scan the tote to put them in.' : 'It has no tote yet: scan the one you choose.'}</p>
        </div>
      </div>
      <ul className="card rows goods-missing goods-to-tote" aria-label="Items for the tote">
        {open.map((one) => (
          <li key={one.order_line_id}>
            {one.line && <GoodsSummary line={one.line} about={one.line.sku} />}
            <span className="num goods-qty">
              <strong>{one.qty - one.qty_placed}</strong>
            </span>
            <Button onClick={() => onBin(one.product_id)}>
              To a bin<span className="sr"> instead: {one.line?.sku}</span>
            </Button>
          </li>
        ))}
      </ul>
      <div className="acts">
        <Button size="lg" onClick={onTypeTote}>
          {tote ? 'Another tote' : 'Type a tote'}
        </Button>
        <Button size="lg" look="primary" disabled={tote === null} onClick={() => tote && onTote(tote)}>
          <WholeCodes>{`Put ${qty} in ${tote ?? ''}`}</WholeCodes>
        </Button>
      </div>
    </section>
  );
}

/** Asks a person to type the code of a tote. A label is scanned on the screen itself, without this sheet. */
export function ToteSheet({ order, onClose, onChoose }: { order: ToTote; onClose: () => void; onChoose: (tote: string) => void }) {
  const [text, setText] = useState('T-');
  const tote = text.trim().toUpperCase();
  const isCode = isTote(tote);
  return (
    <Sheet
      open
      onClose={onClose}
      title="Which tote?"
      description={`Type the code of the tote that takes the items of order ${order.order_number}.${order.tote ? ` What is in ${order.tote} goes along.` : ''}`}
      actions={
        <>
          <Button size="lg" className="flex-1" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" look="primary" className="flex-1" disabled={!isCode} onClick={() => onChoose(tote)}>
            {isCode ? `Use ${tote}` : 'Use this tote'}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isCode) onChoose(tote);
        }}
      >
        <TextField
          label="Tote"
          name="tote"
          value={text}
          error={tote.length > 2 && !isCode ? 'The code of a tote begins with T-.' : null}
          maxLength={40}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Sheet>
  );
}
