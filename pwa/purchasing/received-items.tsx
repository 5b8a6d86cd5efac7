import { useState } from 'react';
import { Link } from 'react-router';
import { goodsReceivedNoteUrl, orderLabelsUrl } from '../../shared/documents/document-urls.ts';
import { groupBy } from '../../shared/group-by.ts';
import type { PurchaseOrder } from '../../shared/purchasing/purchase-order.ts';
import type { RecordedReceipt } from '../../shared/purchasing/receipt.ts';
import { useSession } from '../session/use-session.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { LabelsDialog } from '../ui/labels-dialog.tsx';
import { Page } from '../ui/page.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { ProductWords, productText } from './order-lines.tsx';

interface ReceivedItemsProps {
  order: PurchaseOrder;
  receipt: RecordedReceipt;
  back: string;
  onAgain: () => void;
}

/** Shows where the items of the delivery that was just received go: to the orders that wait for them, or to their bins. */
export function ReceivedItems({ order, receipt, back, onAgain }: ReceivedItemsProps) {
  const opensOrders = useSession().can('see_costs');
  const isPhone = useIsPhone();
  const [isLabelling, setIsLabelling] = useState(false);
  const bySku = groupBy(receipt.received, ({ product_id }) => product_id);
  const products = [
    ...new Map(order.lines.flatMap(({ product }) => (product && bySku.has(product.id) ? [[product.id, product] as const] : []))).values(),
  ];
  const sum = (some: readonly { qty: number }[]): number => some.reduce((total, { qty }) => total + qty, 0);
  const toOrders = receipt.received.filter(({ order_number }) => order_number !== null);
  const waiting = new Set(toOrders.map(({ order_number }) => order_number)).size;
  const qty = sum(receipt.received);
  const documents = (
    <>
      <a className="btn" href={goodsReceivedNoteUrl(order.id, receipt.id)} target="_blank" rel="noreferrer">
        <Icon name="file" />
        Goods received note
      </a>
      <Button icon="print" onClick={() => setIsLabelling(true)}>
        Labels
      </Button>
    </>
  );
  return (
    <Page
      title={`${receipt.reference} received`}
      back={back}
      sub={order.our_reference}
      actions={isPhone ? undefined : documents}
      foot={
        <span className={isPhone ? 'line grow' : 'push line'}>
          {order.can.receive && order.qty_pending > 0 && <Button onClick={onAgain}>Receive another delivery</Button>}
          <ButtonLink look="primary" to={back} className={isPhone ? 'grow' : undefined}>
            Back to the order
          </ButtonLink>
        </span>
      }
    >
      <div className="purchase-order">
        <section className="card" aria-label="Where it goes">
          <header>
            <h2>Where it goes</h2>
            <span className="note" role="status">
              {countText(qty, 'item')}
              {waiting > 0
                ? `: ${formatCount(sum(toOrders))} for ${countText(waiting, 'waiting order')}, ${formatCount(qty - sum(toOrders))} for the shelf`
                : ' for the shelf, because no order waits'}
            </span>
          </header>
          <ul className="rows">
            {products.map((product) => (
              <li key={product.id} className="purchase-received-sku">
                <div className="purchase-product">
                  <ProductWords product={product} />
                </div>
                <ul className="purchase-destinations" aria-label={productText(product)}>
                  {(bySku.get(product.id) ?? []).map((one) => (
                    <li key={one.order_number ?? 'bin'} className="line">
                      <strong className="num purchase-destination-qty">{formatCount(one.qty)}</strong>
                      {one.order_number === null ? (
                        <BinPlate bin={one.bin} />
                      ) : (
                        <>
                          <span>
                            for order{' '}
                            {opensOrders && one.order_uuid ? (
                              <Link className="code" to={`/admin/orders/${one.order_uuid}/edit`}>
                                {one.order_number}
                              </Link>
                            ) : (
                              <span className="code">{one.order_number}</span>
                            )}
                          </span>
                          <a className="note" href={orderLabelsUrl(Number(one.order_number))} target="_blank" rel="noreferrer">
                            Bag label<span className="sr"> of order {one.order_number}</span>
                          </a>
                        </>
                      )}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
        {isPhone && <div className="line flex-wrap">{documents}</div>}
      </div>
      {isLabelling && (
        <LabelsDialog
          skus={products.map(({ id, sku, barcode }) => ({ id, sku, barcode, bin: bySku.get(id)?.[0]?.bin ?? null }))}
          onClose={() => setIsLabelling(false)}
        />
      )}
    </Page>
  );
}
