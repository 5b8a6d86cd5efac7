import { Combobox, type ComboboxProps } from '../ui/combobox.tsx';
import { type Account, findAccounts } from './accounts.ts';

/** The fields of a client that a screen needs to show which one is chosen. */
export type Client = Pick<Account, 'id' | 'name'>;

type Own = 'value' | 'onChange' | 'search' | 'itemKey' | 'itemText' | 'renderItem';
interface ClientChoiceProps extends Partial<Omit<ComboboxProps<Account>, Own>> {
  value: Client | null;
  onChange: (client: Client | null) => void;
}

/** A choice of one client company, searched by name or reference. */
export function ClientChoice({ label = 'Client', name = 'account_id', placeholder = 'All clients', ...rest }: ClientChoiceProps) {
  return (
    <Combobox<Client & Partial<Account>>
      label={label}
      name={name}
      placeholder={placeholder}
      {...rest}
      search={findAccounts}
      itemKey={({ id }) => id}
      itemText={(client) => client.name}
      renderItem={(client) => (
        <>
          <span className="grow cut">{client.name}</span>
          <span className="note code">{client.reference}</span>
        </>
      )}
    />
  );
}
