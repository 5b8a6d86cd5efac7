import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { addressLines } from '../../shared/address-lines.ts';
import { limits } from '../../shared/limits.ts';
import type { PurchaseOrder } from '../../shared/purchasing/purchase-order.ts';
import { ClientChoice } from '../api/client-choice.tsx';
import { SupplierChoice } from '../api/supplier-choice.tsx';
import { Button } from '../ui/button.tsx';
import { DateText } from '../ui/date-text.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { Late } from './purchase-order-words.tsx';
import { SavedField } from './saved-field.tsx';
import type { OrderSaves, Save } from './use-save-order.ts';

interface OrderHeadProps {
  order: PurchaseOrder;
  saves: OrderSaves;
  /** The error of each invalid field, by the field's name. */
  errors: Record<string, string>;
  seesSuppliers: boolean;
}

type TextName =
  | 'our_reference'
  | 'supplier_reference'
  | 'contact_name'
  | 'contact_phone'
  | 'contact_email'
  | 'private_notes'
  | 'public_notes'
  | 'due_on';

/** A value that cannot be changed, under its label. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="field">
    <span className="label">{label}</span>
    <div className="purchase-text">{children ?? <span className="note">None</span>}</div>
  </div>
);

/** The header of a purchase order: supplier, delivery address, references, dates and notes. */
export function OrderHead({ order, saves, errors, seesSuppliers }: OrderHeadProps) {
  const { can, supplier, account } = order;
  const [isAddressOpen, setIsAddressOpen] = useState(false);
  const [choiceErrors, setChoiceErrors] = useState<Record<string, string>>({});
  const choose = async (name: 'supplier_id' | 'account_id', id: number | null, label: string): Promise<void> => {
    const fault = await saves.save({ patch: { [name]: id } as Save['patch'], base: order, label });
    setChoiceErrors(({ [name]: _, ...others }) => (fault === null ? others : { ...others, [name]: fault }));
  };
  /** Renders a value of the header: as an input if the value can be changed, otherwise as text. */
  const text = (
    name: TextName,
    label: string,
    more: { maxLength?: number; type?: string; rows?: number; isDay?: boolean; hint?: string } = {},
    isEditable = can.edit,
  ) =>
    isEditable ? (
      <SavedField
        key={name}
        name={name}
        label={label}
        stored={order[name] ?? ''}
        base={order}
        error={errors[name]}
        onUnsaved={saves.setUnsaved}
        onSave={(value, base) =>
          saves.save({ patch: { [name]: value || null }, base, label, ...(more.rows !== undefined && { toast: 'Notes Updated' }) })
        }
        {...more}
      />
    ) : (
      <Fact key={name} label={label}>
        {order[name] && (name === 'due_on' ? <DateText value={order[name]} /> : order[name])}
      </Fact>
    );

  return (
    <section className="card purchase-head" aria-label="Details">
      {seesSuppliers && (
        <div>
          {can.edit_lines ? (
            <SupplierChoice
              required
              value={supplier}
              error={choiceErrors.supplier_id}
              onChange={(chosen) => {
                if (chosen && chosen.id !== supplier?.id) void choose('supplier_id', chosen.id, 'Supplier');
              }}
            />
          ) : (
            <Fact label="Supplier">
              {supplier && (
                <>
                  <Link className="strong" to={`/admin/suppliers/${supplier.id}/edit`}>
                    {supplier.name}
                  </Link>{' '}
                  <span className="code note">{supplier.code}</span>
                </>
              )}
            </Fact>
          )}
          {text('contact_name', 'Contact name', { maxLength: limits.name })}
          {text('contact_phone', 'Contact phone', { maxLength: limits.contact_phone, type: 'tel' })}
          {text('contact_email', 'Contact email', { type: 'email' })}
        </div>
      )}
      <div>
        {text('our_reference', 'Our reference', { maxLength: limits.purchase_order_reference }, can.edit_lines)}
        {text('supplier_reference', 'Their reference', { maxLength: limits.purchase_order_reference })}
        {can.edit ? (
          <ClientChoice
            label="Account"
            placeholder="None: it is for stock"
            from={0}
            value={account}
            error={choiceErrors.account_id}
            onChange={(chosen) => {
              if (chosen?.id !== account?.id) void choose('account_id', chosen?.id ?? null, 'Account');
            }}
          />
        ) : (
          <Fact label="Account">{account?.name}</Fact>
        )}
        {text('due_on', 'Due', { isDay: true, ...(can.edit_lines && { hint: 'Without a date, each line is dated on approval' }) })}
      </div>
      <div>
        <Fact label="Deliver to">
          <address className="purchase-address">
            {[order.deliver_to.name, ...addressLines(order.deliver_to)].map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </Fact>
        {can.edit && (
          <div>
            <Button size="sm" onClick={() => setIsAddressOpen(true)}>
              {order.delivery_address ? 'Change address' : 'Another address'}
            </Button>
          </div>
        )}
        <Fact label="Created">
          <DateText value={order.created_at} />
          {order.created_by && ` by ${order.created_by.name}`}
        </Fact>
        {order.approved_at && (
          <Fact label="Approved">
            <DateText value={order.approved_at} />
            {order.approved_by && ` by ${order.approved_by.name}`}
          </Fact>
        )}
        {seesSuppliers && order.approved_at && (
          <Fact label="Sent">
            {order.sent_at ? (
              <>
                <DateText value={order.sent_at} form="moment" />
                {order.emailed_to && ` to ${order.emailed_to}`}
              </>
            ) : (
              'Not sent, or its email waits'
            )}
          </Fact>
        )}
        {order.chased_at && (
          <Fact label="Chased">
            <DateText value={order.chased_at} form="moment" />
          </Fact>
        )}
        {order.next_due_on && (
          <Fact label="Next delivery">
            <span className="line purchase-due">
              <DateText value={order.next_due_on} />
              <Late due_on={order.next_due_on} is_late={order.is_late} />
            </span>
          </Fact>
        )}
        {order.cancelled_at && (
          <Fact label="Cancelled">
            <DateText value={order.cancelled_at} />
          </Fact>
        )}
        {order.closed_at && (
          <Fact label="Closed">
            <DateText value={order.closed_at} />
          </Fact>
        )}
      </div>
      <div className="purchase-notes">
        {text('private_notes', 'Private notes', { rows: 4, maxLength: limits.notes })}
        {text('public_notes', 'Public notes', { rows: 3, maxLength: limits.notes, hint: 'For the supplier' })}
      </div>
      {isAddressOpen && <AddressDialog order={order} saves={saves} onClose={() => setIsAddressOpen(false)} />}
    </section>
  );
}
