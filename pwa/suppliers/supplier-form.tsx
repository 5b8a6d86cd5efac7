import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { messages } from '../../shared/messages.ts';
import { penceTyped } from '../../shared/money.ts';
import { newSupplier, type SupplierWithComments, supplierChange } from '../../shared/suppliers/supplier.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Tick } from '../ui/tick.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { readSupplier, suppliers } from './client.ts';
import { SupplierNotes } from './supplier-notes.tsx';

const list = '/admin/suppliers';
const refresh = [['suppliers']];

/** A supplier: a new one, or a stored one with its notes. */
export default function SupplierForm() {
  const { id = '' } = useParams();
  const query = useQuery({ queryKey: ['suppliers', 'one', id], queryFn: ({ signal }) => readSupplier(id, signal), enabled: id !== '' });
  if (!id || query.data) return <Details key={id} stored={query.data} />;
  return (
    <Page title="Supplier" back={list}>
      <Loaded query={query} noun="supplier" waiting={<SkeletonText lines={8} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

const poundsText = (pence: number | null | undefined): string => (typeof pence === 'number' ? (pence / 100).toFixed(2) : '');
const moneyFault = (text: string): string | null => (penceTyped(text) === undefined ? messages.amount_invalid : null);
const valuesOf = (of: Partial<SupplierWithComments>) => ({
  ...of,
  name: of.name ?? '',
  code: of.code ?? '',
  min_order_value: poundsText(of.min_order_value),
  carriage: poundsText(of.carriage),
  lead_time_days: String(of.lead_time_days ?? ''),
});

function Details({ stored }: { stored: SupplierWithComments | undefined }) {
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const { ask, dialog } = useConfirm();
  const param = { id: String(stored?.id) };
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
    check: ({ min_order_value, carriage }) => ({ min_order_value: moneyFault(min_order_value), carriage: moneyFault(carriage) }),
    send: (json, options) =>
      stored ? answer(suppliers[':id'].$put({ param, json }, options)) : answer(suppliers.index.$post({ json: newSupplier.parse(json) }, options)),
    success: 'Supplier has been saved',
    refresh,
    onSaved: () => void navigate(list),
  });
  const archive = useWrite({
    send: (json: { archived: boolean; version: number }, options) => answer(suppliers[':id'].$put({ param, json }, options)),
    success: ({ archived, name }) => `${name} has been ${archived ? 'archived' : 'restored'}`,
    refresh,
  });
  const setArchived = async ({ name, archived, version }: SupplierWithComments): Promise<void> => {
    const body = <p>It is not offered any more, and gets no new purchase orders. Those that are open stay open.</p>;
    if (archived || (await ask({ title: `Archive ${name}?`, body, action: 'Archive', destroys: true })))
      void archive.write({ archived: !archived, version });
  };

  return (
    <Page
      title={stored?.name ?? 'New supplier'}
      back={list}
      sub={
        stored && (
          <>
            <span className="code">{stored.code}</span>
            {stored.archived && isPhone && ' · Archived'}
          </>
        )
      }
      actions={
        stored && (
          <>
            {stored.archived && !isPhone && <Badge tone="line-only">Archived</Badge>}
            <Button look={stored.archived ? undefined : 'danger'} busy={archive.busy} onClick={() => void setArchived(stored)}>
              {stored.archived ? 'Restore' : 'Archive'}
            </Button>
          </>
        )
      }
      primary={
        <Submit
          form={form}
          block={isPhone}
          busyText="Saving"
          waits={form.isDirty ? null : stored ? messages.nothing_changed : 'Nothing is entered yet.'}
        >
          Save
        </Submit>
      }
    >
      <div className={stored && 'split'}>
        <Form form={form} className="card sections">
          <Part title="Supplier">
            <TextField label="Name" required {...form.field('name')} />
            <TextField label="Supplier Code" required {...form.field('code')} />
          </Part>
          <Part title="Contact">
            <TextField label="Contact Name" {...form.field('contact_name')} />
            <TextField label="Contact Phone" type="tel" {...form.field('sales_phone')} />
            <TextField label="Contact Email" type="email" hint="Purchase orders go here" {...form.field('sales_email')} />
          </Part>
          <Part title="Address">
            <TextField label="Address line 1" {...form.field('address_line_1')} />
            <TextField label="Address line 2" {...form.field('address_line_2')} />
            <TextField label="Address line 3" {...form.field('address_line_3')} />
            <TextField label="Postcode" {...form.field('address_line_4')} />
          </Part>
          <Part title="Terms">
            <TextField label="Minimum order (£)" inputMode="decimal" {...form.field('min_order_value')} />
            <TextField label="Carriage below it (£)" inputMode="decimal" {...form.field('carriage')} />
            <TextField label="Usual lead time (days)" inputMode="numeric" {...form.field('lead_time_days')} />
            <Tick {...form.tick('work_order')}>Work orders</Tick>
          </Part>
        </Form>
        {stored && <SupplierNotes supplier={stored} />}
      </div>
      {dialog}
    </Page>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset>
    <legend>{title}</legend>
    <div className="fields">{children}</div>
  </fieldset>
);
