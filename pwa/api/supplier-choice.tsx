import { Combobox } from '../ui/combobox.tsx';
import { findSuppliers } from './catalogue.ts';

/** The fields of a supplier that a screen needs to show which one is chosen. */
export interface ChosenSupplier {
  id: number;
  name: string;
}

interface SupplierChoiceProps {
  value: ChosenSupplier | null;
  onChange: (supplier: ChosenSupplier | null) => void;
  required?: boolean;
  placeholder?: string;
  className?: string;
  error?: string | undefined;
}

/** A choice of one supplier that is not archived, searched by name or code. */
export function SupplierChoice(props: SupplierChoiceProps) {
  return (
    <Combobox<ChosenSupplier & { code?: string }>
      label="Supplier"
      name="supplier_id"
      from={0}
      {...props}
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
