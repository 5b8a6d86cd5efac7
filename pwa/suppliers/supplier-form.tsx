import { useNavigate } from 'react-router';
import { messages } from '../../shared/messages.ts';
import { penceTyped, poundsText } from '../../shared/money.ts';
import { type SupplierWithComments, supplierChange, supplierPostcodeFault } from '../../shared/suppliers/supplier.ts';
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
});
const moneyFault = (text: string): string | null => (penceTyped(text) === undefined ? messages.amount_invalid : null);

function Details({ stored }: { stored: SupplierWithComments | undefined }) {
  const navigate = useNavigate();
  const save = saveSupplier(stored?.id);
  const form = useForm({
    schema: supplierChange,
    record: stored ?? {},
    valuesOf,
    input: ({ min_order_value, carriage, lead_time_days, ...values }) => ({
      ...values,
      min_order_value: penceTyped(min_order_value),
      carriage: penceTyped(carriage),
      lead_time_days: lead_time_days.trim() === '' ? null : Number(lead_time_days),
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
      <FieldGroup title="Contact">
        <TextField label="Contact Name" {...form.field('contact_name')} />
        <TextField label="Contact Phone" type="tel" {...form.field('sales_phone')} />
        <TextField label="Contact Email" type="email" hint="Purchase orders go here" {...form.field('sales_email')} />
      </FieldGroup>
      <FieldGroup title="Address">
        <TextField label="Address line 1" {...form.field('address_line_1')} />
        <TextField label="Address line 2" {...form.field('address_line_2')} />
        <TextField label="Address line 3" hint="The country, if abroad" {...form.field('address_line_3')} />
        <TextField label="Postcode" {...form.field('address_line_4')} />
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
