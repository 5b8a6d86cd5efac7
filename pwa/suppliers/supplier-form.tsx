import { useNavigate } from 'react-router';
import { addressLines } from '../../shared/address-lines.ts';
import { messages } from '../../shared/messages.ts';
import { penceTyped, poundsText } from '../../shared/money.ts';
import { explainPaymentTerms } from '../../shared/suppliers/payment-terms.ts';
import { type SupplierWithComments, supplierChange, supplierPostcodeFault } from '../../shared/suppliers/supplier.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { addressFields, addressInputs } from '../api/address-inputs.ts';
import { ArchiveButton } from '../api/archive-button.tsx';
import { NotesCard } from '../api/notes-card.tsx';
import { useForm } from '../api/use-form.ts';
import { TextField } from '../ui/field.tsx';
import { FieldGroup, FormPage } from '../ui/form-page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Tick } from '../ui/tick.tsx';
import { addNote, readSupplier, removeNote, saveSupplier } from './client.ts';

const list = '/admin/suppliers';
const refresh = [['suppliers']];

/** A supplier: a new one, or a stored one with its notes. */
export default function SupplierForm() {
  return (
    <RecordPage title="Supplier" back={list} queryKey={['suppliers', 'one']} read={readSupplier}>
      {(supplier) => <Details stored={supplier} />}
    </RecordPage>
  );
}

const valuesOf = (of: Partial<SupplierWithComments>) => ({
  ...of,
  name: of.name ?? '',
  code: of.code ?? '',
  min_order_value: poundsText(of.min_order_value),
  carriage: poundsText(of.carriage),
  lead_time_days: String(of.lead_time_days ?? ''),
  accounts_address: addressInputs(of.accounts_address),
  payment_days: String(of.payment_days ?? ''),
  payment_end_of_month: of.payment_end_of_month ?? false,
});
const daysTyped = (text: string): number | null => (text.trim() === '' ? null : Number(text));
const moneyFault = (text: string): string | null => (penceTyped(text) === undefined ? messages.amount_invalid : null);

function Details({ stored }: { stored: SupplierWithComments | undefined }) {
  const navigate = useNavigate();
  const save = saveSupplier(stored?.id);
  const form = useForm({
    schema: supplierChange,
    record: stored ?? {},
    valuesOf,
    input: ({ min_order_value, carriage, lead_time_days, accounts_address, payment_days, ...values }) => ({
      ...values,
      min_order_value: penceTyped(min_order_value),
      carriage: penceTyped(carriage),
      lead_time_days: daysTyped(lead_time_days),
      accounts_address: addressLines(accounts_address).length > 0 ? accounts_address : null,
      payment_days: daysTyped(payment_days),
    }),
    check: ({ min_order_value, carriage, ...address }) => ({
      min_order_value: moneyFault(min_order_value),
      carriage: moneyFault(carriage),
      address_line_4: supplierPostcodeFault(address),
    }),
    send: save,
    success: 'Supplier has been saved',
    refresh,
    onSaved: () => void navigate(list),
  });
  const days = daysTyped(form.values.payment_days);
  const terms = { payment_days: Number.isInteger(days) ? days : null, payment_end_of_month: form.values.payment_end_of_month };
  const effect = 'It is not offered any more, and gets no new purchase orders. Those that are open stay open.';

  return (
    <FormPage
      form={form}
      stored={stored}
      title={stored?.name ?? 'New supplier'}
      back={list}
      sub={stored && <span className="code">{stored.code}</span>}
      actions={stored && <ArchiveButton record={stored} effect={effect} send={save} refresh={refresh} />}
      beside={stored && <NotesCard notes={stored.comments} add={addNote(stored.id)} remove={removeNote(stored.id)} refresh={refresh} />}
    >
      <FieldGroup title="Supplier">
        <TextField label="Name" required {...form.field('name')} />
        <TextField label="Supplier Code" required {...form.field('code')} />
      </FieldGroup>
      <FieldGroup title="Contact for orders">
        <TextField label="Contact Name" {...form.field('contact_name')} />
        <TextField label="Contact Phone" type="tel" {...form.field('sales_phone')} />
        <TextField label="Contact Email" type="email" hint="Purchase orders go here" {...form.field('sales_email')} />
      </FieldGroup>
      <FieldGroup title="Address for orders">
        <TextField label="Address line 1" {...form.field('address_line_1')} />
        <TextField label="Address line 2" {...form.field('address_line_2')} />
        <TextField label="Address line 3" hint="The country, if abroad" {...form.field('address_line_3')} />
        <TextField label="Postcode" {...form.field('address_line_4')} />
      </FieldGroup>
      <FieldGroup title="Accounts department">
        <TextField label="Accounts contact" {...form.field('accounts_name')} />
        <TextField label="Accounts phone" type="tel" {...form.field('accounts_phone')} />
        <TextField label="Accounts email" type="email" hint="For questions about invoices. Orders never go here" {...form.field('accounts_email')} />
      </FieldGroup>
      <FieldGroup title="Address of accounts">
        {addressFields.map(([name, label]) => (
          <TextField key={name} label={label} {...form.field(`accounts_address.${name}`)} />
        ))}
      </FieldGroup>
      <FieldGroup title="Payment">
        <TextField
          label="Invoices are due after (days)"
          inputMode="numeric"
          hint={explainPaymentTerms(terms, ukDate(new Date().toISOString())) ?? 'Empty: no terms are agreed'}
          {...form.field('payment_days')}
        />
        <Tick {...form.tick('payment_end_of_month')}>From the end of the month (EOM)</Tick>
      </FieldGroup>
      <FieldGroup title="Terms">
        <TextField label="Minimum order (£)" inputMode="decimal" {...form.field('min_order_value')} />
        <TextField label="Carriage below it (£)" inputMode="decimal" {...form.field('carriage')} />
        <TextField label="Usual lead time (days)" inputMode="numeric" {...form.field('lead_time_days')} />
        <Tick {...form.tick('work_order')}>Work orders</Tick>
      </FieldGroup>
    </FormPage>
  );
}
