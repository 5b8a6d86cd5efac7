import { useQuery } from '@tanstack/react-query';
import { hc } from 'hono/client';
import type { AddressRoutes } from '../../server/addresses/routes.ts';
import type { Address } from '../../shared/address.ts';
import { addressLines } from '../../shared/address-lines.ts';
import { Select } from '../ui/field.tsx';
import { answer } from './answer.ts';
import { overTheWire } from './transport.ts';

/** The addresses that the signed-in person has saved. */
export const addresses = hc<AddressRoutes>('/api/addresses', overTheWire);
export const readAddresses = (signal: AbortSignal) => answer(addresses.index.$get({}, { init: { signal } }));

interface AddressSelectProps {
  label: string;
  placeholder: string;
  addresses: readonly Address[];
  onTake: (address: Address) => void;
}

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

/** A choice among the person's saved addresses; renders nothing if there are none. */
export function SavedAddressSelect({ placeholder = 'Choose one', onTake }: { placeholder?: string; onTake: (address: Address) => void }) {
  const saved = useQuery({ queryKey: ['addresses'], queryFn: ({ signal }) => readAddresses(signal) });
  const own = saved.data?.items ?? [];
  return own.length > 0 && <AddressSelect label="Saved addresses" placeholder={placeholder} addresses={own} onTake={onTake} />;
}
