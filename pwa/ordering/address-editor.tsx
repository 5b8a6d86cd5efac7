import { useState } from 'react';
import type { Address } from '../../shared/address.ts';
import { addressLines } from '../../shared/address-lines.ts';
import { addressFields, addressInputs } from '../api/address-inputs.ts';
import { SavedAddressSelect } from '../api/address-select.tsx';
import { usePostcodeLookup } from '../api/use-postcode-lookup.ts';
import { AddressLine } from '../ui/address-line.tsx';
import { Button } from '../ui/button.tsx';
import { Field, TextField } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Tick } from '../ui/tick.tsx';
import type { DetailsFormApi } from './details-form.ts';

/** The delivery address, as text or, once the person wants another address, as fields. Until a site is chosen, a note asks for the site. */
export function AddressEditor({ form }: { form: DetailsFormApi }) {
  const { delivery_site_id, delivery_address: current } = form.values;
  const hasSite = delivery_site_id > 0;
  const errors = form.hook.formState.errors.delivery_address;
  const [isOpen, setIsOpen] = useState(false);
  const lines = addressLines(current);
  const take = (next: Address): void => form.hook.setValue('delivery_address', addressInputs(next), { shouldDirty: true, shouldValidate: true });

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
      <SavedAddressSelect placeholder="Choose one of yours" onTake={take} />
      <PostcodeSearch onTake={take} />
      {addressFields.map(([name, label, autoComplete]) => (
        <TextField
          key={name}
          label={label}
          {...form.field(`delivery_address.${name}`)}
          maxLength={undefined}
          autoComplete={`shipping ${autoComplete}`}
          {...(name === 'postcode' && { className: 'postcode-field' })}
        />
      ))}
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

/** An address on several lines; the postcode is on the town's line. */
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

function PostcodeSearch({ onTake }: { onTake: (address: Address) => void }) {
  const { typed, find, isFetching, items, hasNone, field, input } = usePostcodeLookup();
  return (
    <>
      <Field {...field} hint={hasNone ? 'No address is known here. Type it below.' : undefined}>
        {(control) => (
          <div className="line">
            <input {...control} {...input} className="in grow" placeholder="LS10 1RT" />
            <Button icon="search" busy={isFetching} disabled={typed.length < 5} onClick={() => find(typed)}>
              Find
            </Button>
          </div>
        )}
      </Field>
      {items.length > 0 && (
        <ul className="card rows found-addresses">
          {items.map((one) => (
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
