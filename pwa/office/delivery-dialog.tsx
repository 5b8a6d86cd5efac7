import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Address } from '../../shared/address.ts';
import { addressLines } from '../../shared/address-lines.ts';
import { limits } from '../../shared/limits.ts';
import { officeOrder } from '../../shared/ordering/order-input.ts';
import { asApiError } from '../api/api-error.ts';
import { useForm } from '../api/use-form.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Field, Select, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { findPostcode, findSites, type Order, readAddresses, type Site } from './client.ts';
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

const addressInputs = (address: Address | null | undefined): Record<keyof Address, string> => ({
  address_line_1: address?.address_line_1 ?? '',
  address_line_2: address?.address_line_2 ?? '',
  address_line_3: address?.address_line_3 ?? '',
  address_line_4: address?.address_line_4 ?? '',
  address_line_5: address?.address_line_5 ?? '',
  postcode: address?.postcode ?? '',
});

type DeliverySite = NonNullable<Order['delivery_site']>;

/** Where an order goes and who receives it: a site, one of the saved addresses, one found by its postcode, or typed. */
export function DeliveryDialog({ order, change, onClose }: { order: Order; change: Change; onClose: () => void }) {
  const [base] = useState(order);
  const form = useForm({
    schema: officeOrder.pick({ delivery_site_id: true, delivery_address: true, contact_name: true, contact_email: true, contact_phone: true }),
    values: {
      delivery_site_id: order.delivery_site as DeliverySite | null,
      delivery_address: addressInputs(order.delivery_address),
      contact_name: order.contact_name ?? '',
      contact_email: order.contact_email ?? '',
      contact_phone: order.contact_phone ?? '',
    },
    // An address that is begun has to be complete.
    input: ({ delivery_site_id, delivery_address, ...contact }) => ({
      ...contact,
      ...(delivery_site_id && { delivery_site_id: delivery_site_id.id }),
      ...(addressLines(delivery_address).length > 0 && { delivery_address }),
    }),
    write: (fields) => change.changeHead(fields, base, 'Address Updated'),
    errors: change.headErrors,
    onSaved: onClose,
  });
  const take = (address: Address | null | undefined): void => form.fill({ delivery_address: addressInputs(address) });
  const takeSite = (site: DeliverySite | Site | null): void => {
    form.fill({ delivery_site_id: site });
    if (!site || !('delivery_address' in site)) return;
    take(site.delivery_address);
    const { contact_name, contact_email, contact_phone } = site;
    form.fill({ ...(contact_name && { contact_name }), ...(contact_email && { contact_email }), ...(contact_phone && { contact_phone }) });
  };

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width={720}
      title="Delivery and contact"
      description={`Order ${order.order_number}, ${order.account.name}`}
      action="Save"
    >
      <div className="office-two">
        <div className="flow">
          <Combobox
            label="Site"
            required
            placeholder="At least 2 letters"
            {...form.control('delivery_site_id')}
            onChange={takeSite}
            search={(text, signal) => findSites(order.account.id, text, signal)}
            itemKey={({ id }) => id}
            itemText={({ name }) => name}
            renderItem={({ name, reference_1 }) => (
              <>
                <span className="grow cut">{name}</span>
                <span className="note code">{reference_1}</span>
              </>
            )}
          />
          <FoundAddresses onTake={take} />
          <TextField label="Contact name" {...form.field('contact_name')} />
          <TextField label="Contact email" type="email" {...form.field('contact_email')} maxLength={limits.email} />
          <TextField label="Contact phone" type="tel" {...form.field('contact_phone')} />
        </div>
        <div className="flow">
          {addressFields.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              required={name === 'address_line_1' || name === 'postcode'}
              {...form.field(`delivery_address.${name}`)}
              // What is too long is shown, not cut off.
              maxLength={undefined}
            />
          ))}
        </div>
      </div>
    </FormDialog>
  );
}

/** Addresses to take over: saved ones, and those known at a postcode once six characters of it are typed. */
function FoundAddresses({ onTake }: { onTake: (address: Address) => void }) {
  const [text, setText] = useState('');
  const [postcode, setPostcode] = useState('');
  const savedAddresses = useQuery({ queryKey: ['addresses'], queryFn: readAddresses });
  const search = text.trim().length >= limits.postcode_search_min ? text.trim() : '';
  useEffect(() => {
    const timer = setTimeout(() => setPostcode(search), limits.postcode_search_wait);
    return () => clearTimeout(timer);
  }, [search]);
  const lookup = useQuery({ queryKey: ['postcode', postcode], queryFn: () => findPostcode(postcode), enabled: postcode !== '', retry: false });
  const error = lookup.isError && postcode === search ? asApiError(lookup.error) : null;
  const items = postcode ? (lookup.data?.items ?? []) : [];
  const options = (list: readonly Address[]) => list.map((item, place) => ({ value: String(place), label: addressLines(item).join(', ') }));
  const ownAddresses = savedAddresses.data?.items ?? [];
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
            const siteAddress = items[Number(event.target.value)];
            if (event.target.value && siteAddress) onTake(siteAddress);
          }}
        />
      )}
      {ownAddresses.length > 0 && (
        <Select
          label="Saved addresses"
          placeholder="Choose one"
          options={options(ownAddresses)}
          value=""
          onChange={(event) => {
            const ownAddress = ownAddresses[Number(event.target.value)];
            if (event.target.value && ownAddress) onTake(ownAddress);
          }}
        />
      )}
    </>
  );
}
