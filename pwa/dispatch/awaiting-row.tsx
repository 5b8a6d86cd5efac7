import { Fragment, useEffect, useRef } from 'react';
import { COLLECTION } from '../../shared/dispatch/collection.ts';
import { deliveryNoteUrl } from '../../shared/documents/document-urls.ts';
import type { ShippingServiceRow } from '../../shared/sync/rows.ts';
import type { DelayedAction } from '../offline/store.ts';
import type { DispatchView } from '../offline/views.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { OrderNumber } from '../ui/order-number.tsx';
import { RequiredBy } from '../ui/required-by.tsx';
import { useTapGuard } from '../ui/tap-guard.ts';
import { toast } from '../ui/toast.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { howWords } from './box-words.ts';
import { Destination } from './dispatch-words.tsx';
import { editDispatch } from './edit-dispatch.ts';
import { isOnItsWay } from './on-its-way.ts';
import { printLabels } from './print-labels.ts';
import { TrackForm } from './track-form.tsx';
import { UndoTracking } from './undo-tracking.tsx';

interface AwaitingRowProps {
  dispatch: DispatchView;
  services: readonly ShippingServiceRow[];
  /** The checked boxes of this dispatch; null if it is not the current one. */
  checked: readonly number[] | null;
  isChosen: boolean;
  onChoose: (on: boolean) => void;
  /** The delayed action that sets the dispatch's tracking number, while it can be undone. */
  delayed: DelayedAction | null;
  onUndo: (m: string) => void;
  onSelect: () => void;
  onOwnLabel: (text: string) => void;
  onEdit: () => void;
}

/** Shows the state of the courier's booking if a person has to know the state. */
function Standing({ dispatch, delayed }: Pick<AwaitingRowProps, 'dispatch' | 'delayed'>) {
  const { state, carrier, is_waiting } = dispatch;
  const leaves = isOnItsWay(dispatch);
  return (
    <>
      {state === 'failed' && (
        <Badge tone="wrong" icon="alert">
          Booking failed
        </Badge>
      )}
      {state === 'booking' && (
        <Badge tone={dispatch.booking_error ? 'warn' : 'plain'} icon="clock">
          {dispatch.booking_error ? 'Booking not certain' : 'Being booked'}
        </Badge>
      )}
      {state === 'requested' && carrier !== 'manual' && !leaves && <Badge icon="clock">To be booked</Badge>}
      {leaves && <Badge tone="line-only">Requested, not shipped</Badge>}
      {is_waiting && !delayed && (
        <Badge tone="warn" icon="clock">
          Waiting to be sent
        </Badge>
      )}
    </>
  );
}

/** A dispatch that waits for its courier. */
export function AwaitingRow({ dispatch, services, checked, isChosen, delayed, onChoose, onUndo, onSelect, onOwnLabel, onEdit }: AwaitingRowProps) {
  const { id, dispatch_number, orders, total_items, booking_error, state, tracking_number } = dispatch;
  const { ask, dialog } = useConfirm();
  const tick = useTapGuard<HTMLLabelElement>(isChosen);
  const row = useRef<HTMLLIElement>(null);
  const isCurrent = checked !== null;
  const delayedId = delayed?.action.m;
  // A scan may be about a dispatch that is out of view. The row is scrolled into view to show its boxes, or the seconds left for an undo.
  useEffect(() => {
    if (isCurrent || delayedId !== undefined) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent, delayedId]);
  const isCollection = dispatch.service_key === COLLECTION;
  const leaves = isOnItsWay(dispatch);
  const canEdit = state !== 'booking' && !leaves;

  const change = async (changes: Omit<Parameters<typeof editDispatch>[0], 'dispatch_id'>, text: string): Promise<void> => {
    const verdict = await editDispatch({ dispatch_id: id, ...changes });
    toast(verdict.ok ? text : verdict.message, verdict.ok ? {} : { tone: 'wrong' });
  };
  const handOver = async (): Promise<void> => {
    const sure = await ask({
      title: `Mark ${dispatch_number} as shipped?`,
      body: 'It will count as handed over. Shipping cannot be undone.',
      action: `Mark ${dispatch_number} as shipped`,
      keep: 'Not yet',
    });
    if (sure) await change({ mark_as_shipped: true }, `${dispatch_number} is handed over`);
  };
  const menu: MenuItem[] = [
    { label: 'Print labels', icon: 'print', onSelect: () => void printLabels([id]) },
    ...orders.map(({ uuid, order_number }): MenuItem => ({ label: `Delivery note ${order_number}`, icon: 'file', href: deliveryNoteUrl(uuid, id) })),
    ...(canEdit ? [{ label: 'Edit address and service', onSelect: onEdit } satisfies MenuItem] : []),
    ...(state === 'failed' && canEdit
      ? [
          {
            label: 'Ask the carrier again',
            icon: 'retry',
            onSelect: () => void change({ service_key: dispatch.service_key }, `The carrier is being asked again for ${dispatch_number}`),
          } satisfies MenuItem,
        ]
      : []),
  ];

  return (
    <li ref={row} className={classNames('ship-row awaiting-row', (isChosen || checked) && 'chosen', checked && 'in-hand')}>
      <label className="tick ship-choose" ref={tick}>
        <input type="checkbox" aria-label={`Select ${dispatch_number}`} checked={isChosen} onChange={(event) => onChoose(event.target.checked)} />
        <span className="grow">
          <span className="line flex-wrap">
            <strong className="code order-number">{dispatch_number}</strong>
            <span>{dispatch.account_name}</span>
            <RequiredBy day={dispatch.required_on} />
            <Standing dispatch={dispatch} delayed={delayed} />
          </span>
          <span className="sub block">
            {orders.map(({ uuid, order_number }, n) => (
              <Fragment key={uuid}>
                {n > 0 && ', '}
                <OrderNumber uuid={uuid} order_number={order_number} className="code" />
              </Fragment>
            ))}
            {' · '}
            <Destination site={dispatch.site_name} postcode={dispatch.delivery_address.postcode} />
          </span>
          <span className="note block">
            {howWords(dispatch, services)}
            {dispatch.labels_printed_at && ' · labels printed'}
          </span>
          {dispatch.notes.map((text) => (
            <span key={text} className="ship-notes" title={text}>
              <span className="note">Notes</span> {text}
            </span>
          ))}
          {booking_error && <span className="t-wrong block ship-error">{booking_error}</span>}
          {checked && checked.length > 0 && (
            <span className="block ship-boxes">
              Boxes {checked.length} / {total_items} checked
            </span>
          )}
        </span>
      </label>
      <div className="line ship-track">
        {leaves ? (
          <span className="grow cut" title={tracking_number ?? undefined}>
            {tracking_number === null ? 'Handed over' : <span className="code">{tracking_number}</span>}
          </span>
        ) : isCollection ? (
          <Button icon="check" onClick={() => void handOver()}>
            Mark as shipped
          </Button>
        ) : (
          <TrackForm dispatch={dispatch} onFocus={onSelect} onOwnLabel={onOwnLabel} />
        )}
        {delayed && <UndoTracking delayed={delayed} dispatch_number={dispatch_number} onUndo={() => onUndo(delayed.action.m)} />}
        <Menu items={menu}>
          <IconButton icon="more" label={`More for ${dispatch_number}`} />
        </Menu>
      </div>
      {dialog}
    </li>
  );
}
