import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Address } from '../../shared/address.ts';
import { addressLines } from '../../shared/address-lines.ts';
import { asApiError } from '../api/api-error.ts';
import { AddressLine } from '../ui/address-line.tsx';
import { Button } from '../ui/button.tsx';
import { Field, Select, TextField } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Tick } from '../ui/tick.tsx';
import { readAddresses, readPostcode } from './client.ts';
import { addressFields, type DetailsFormApi } from './details-form.ts';

/** A postcode that is found fills in its county on the third line and its town on the fourth. The fields are in the order of an envelope. */
const lineFields = [
  { name: 'address_line_1', label: 'Address', autoComplete: 'shipping address-line1' },
  { name: 'address_line_2', label: 'Second line', autoComplete: 'shipping address-line2' },
  { name: 'address_line_4', label: 'Town', autoComplete: 'shipping address-level2' },
  { name: 'address_line_3', label: 'County', autoComplete: 'shipping address-level1' },
  { name: 'address_line_5', label: 'Country, if abroad', autoComplete: 'shipping country-name' },
] as const;

/** The delivery address: the site's as text, or its lines once somebody wants another. Locked until a site is chosen. */
export function AddressEditor({ form }: { form: DetailsFormApi }) {
  const { delivery_site_id, delivery_address: current } = form.values;
  const hasSite = delivery_site_id > 0;
  const errors = form.hook.formState.errors.delivery_address;
  const [isOpen, setIsOpen] = useState(false);
  const lines = addressLines(current);
  const take = (next: Address): void => form.hook.setValue('delivery_address', addressFields(next), { shouldDirty: true, shouldValidate: true });

  if (!hasSite) {
    return (
      <div className="card address-card">
        <Icon name="lock" />
        <p className="note grow">Choose a site first; its address appears here.</p>
      </div>
    );
  }
  if (!isOpen && !errors && lines.length > 0) {
    return (
      <>
        <div className="card address-card">
          <Icon name="pin" />
          <p className="grow">
            <AddressLine of={current} />
          </p>
          <button type="button" className="link" onClick={() => setIsOpen(true)}>
            Change
            <span className="sr"> the delivery address</span>
          </button>
        </div>
        <Tick {...form.tick('saveAddress')}>Save this address</Tick>
      </>
    );
  }
  return (
    <div className="form-part">
      <SavedAddresses onTake={take} />
      <PostcodeSearch onTake={take} />
      {lineFields.map(({ name, ...field }) => (
        <TextField key={name} {...field} {...form.field(`delivery_address.${name}`)} maxLength={undefined} />
      ))}
      <TextField
        label="Postcode"
        {...form.field('delivery_address.postcode')}
        maxLength={undefined}
        autoComplete="shipping postal-code"
        className="postcode-field"
      />
      <div className="line">
        <Tick {...form.tick('saveAddress')}>Save this address</Tick>
        {lines.length > 1 && !errors && (
          <button type="button" className="link push" onClick={() => setIsOpen(false)}>
            Done
          </button>
        )}
      </div>
    </div>
  );
}

/** An address on several lines, the postcode with the town. */
export function AddressWords({ of }: { of: Address }) {
  const lines = addressLines(of);
  const postcode = lines.pop();
  return (
    <>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address keep their order
        <span key={place} className="block">
          {line}
        </span>
      ))}
      <span className="code">{postcode}</span>
    </>
  );
}

function SavedAddresses({ onTake }: { onTake: (address: Address) => void }) {
  const savedAddresses = useQuery({ queryKey: ['addresses'], queryFn: ({ signal }) => readAddresses(signal) });
  const items = savedAddresses.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Select
      label="Saved addresses"
      placeholder="Choose one of yours"
      options={items.map((item) => ({ value: String(item.id), label: addressLines(item).join(', ') }))}
      value=""
      onChange={(event) => {
        const address = items.find(({ id }) => String(id) === event.target.value);
        if (address) onTake(address);
      }}
    />
  );
}

function PostcodeSearch({ onTake }: { onTake: (address: Address) => void }) {
  const [text, setText] = useState('');
  const [postcode, setPostcode] = useState('');
  const lookup = useQuery({
    queryKey: ['postcode', postcode],
    queryFn: ({ signal }) => readPostcode(postcode, signal),
    enabled: postcode !== '',
    retry: false,
  });
  const addresses = lookup.data?.items ?? [];
  const error = lookup.isError && postcode === text.trim() ? asApiError(lookup.error) : null;
  const search = (): void => setPostcode(text.trim());
  return (
    <>
      <Field
        label="Find by postcode"
        error={error ? (error.first_messages.postcode ?? error.message) : null}
        hint={lookup.data && addresses.length === 0 ? 'No address is known here. Type it below.' : undefined}
      >
        {(control) => (
          <div className="line">
            <input
              {...control}
              className="in grow"
              value={text}
              maxLength={10}
              autoComplete="off"
              placeholder="LS10 1RT"
              onChange={(event) => setText(event.target.value.toUpperCase())}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                search();
              }}
            />
            <Button icon="search" busy={lookup.isFetching} disabled={text.trim().length < 5} onClick={search}>
              Find
            </Button>
          </div>
        )}
      </Field>
      {addresses.length > 0 && (
        <ul className="card rows found-addresses">
          {addresses.map((one) => (
            <li key={addressLines(one).join()}>
              <button type="button" className="row-button" onClick={() => onTake(one)}>
                <Icon name="pin" />
                <span className="grow">
                  <AddressLine of={one} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
