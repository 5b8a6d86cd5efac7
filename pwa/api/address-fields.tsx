import type { Address } from '../../shared/address.ts';
import { TextField, type TextFieldProps } from '../ui/field.tsx';
import { addressFields } from './address-inputs.ts';
import { SavedAddressSelect } from './address-select.tsx';
import { PostcodeSearch } from './postcode-search.tsx';

/** The form's field for a part of the address. */
type FieldOf = (name: keyof Address) => Omit<TextFieldProps, 'label'>;

/** The lines of an address, of which the first and the postcode are required. What is too long is shown, not cut off. */
export const AddressLineFields = ({ field }: { field: FieldOf }) =>
  addressFields.map(([name, label]) => (
    <TextField key={name} label={label} required={name === 'address_line_1' || name === 'postcode'} {...field(name)} maxLength={undefined} />
  ));

/** The lines of an address, with addresses to take over: one's own saved ones, or those known at a postcode. */
export const AddressFields = ({ field, onTake }: { field: FieldOf; onTake: (address: Address) => void }) => (
  <>
    <div className="fields field-row">
      <PostcodeSearch onTake={onTake} />
      <SavedAddressSelect onTake={onTake} />
    </div>
    <AddressLineFields field={field} />
  </>
);
