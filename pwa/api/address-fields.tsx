import type { Address } from '../../shared/address.ts';
import { TextField, type TextFieldProps } from '../ui/field.tsx';
import { addressFields } from './address-inputs.ts';
import { SavedAddressSelect } from './address-select.tsx';
import { PostcodeSearch } from './postcode-search.tsx';

/** Returns the props of the form's field for a part of the address. */
type FieldOf = (name: keyof Address) => Omit<TextFieldProps, 'label'>;

/** The fields of an address; the first line and the postcode are required. A value that is too long gets a message and is not cut off. */
export const AddressLineFields = ({ field }: { field: FieldOf }) =>
  addressFields.map(([name, label]) => (
    <TextField key={name} label={label} required={name === 'address_line_1' || name === 'postcode'} {...field(name)} maxLength={undefined} />
  ));

/** The fields of an address. The person can fill them by choosing a saved address or a known address of a postcode. */
export const AddressFields = ({ field, onTake }: { field: FieldOf; onTake: (address: Address) => void }) => (
  <>
    <div className="fields field-row">
      <PostcodeSearch onTake={onTake} />
      <SavedAddressSelect onTake={onTake} />
    </div>
    <AddressLineFields field={field} />
  </>
);
