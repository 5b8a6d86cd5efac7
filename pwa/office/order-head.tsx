import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { addressLines } from '../../shared/address-lines.ts';
import { limits } from '../../shared/limits.ts';
import { needsReference, type OrderReference, orderReferenceNames, orderReferences } from '../../shared/ordering/order-references.ts';
import { NotSent } from '../api/not-sent.tsx';
import { useSession } from '../session/use-session.ts';
import { DateText } from '../ui/date-text.tsx';
import { Tick } from '../ui/tick.tsx';
import type { Order } from './client.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { HeadField } from './head-field.tsx';
import { RequesterDialog } from './requester-dialog.tsx';
import { type Change, useClosedByStale } from './use-change.ts';

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="field">
    <span className="label head-label">{label}</span>
    <div>{children}</div>
  </div>
);

/** A tick box of the head (`children`), with a notice if a press of the box could not be sent. */
const FlagField = ({ label, kept, children }: { label: string; kept: ReturnType<Change['keptIn']>; children: ReactNode }) => (
  <div>
    {children}
    {kept?.again && <NotSent what={label} again={kept.again} giveUp={kept.giveUp} />}
  </div>
);

/** Who placed the order, where the order goes, the client's references and the order's options; each can be changed in place. */
export function OrderHead({ order, change }: { order: Order; change: Change }) {
  const { who } = useSession();
  const [dialog, setDialog] = useState<'delivery' | 'requester' | null>(null);
  useClosedByStale(change, () => setDialog(null));
  const { can } = order;
  const isLocked = !can.edit_office;
  const { headErrors: errors } = change;
  const to = order.delivery_address ? addressLines({ ...order.delivery_address, postcode: '' }) : [];
  const postcode = order.delivery_address?.postcode;
  const contact = [order.contact_name, order.contact_phone].filter(Boolean).join(' · ');
  const field = (name: OrderReference | 'required_on' | 'customer_notes') => ({
    name,
    order,
    value: order[name],
    disabled: isLocked,
    error: errors[name],
    kept: change.keptIn('head', name),
    onSave: async (value: string, base: Order) =>
      (await change.changeHeadField({ [name]: name === 'required_on' ? value || null : value }, base)) !== undefined,
  });
  const flag = (name: 'is_sample' | 'skip_dispatch' | 'skip_invoicing', label: string) => (
    <FlagField label={label} kept={change.keptIn('head', name)}>
      <Tick
        name={name}
        checked={change.keptIn('head', name)?.value ?? order[name]}
        disabled={isLocked}
        onChange={(event) => void change.changeHeadField({ [name]: event.target.checked })}
      >
        {label}
      </Tick>
    </FlagField>
  );

  return (
    <section className="card office-head" aria-label="Order details">
      <div>
        <Fact label="Client">
          <strong>{order.account.name}</strong>
        </Fact>
        <Fact label="Requester">
          {order.requester.name}
          {order.requester.contact_phone && ` · ${order.requester.contact_phone}`}
          <span className="line wide head-links">
            {!isLocked && (
              <button type="button" className="link" onClick={() => setDialog('requester')}>
                Change<span className="sr"> requester</span>
              </button>
            )}
            {order.requester.id !== who.user.id && (
              <Link to={`/impersonate/take/${order.requester.id}`}>
                Act as<span className="sr"> {order.requester.name}</span>
              </Link>
            )}
          </span>
        </Fact>
        <Fact label={order.cancelled_at ? 'Cancelled' : order.submitted_at ? 'Submitted' : order.requested_at ? 'Requested' : 'Started'}>
          <DateText value={order.cancelled_at ?? order.submitted_at ?? order.requested_at ?? order.created_at} form="moment" />
          {order.printed_at && (
            <span className="note">
              {' · printed '}
              <DateText value={order.printed_at} form="list" />
            </span>
          )}
        </Fact>
      </div>
      <div>
        <Fact label="Delivery">
          {order.delivery_site ? (
            <>
              <strong>{order.delivery_site.name}</strong> <span className="code note">{order.delivery_site.reference_1}</span>
            </>
          ) : (
            <span className="t-warn strong">No site chosen</span>
          )}
          <br />
          {postcode ? (
            <>
              {to.slice(0, -1).join(', ')}
              {to.length > 1 && <br />}
              {to.length > 0 && `${to.at(-1)}, `}
              <span className="code">{postcode}</span>
            </>
          ) : (
            <span className="t-warn">No address</span>
          )}
        </Fact>
        <Fact label="Contact">
          {contact || <span className="note">Nobody named</span>}
          {order.contact_email && <div className="note">{order.contact_email}</div>}
        </Fact>
        {!isLocked && (
          <div>
            <button type="button" className="link" name="delivery_address" id="delivery_site_id" onClick={() => setDialog('delivery')}>
              Change address and contact
            </button>
          </div>
        )}
      </div>
      <div>
        {orderReferenceNames.map((name) => (
          <HeadField
            key={name}
            label={orderReferences[name].label}
            {...field(name)}
            code
            maxLength={orderReferences[name].max}
            required={needsReference(order.requires, name)}
          />
        ))}
        <HeadField label="Required by" {...field('required_on')} isDay maxLength={10} />
      </div>
      <div>
        <HeadField label="Customer notes" {...field('customer_notes')} rows={2} maxLength={limits.notes} />
        <div className="head-flags">
          {flag('is_sample', 'Sample')}
          {flag('skip_dispatch', 'Skip dispatch')}
          {flag('skip_invoicing', 'Skip invoicing')}
        </div>
      </div>
      {dialog === 'delivery' && <DeliveryDialog order={order} change={change} onClose={() => setDialog(null)} />}
      {dialog === 'requester' && <RequesterDialog order={order} change={change} onClose={() => setDialog(null)} />}
    </section>
  );
}
