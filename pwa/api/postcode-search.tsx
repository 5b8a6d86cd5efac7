import { useEffect } from 'react';
import type { Address } from '../../shared/address.ts';
import { limits } from '../../shared/limits.ts';
import { Field } from '../ui/field.tsx';
import { AddressSelect } from './address-select.tsx';
import { usePostcodeLookup } from './use-postcode-lookup.ts';

/** Finds the known addresses of a postcode, so that one can be copied into the form. Searches after six typed characters, or immediately on Enter. */
export function PostcodeSearch({ onTake }: { onTake: (address: Address) => void }) {
  const { typed, postcode, find, items, hasNone, field, input } = usePostcodeLookup();
  const search = typed.length >= limits.postcode_search_min ? typed : '';
  useEffect(() => {
    const timer = setTimeout(() => find(search), limits.postcode_search_wait);
    return () => clearTimeout(timer);
  }, [search, find]);
  return (
    <>
      <Field {...field} hint={hasNone ? 'No address is known there.' : 'At least 6 characters.'}>
        {(control) => <input {...control} {...input} className="in code" enterKeyHint="search" />}
      </Field>
      {items.length > 0 && <AddressSelect label={`At ${postcode}`} placeholder={`Choose one of ${items.length}`} addresses={items} onTake={onTake} />}
    </>
  );
}
