import { Combobox } from '../ui/combobox.tsx';
import { type FoundSupplier, findSuppliers } from './catalogue.ts';

/** The fields of a supplier that a screen needs to show which one is chosen. */
export interface ChosenSupplier {
  id: number;
  name: string;
}

interface SupplierChoiceProps {
  value: ChosenSupplier | null;
  onChange: (supplier: FoundSupplier | null) => void;
  required?: boolean;
  placeholder?: string;
  className?: string;
  error?: string | undefined;
}

/** A choice of one supplier that is not archived, searched by name or code. */
export function SupplierChoice({ onChange, ...props }: SupplierChoiceProps) {
  return (
    <Combobox<ChosenSupplier & Partial<FoundSupplier>>
      label="Supplier"
      name="supplier_id"
      from={0}
      {...props}
      // The chosen supplier comes from the search, so it has all fields.
      onChange={(supplier) => onChange(supplier as FoundSupplier | null)}
      search={findSuppliers}
      itemKey={({ id }) => id}
      itemText={({ name }) => name}
      renderItem={({ name, code }) => (
        <>
          <span className="grow cut">{name}</span>
          <span className="note code">{code}</span>
        </>
      )}
    />
  );
}
