import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { findPeople, type Order } from './client.ts';
import { PersonChoice } from './person-choice.tsx';
import type { Change } from './use-change.ts';

/** The requester of the order: another of the client's people. */
export function RequesterDialog({ order, change, onClose }: { order: Order; change: Change; onClose: () => void }) {
  const [person, setPerson] = useState<Parameters<typeof PersonChoice>[0]['person'] & { id: number | null }>({
    id: order.requester.id,
    name: order.requester.name,
    employee_number: null,
    sites: [],
  });
  const save = async () => {
    if (person.id === null || person.id === order.requester.id || (await change.changeHead({ requester_id: person.id }, order))) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!change.busy}
      title="Requester"
      description={`Of ${order.account.name}. Order and dispatch mails go to them.`}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={change.busy} busyText="Saving">
            Save
          </Button>
        </>
      }
    >
      <Combobox
        label="Requester"
        name="requester_id"
        required
        placeholder="Name or number, at least 2 letters"
        value={person}
        onChange={(next) => next && setPerson(next)}
        search={(text, signal) => findPeople(order.account.id, text, signal)}
        itemKey={({ id }) => String(id)}
        itemText={({ name }) => name}
        renderItem={(one) => <PersonChoice person={one} />}
        error={change.headErrors.requester_id}
      />
    </Dialog>
  );
}
