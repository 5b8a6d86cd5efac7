import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { goodsReceivedNoteUrl } from '../../shared/documents/document-urls.ts';
import type { PurchaseOrder } from '../../shared/purchasing/purchase-order.ts';
import type { Receipt } from '../../shared/purchasing/receipt.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Pager } from '../ui/pager.tsx';
import { readReceipts } from './client.ts';
import { ReverseReceiptDialog } from './reverse-receipt-dialog.tsx';

/** The deliveries of an order: who received them, when, what they brought, and whether they were reversed. */
export function ReceiptsCard({ order }: { order: PurchaseOrder }) {
  const [page, setPage] = useState(1);
  const [reversing, setReversing] = useState<Receipt | null>(null);
  const receipts = useQuery({
    queryKey: ['purchase-orders', 'receipts', order.id, page],
    queryFn: ({ signal }) => readReceipts(order.id, page, signal),
    placeholderData: (before) => before,
  });
  return (
    <section className="card" aria-label="Receipts">
      <header>
        <h2>Receipts</h2>
        {receipts.data && <span className="note">{countText(receipts.data.total, 'delivery', 'deliveries')}</span>}
        {receipts.data && receipts.data.total > 0 && (
          <span className="push">
            <ExportMenu path={`/admin/purchase-orders/${order.id}/receipts/export`} />
          </span>
        )}
      </header>
      <Loaded query={receipts} noun="receipts">
        {({ items, last_page, total }) => (
          <>
            {items.length === 0 ? (
              <p className="note purchase-none">Nothing has been received yet</p>
            ) : (
              <ul className="rows">
                {items.map((receipt) => (
                  <OneReceipt key={receipt.id} receipt={receipt} order_id={order.id} onReverse={setReversing} />
                ))}
              </ul>
            )}
            {last_page > 1 && (
              <footer>
                <Pager label="Pages of receipts" noun={['delivery', 'deliveries']} page={page} last={last_page} total={total} onPage={setPage} />
              </footer>
            )}
          </>
        )}
      </Loaded>
      {reversing && <ReverseReceiptDialog order={order} receipt={reversing} onClose={() => setReversing(null)} />}
    </section>
  );
}

interface OneReceiptProps {
  receipt: Receipt;
  order_id: number;
  onReverse: (receipt: Receipt) => void;
}

function OneReceipt({ receipt, order_id, onReverse }: OneReceiptProps) {
  const { reference, lines, reversed_at, reversed_by, delivery_note_number } = receipt;
  return (
    <li className="purchase-receipt">
      <div className="purchase-receipt-head">
        <span className="code strong">{reference}</span>
        <span>
          <DateText value={receipt.created_at} form="moment" />
          {receipt.created_by && ` by ${receipt.created_by.name}`}, {receipt.device ? 'on a tablet' : 'in the office'}
        </span>
        {delivery_note_number && (
          <span className="sub">
            Delivery note <span className="code">{delivery_note_number}</span>
          </span>
        )}
        {reversed_at && <Badge tone="wrong">Reversed</Badge>}
        <span className="push line">
          <a className="btn sm" href={goodsReceivedNoteUrl(order_id, receipt.id)} target="_blank" rel="noreferrer" aria-label={`PDF of ${reference}`}>
            <Icon name="file" />
            PDF
          </a>
          {receipt.can.reverse && (
            <Button size="sm" look="quiet" aria-label={`Reverse ${reference}`} onClick={() => onReverse(receipt)}>
              Reverse
            </Button>
          )}
        </span>
      </div>
      {reversed_at && (
        <p className="sub">
          Reversed <DateText value={reversed_at} form="moment" />
          {reversed_by && ` by ${reversed_by.name}`}: {receipt.reverse_reason}
        </p>
      )}
      <details>
        <summary>
          {countText(receipt.qty, 'item')}, {countText(lines.length, 'line')}
        </summary>
        <ul className="purchase-receipt-lines">
          {lines.map(({ id, product, qty }) => (
            <li key={id}>
              <strong className="num">{formatCount(qty)}</strong>
              <span className="cut">{product.name}</span>
              <span className="code note cut">{product.sku}</span>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
