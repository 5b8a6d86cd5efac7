import { useQuery } from '@tanstack/react-query';
import { hc } from 'hono/client';
import { useEffect, useState } from 'react';
import type { PostcodeRoutes } from '../../server/addresses/routes.ts';
import type { Address } from '../../shared/address.ts';
import { addressLines } from '../../shared/address-lines.ts';
import { limits } from '../../shared/limits.ts';
import { Field, Select } from '../ui/field.tsx';
import { answer } from './answer.ts';
import { asApiError } from './api-error.ts';
import { overTheWire } from './transport.ts';

const postcodes = hc<PostcodeRoutes>('/api/postcode', overTheWire);
const findPostcode = (postcode: string, signal: AbortSignal) => answer(postcodes.index.$get({ query: { postcode } }, { init: { signal } }));

/** The fields of an address in the order of an envelope, with their labels. */
export const addressFields = [
  ['address_line_1', 'Address'],
  ['address_line_2', 'Second line'],
  ['address_line_4', 'Town'],
  ['address_line_3', 'County'],
  ['address_line_5', 'Country, if abroad'],
  ['postcode', 'Postcode'],
] as const;

/** An address as the values of a form, where empty lines are empty text. */
export const addressInputs = (address: Address | null | undefined): Record<keyof Address, string> => ({
  address_line_1: address?.address_line_1 ?? '',
  address_line_2: address?.address_line_2 ?? '',
  address_line_3: address?.address_line_3 ?? '',
  address_line_4: address?.address_line_4 ?? '',
  address_line_5: address?.address_line_5 ?? '',
  postcode: address?.postcode ?? '',
});

/** A choice among addresses, each on one line. */
export function AddressSelect({ addresses, onTake, ...field }: AddressSelectProps) {
  return (
    <Select
      {...field}
      options={addresses.map((one, place) => ({ value: String(place), label: addressLines(one).join(', ') }))}
      value=""
      onChange={(event) => {
        const address = addresses[Number(event.target.value)];
        if (event.target.value && address) onTake(address);
      }}
    />
  );
}
interface AddressSelectProps {
  label: string;
  placeholder: string;
  addresses: readonly Address[];
  onTake: (address: Address) => void;
}

/**
 * Finds the addresses that are known at a postcode, to take one over. It searches once six characters are typed, or at once on Enter, which does not
 * send the form around it.
 */
export function PostcodeSearch({ onTake }: { onTake: (address: Address) => void }) {
  const [text, setText] = useState('');
  const [postcode, setPostcode] = useState('');
  const typed = text.trim();
  const search = typed.length >= limits.postcode_search_min ? typed : '';
  useEffect(() => {
    const timer = setTimeout(() => setPostcode(search), limits.postcode_search_wait);
    return () => clearTimeout(timer);
  }, [search]);
  const lookup = useQuery({
    queryKey: ['postcode', postcode],
    queryFn: ({ signal }) => findPostcode(postcode, signal),
    enabled: postcode !== '',
    retry: false,
  });
  const error = lookup.isError && postcode === typed ? asApiError(lookup.error) : null;
  const items = postcode ? (lookup.data?.items ?? []) : [];
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
            enterKeyHint="search"
            onChange={(event) => setText(event.target.value.toUpperCase())}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              setPostcode(typed);
            }}
          />
        )}
      </Field>
      {items.length > 0 && <AddressSelect label={`At ${postcode}`} placeholder={`Choose one of ${items.length}`} addresses={items} onTake={onTake} />}
    </>
  );
}
