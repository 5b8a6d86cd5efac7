import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Address, address } from '../../shared/address.ts';
import '../../shared/plain-words.ts';
import { addressLines } from '../../shared/address-lines.ts';
import { limits } from '../../shared/limits.ts';
import { asApiError } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Select, TextField } from '../ui/field.tsx';
import { findPostcode, findSites, type Order, readAddresses } from './client.ts';
import type { Change } from './use-change.ts';

/** In the order of an envelope. */
const addressFields = [
  ['address_line_1', 'Address'],
  ['address_line_2', 'Second line'],
  ['address_line_4', 'Town'],
  ['address_line_3', 'County'],
  ['address_line_5', 'Fifth line'],
  ['postcode', 'Postcode'],
] as const;

interface Values extends Record<keyof Address, string> {
  contact_name: string;
  contact_email: string;
  contact_phone: string;
}

const typed = (address: Address | null | undefined): Record<keyof Address, string> => ({
  address_line_1: address?.address_line_1 ?? '',
  address_line_2: address?.address_line_2 ?? '',
  address_line_3: address?.address_line_3 ?? '',
  address_line_4: address?.address_line_4 ?? '',
  address_line_5: address?.address_line_5 ?? '',
  postcode: address?.postcode ?? '',
});

/** Where an order goes and who receives it: a site, one of the saved addresses, one found by its postcode, or typed. */
export function DeliveryDialog({ order, change, onClose }: { order: Order; change: Change; onClose: () => void }) {
  const [base] = useState(order);
  const [site, setSite] = useState<{ id: number; name: string; reference_1: string | null } | null>(order.delivery_site);
  const form = useForm<Values>({
    defaultValues: {
      ...typed(order.delivery_address),
      contact_name: order.contact_name ?? '',
      contact_email: order.contact_email ?? '',
      contact_phone: order.contact_phone ?? '',
    },
  });
  const take = (address: Address | null | undefined) => {
    for (const [name, value] of Object.entries(typed(address))) form.setValue(name as keyof Address, value, { shouldDirty: true });
  };
  const save = async ({ contact_name, contact_email, contact_phone, ...delivery_address }: Values) => {
    const isEmpty = addressLines(delivery_address).length === 0;
    const saved = await change.changeHead(
      {
        ...(site && { delivery_site_id: site.id }),
        ...(!isEmpty && { delivery_address }),
        contact_name,
        contact_email,
        contact_phone,
      },
      base,
      'Address Updated',
    );
    if (saved) onClose();
  };
  const fault = (field: keyof Values | 'delivery_site_id'): string | undefined =>
    (field !== 'delivery_site_id' && form.formState.errors[field]?.message) ||
    (change.headErrors[field] ?? change.headErrors[`delivery_address.${field}`]);
  /** An address that is begun is validated as on the server. */
  const judged = (field: keyof Address) => ({
    validate: (text: string, values: Values): true | string => {
      if (addressLines(values).length === 0) return true;
      const checked = address.shape[field].safeParse(text);
      return checked.success || (checked.error.issues[0]?.message ?? true);
    },
  });

  return (
    <Dialog
      open
      onClose={onClose}
      closable={!change.busy}
      width={720}
      title="Delivery and contact"
      description={`Order ${order.order_number}, ${order.account.name}`}
      onSubmit={(event) => void form.handleSubmit(save)(event)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={change.busy} busyText="Saving">
            Save
          </Button>
        </>
      }
    >
      <div className="office-two">
        <div className="flow">
          <Combobox
            label="Site"
            name="delivery_site_id"
            required
            placeholder="At least 2 letters"
            value={site}
            onChange={(next) => {
              setSite(next);
              if (next && 'delivery_address' in next) {
                const nextSite = next as Awaited<ReturnType<typeof findSites>>[number];
                take(nextSite.delivery_address);
                for (const name of ['contact_name', 'contact_email', 'contact_phone'] as const) {
                  if (nextSite[name]) form.setValue(name, nextSite[name], { shouldDirty: true });
                }
              }
            }}
            search={(text, signal) => findSites(order.account.id, text, signal)}
            itemKey={({ id }) => id}
            itemText={({ name }) => name}
            renderItem={({ name, reference_1 }) => (
              <>
                <span className="grow cut">{name}</span>
                <span className="note code">{reference_1}</span>
              </>
            )}
            error={fault('delivery_site_id')}
          />
          <FoundAddresses onTake={take} />
          <TextField label="Contact name" maxLength={limits.name} error={fault('contact_name')} {...form.register('contact_name')} />
          <TextField label="Contact email" type="email" maxLength={limits.email} error={fault('contact_email')} {...form.register('contact_email')} />
          <TextField
            label="Contact phone"
            type="tel"
            maxLength={limits.delivery_contact_phone}
            error={fault('contact_phone')}
            {...form.register('contact_phone')}
          />
        </div>
        <div className="flow">
          {addressFields.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              error={fault(name)}
              required={name === 'address_line_1' || name === 'postcode'}
              {...form.register(name, judged(name))}
            />
          ))}
        </div>
      </div>
    </Dialog>
  );
}

/** Addresses to take over: saved ones, and those known at a postcode once six characters of it are typed. */
function FoundAddresses({ onTake }: { onTake: (address: Address) => void }) {
  const [text, setText] = useState('');
  const [postcode, setPostcode] = useState('');
  const saved = useQuery({ queryKey: ['addresses'], queryFn: readAddresses });
  const search = text.trim().length >= limits.postcode_search_min ? text.trim() : '';
  useEffect(() => {
    const timer = setTimeout(() => setPostcode(search), limits.postcode_search_wait);
    return () => clearTimeout(timer);
  }, [search]);
  const lookup = useQuery({ queryKey: ['postcode', postcode], queryFn: () => findPostcode(postcode), enabled: postcode !== '', retry: false });
  const error = lookup.isError && postcode === search ? asApiError(lookup.error) : null;
  const items = postcode ? (lookup.data?.items ?? []) : [];
  const options = (list: readonly Address[]) => list.map((item, place) => ({ value: String(place), label: addressLines(item).join(', ') }));
  const mine = saved.data?.items ?? [];
  return (
    <>
      <Field
        label="Find by postcode"
        error={error ? (error.first_messages.postcode ?? error.message) : null}
        hint={lookup.data && items.length === 0 && postcode ? 'No address is known there.' : 'At least 6 characters.'}
      >
        {(control) => (
          <input
            {...control}
            className="in code"
            value={text}
            maxLength={10}
            autoComplete="off"
            onChange={(event) => setText(event.target.value.toUpperCase())}
          />
        )}
      </Field>
      {items.length > 0 && (
        <Select
          label={`At ${postcode}`}
          placeholder={`Choose one of ${items.length}`}
          options={options(items)}
          value=""
          onChange={(event) => {
            const chosen = items[Number(event.target.value)];
            if (event.target.value && chosen) onTake(chosen);
          }}
        />
      )}
      {mine.length > 0 && (
        <Select
          label="Saved addresses"
          placeholder="Choose one"
          options={options(mine)}
          value=""
          onChange={(event) => {
            const chosen = mine[Number(event.target.value)];
            if (event.target.value && chosen) onTake(chosen);
          }}
        />
      )}
    </>
  );
}
