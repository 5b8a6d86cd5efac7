import { useQuery } from '@tanstack/react-query';
import { hc } from 'hono/client';
import type { AddressRoutes } from '../../server/addresses/routes.ts';
import type { Address } from '../../shared/address.ts';
import { TextField, type TextFieldProps } from '../ui/field.tsx';
import { answer } from './answer.ts';
import { AddressSelect, addressFields, PostcodeSearch } from './postcode-search.tsx';
import { overTheWire } from './transport.ts';

const addresses = hc<AddressRoutes>('/api/addresses', overTheWire);

interface AddressFieldsProps {
  /** The form's field for a part of the address. */
  field: (name: keyof Address) => Omit<TextFieldProps, 'label'>;
  onTake: (address: Address) => void;
}

/** The lines of an address, with addresses to take over: one's own saved ones, or those known at a postcode. */
export function AddressFields({ field, onTake }: AddressFieldsProps) {
  const saved = useQuery({ queryKey: ['addresses'], queryFn: ({ signal }) => answer(addresses.index.$get({}, { init: { signal } })) });
  const ownAddresses = saved.data?.items ?? [];
  return (
    <>
      <div className="fields field-row">
        <PostcodeSearch onTake={onTake} />
        {ownAddresses.length > 0 && <AddressSelect label="Saved addresses" placeholder="Choose one" addresses={ownAddresses} onTake={onTake} />}
      </div>
      {addressFields.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          required={name === 'address_line_1' || name === 'postcode'}
          {...field(name)}
          // What is too long is shown, not cut off.
          maxLength={undefined}
        />
      ))}
    </>
  );
}
