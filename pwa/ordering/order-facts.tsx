import { Fragment } from 'react';
import { orderReferenceNames, orderReferences } from '../../shared/ordering/order-references.ts';
import { AddressWords } from './address-editor.tsx';
import type { Order } from './client.ts';

/** Where an order goes, the contact for it, and the client's own references. */
export function OrderFacts({ order }: { order: Order }) {
  const { requester, delivery_address } = order;
  return (
    <section className="card">
      <header>
        <h2>Delivery</h2>
      </header>
      <dl className="facts in-card order-facts">
        <dt>Site</dt>
        <dd>{order.delivery_site?.name ?? <span className="note">Not chosen yet</span>}</dd>
        {delivery_address && (
          <>
            <dt>Address</dt>
            <dd>
              <AddressWords of={delivery_address} />
            </dd>
          </>
        )}
        <dt>Requester</dt>
        <dd>
          {requester.name}
          {requester.email && (
            <a className="block" href={`mailto:${requester.email}`}>
              {requester.email}
            </a>
          )}
        </dd>
        {(order.contact_name || order.contact_phone) && (
          <>
            <dt>Contact</dt>
            <dd>
              {order.contact_name}
              {order.contact_phone && (
                <a className="block" href={`tel:${order.contact_phone.replace(/\s/g, '')}`}>
                  {order.contact_phone}
                </a>
              )}
            </dd>
          </>
        )}
        {order.approver && (
          <>
            <dt>Approved by</dt>
            <dd>{order.approver.name}</dd>
          </>
        )}
        {orderReferenceNames.map(
          (name) =>
            order[name] && (
              <Fragment key={name}>
                <dt>{orderReferences[name].label}</dt>
                <dd className="code order-po">{order[name]}</dd>
              </Fragment>
            ),
        )}
        {order.customer_notes && (order.is_submitted || !order.is_requested) && (
          <>
            <dt>Notes</dt>
            <dd>{order.customer_notes}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
