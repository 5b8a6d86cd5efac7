import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { answer } from '../api/answer.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { useWrite } from '../api/use-write.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { adminOrders, findPeople, type Person } from './client.ts';
import { PersonChoice } from './person-choice.tsx';

/** Starts an order for a client: the account, then which of its people it is for. */
export function NewOrderDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const [account, setAccount] = useState<Client | null>(null);
  const [people, setPeople] = useState<readonly Person[]>([]);
  // A chosen person goes to the list below, and the field is empty for the next one, or for Enter.
  useEffect(() => {
    if (people.length > 0) document.querySelector<HTMLInputElement>('.dialog input[name=employees]')?.focus();
  }, [people.length]);
  const leave = () => {
    setAccount(null);
    setPeople([]);
    start.clear();
    onClose();
  };
  const start = useWrite({
    send: (json: { account_id: number; employees: number[] }, options) => answer(adminOrders.index.$post({ json }, options)),
    refresh: [['admin-orders']],
    onSaved: ({ uuid }) => {
      leave();
      void navigate(`/admin/orders/${uuid}/create`);
    },
  });
  const missing = !account ? 'Choose a client first.' : people.length === 0 ? 'Choose at least one employee.' : null;

  return (
    <Dialog
      open={open}
      onClose={leave}
      closable={!start.busy}
      title="Create New Order"
      onSubmit={() => account && !missing && void start.write({ account_id: account.id, employees: people.map(({ id }) => id) })}
      actions={
        <>
          {missing && <span className="note dialog-why">{missing}</span>}
          <Button onClick={leave}>Cancel</Button>
          <Button type="submit" look="primary" disabled={missing !== null} busy={start.busy} busyText="Creating">
            Create order
          </Button>
        </>
      }
    >
      <div className="flow">
        <ClientChoice
          required
          placeholder="Type at least 2 letters of the name"
          value={account}
          onChange={(next) => {
            setAccount(next);
            setPeople([]);
          }}
          error={start.errors.account_id}
        />
        <Combobox
          key={`${account?.id}-${people.length}`}
          label="Employees"
          name="employees"
          placeholder={account ? 'Name or number, at least 2 letters' : 'Choose a client first'}
          disabled={!account}
          value={null}
          onChange={(person: Person | null) => {
            if (person && !people.some(({ id }) => id === person.id)) setPeople([...people, person]);
          }}
          search={(text, signal) => (account ? findPeople(account.id, text, signal) : Promise.resolve([]))}
          itemKey={({ id }) => id}
          itemText={({ name }) => name}
          renderItem={(person) => <PersonChoice person={person} />}
          none="Nobody of this client matches."
          error={start.errors.employees}
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
    </Dialog>
  );
}
