import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { startOrderForInput } from '../../shared/ordering/order-input.ts';
import { answer } from '../api/answer.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { useForm } from '../api/use-form.ts';
import { IconButton } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { adminOrders, findPeople, type Person } from './client.ts';
import { PersonChoice } from './person-choice.tsx';

const empty = { account_id: null as Client | null, employees: [] as Person[] };

/** Starts an order for a client. The person chooses the account, then the account's people for whom to order. */
export function NewOrderDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    schema: startOrderForInput,
    values: empty,
    input: ({ account_id, employees }) => ({ account_id: account_id?.id, employees: employees.map(({ id }) => id) }),
    isGuarded: false,
    send: (json, options) => answer(adminOrders.index.$post({ json }, options)),
    refresh: [['admin-orders']],
    onSaved: ({ uuid }) => {
      leave();
      void navigate(`/admin/orders/${uuid}/create`);
    },
  });
  const leave = () => {
    form.reset(empty);
    onClose();
  };
  const { account_id: account } = form.values;
  const { value: people, onChange: setPeople, ...employees } = form.control('employees');
  // After a person is chosen, the empty field gets the focus again: the next person can be typed, or Enter pressed.
  useEffect(() => {
    if (people.length > 0) document.querySelector<HTMLInputElement>('.dialog input[name=employees]')?.focus();
  }, [people.length]);

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={leave}
      title="Create New Order"
      waits={!account ? 'Choose a client first.' : people.length === 0 ? 'Choose at least one employee.' : null}
      action="Create order"
      busyText="Creating"
    >
      <div className="flow">
        <ClientChoice
          required
          placeholder="Type at least 2 letters of the name"
          {...form.control('account_id')}
          onChange={(next) => form.fill({ account_id: next, employees: [] })}
        />
        <Combobox
          key={`${account?.id}-${people.length}`}
          label="Employees"
          placeholder={account ? 'Name or number, at least 2 letters' : 'Choose a client first'}
          disabled={!account}
          {...employees}
          value={null}
          onChange={(person: Person | null) => {
            if (person && !people.some(({ id }) => id === person.id)) setPeople([...people, person]);
          }}
          search={(text, signal) => (account ? findPeople(account.id, text, signal) : Promise.resolve([]))}
          itemKey={({ id }) => id}
          itemText={({ name }) => name}
          renderItem={(person) => <PersonChoice person={person} />}
          none="Nobody of this client matches."
        />
        {people.length > 0 && (
          <ul className="card rows">
            {people.map((person) => (
              <li key={person.id}>
                <PersonChoice person={person} />
                <IconButton
                  icon="x"
                  size="sm"
                  label={`Without ${person.name}`}
                  onClick={() => setPeople(people.filter(({ id }) => id !== person.id))}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </FormDialog>
  );
}
