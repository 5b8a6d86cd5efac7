import { messages } from '../../shared/messages.ts';
import { WorksElsewhere } from '../api/works-elsewhere.tsx';
import { Banner } from '../ui/banner.tsx';
import { countText } from '../ui/count-text.ts';
import { TextField } from '../ui/field.tsx';
import { Tick } from '../ui/tick.tsx';
import { AddressWords } from './address-editor.tsx';
import type { Budget, Order } from './client.ts';
import { ExcessFields } from './excess-fields.tsx';
import { LastPo } from './last-po.tsx';
import { MissingSizesWords } from './missing-sizes.tsx';
import { missingSizes } from './order-words.ts';
import { type Reference, type References, referenceWords, shownReferences, storedReference, typedReferences } from './send-form.ts';
import { Unavailable } from './unavailable.tsx';
import type { Send } from './use-send.tsx';

interface SendFieldsProps {
  order: Order;
  send: Send;
  budgets: readonly Budget[];
  /** Whether the screen shows the delivery address elsewhere. */
  hasAddress?: boolean;
}

/** The references of an order that is sent, what the person has to confirm, and what somebody else has changed meanwhile. */
export function SendFields({ order, send, budgets, hasAddress = false }: SendFieldsProps) {
  const { form, base, theirs, takeTheirs, refusal, unavailable, missing, isBlocked, isReturned, asksCostCode, needs, isChanged } = send;
  const { values } = form;
  const storedPo = storedReference(base, 'client_po_reference');
  const shownPo = shownReferences(base).client_po_reference;
  const edits = typedReferences(base, values);
  const isLastPo = storedPo === '' && values.client_po_reference !== '' && values.client_po_reference === order.last_po_reference;
  return (
    <div className="form-part">
      <Unavailable order={order} lines={unavailable} />
      {(theirs.length > 0 || isChanged) && (
        <ChangesBanner order={order} base={base} fields={theirs} edits={edits} isReturned={isReturned} onTake={takeTheirs} />
      )}
      {order.delivery_site && <WorksElsewhere order={order} site_id={order.delivery_site.id} site={order.delivery_site.name} />}
      {!hasAddress && order.delivery_address && (
        <address className="confirm-address">
          <AddressWords of={order.delivery_address} />
        </address>
      )}
      <ExcessFields order={order} budgets={budgets} refusal={refusal} form={form} />
      {isBlocked && (
        <Banner tone="wrong">
          <p className="strong">Sizes Missing</p>
          <p>{messages.sizes_missing}</p>
        </Banner>
      )}
      {missing > 0 && !isBlocked && (
        <>
          <MissingSizesWords order={order} />
          <Tick {...form.tick('confirm_missing_sizes')}>Order with {missingSizes(missing)}</Tick>
        </>
      )}
      <TextField
        label="PO reference"
        counted
        {...form.field('client_po_reference')}
        hint={
          isLastPo
            ? 'As on the last order to this site'
            : storedPo !== shownPo && values.client_po_reference === shownPo
              ? `Sent as ${storedPo}`
              : needs.po
                ? 'Needed for this site'
                : 'Printed on the delivery note'
        }
      />
      <LastPo
        reference={order.last_po_reference}
        value={values.client_po_reference}
        onTake={(reference) => form.hook.setValue('client_po_reference', reference)}
      />
      {asksCostCode && <TextField label="Cost code" counted hint="Needed for this site" {...form.field('cost_code')} />}
    </div>
  );
}

interface ChangesBannerProps {
  order: Order;
  /** The order that the form was filled from. */
  base: Order;
  /** The references that somebody else has changed. */
  fields: readonly Reference[];
  /** The references that this person has edited. */
  edits: Partial<References>;
  /** True if the request was declined or withdrawn. */
  isReturned: boolean;
  onTake: (field: Reference) => void;
}

/** What somebody else has changed since the panel was opened. */
function ChangesBanner({ order, base, fields, edits, isReturned, onTake }: ChangesBannerProps) {
  return (
    <Banner tone="warn">
      <p className="strong">{isReturned ? messages.request_returned : messages.changed_meanwhile}</p>
      {fields.map((field) => (
        <p key={field}>
          {referenceWords(field, storedReference(base, field), edits[field])}{' '}
          {edits[field] !== undefined && (
            <button type="button" className="link" onClick={() => onTake(field)}>
              Take theirs
            </button>
          )}
        </p>
      ))}
      <p>
        It has {countText(order.qty_total_items, 'item')} now. Go back to look at it{isReturned ? '' : ', or send it as it is'}.
      </p>
    </Banner>
  );
}
