import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { Address } from '../../shared/address.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { type Dispatch, shipping } from './client.ts';

interface Values extends Record<keyof Address, string> {
  service_key: string;
  contact_name: string;
  contact_phone: string;
}

const lines = [1, 2, 3, 4, 5] as const;

/** Where a dispatch goes and how, until it has left. */
export function EditDispatchDialog({ dispatch, onClose }: { dispatch: Dispatch; onClose: () => void }) {
  const choices = useQuery({ queryKey: ['shipping-services'], queryFn: () => answer(shipping.services.$get()) });
  const to = dispatch.delivery_address;
  const { register, handleSubmit } = useForm<Values>({
    defaultValues: {
      address_line_1: to?.address_line_1 ?? '',
      address_line_2: to?.address_line_2 ?? '',
      address_line_3: to?.address_line_3 ?? '',
      address_line_4: to?.address_line_4 ?? '',
      address_line_5: to?.address_line_5 ?? '',
      postcode: to?.postcode ?? '',
      service_key: dispatch.service_key,
      contact_name: dispatch.contact_name ?? '',
      contact_phone: dispatch.contact_phone ?? '',
    },
  });
  const save = useWrite({
    send: ({ service_key, contact_name, contact_phone, ...address }: Values, options) =>
      answer(
        shipping.orders.dispatches[':id'].$put(
          {
            param: { id: String(dispatch.id) },
            json: {
              version: dispatch.version,
              service_key,
              contact_name: contact_name || null,
              contact_phone: contact_phone || null,
              delivery_address: address,
            },
          },
          options,
        ),
      ),
    said: 'Address Updated',
    refresh: [['dispatches']],
    onSaved: onClose,
  });
  const fault = (field: string): string | undefined => save.errors[field] ?? save.errors[`delivery_address.${field}`];
  const services = choices.data?.groups.flatMap((group) => group.services.map(({ service_key, label }) => ({ value: service_key, label }))) ?? [];

  return (
    <Dialog
      open
      onClose={onClose}
      closable={!save.busy}
      title={`Dispatch ${dispatch.dispatch_number}`}
      description="Can be changed until it has left."
      onSubmit={(event) => void handleSubmit((values) => save.write(values))(event)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.busy} busyText="Saving">
            Save
          </Button>
        </>
      }
    >
      <div className="flow">
        <Select label="Service" options={services} error={fault('service_key')} {...register('service_key')} />
        {lines.map((n) => (
          <TextField key={n} label={`Address line ${n}`} required={n === 1} error={fault(`address_line_${n}`)} {...register(`address_line_${n}`)} />
        ))}
        <TextField label="Postcode" required error={fault('postcode')} {...register('postcode')} />
        <TextField label="Contact name" error={fault('contact_name')} {...register('contact_name')} />
        <TextField label="Contact phone" type="tel" error={fault('contact_phone')} {...register('contact_phone')} />
      </div>
    </Dialog>
  );
}
