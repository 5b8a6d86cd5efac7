import { officeOrder } from '../../shared/ordering/order-input.ts';
import { useForm } from '../api/use-form.ts';
import { mailWaits } from '../session/mail-server.ts';
import { Combobox } from '../ui/combobox.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { findPeople, type Order } from './client.ts';
import { PersonChoice } from './person-choice.tsx';
import type { Change } from './use-change.ts';

type Requester = Parameters<typeof PersonChoice>[0]['person'] & { id: number | null };

/** Replaces the requester of the order by another person of the client. */
export function RequesterDialog({ order, change, onClose }: { order: Order; change: Change; onClose: () => void }) {
  const { requester } = order;
  const form = useForm({
    schema: officeOrder.pick({ requester_id: true }),
    values: { requester_id: { id: requester.id, name: requester.name, employee_number: null, sites: [] } as Requester },
    input: ({ requester_id: { id } }) => ({ requester_id: id ?? undefined }),
    write: async (fields) => (fields.requester_id === (requester.id ?? undefined) ? order : change.changeHead(fields, order)),
    errors: change.headErrors,
    onSaved: onClose,
  });
  const person = form.control('requester_id');
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Requester"
      description={`Of ${order.account.name}. Order and dispatch emails go to them.${mailWaits()}`}
      action="Save"
    >
      <Combobox
        label="Requester"
        required
        placeholder="Name or number, at least 2 letters"
        {...person}
        onChange={(next: Requester | null) => next && person.onChange(next)}
        search={(text, signal) => findPeople(order.account.id, text, signal)}
        itemKey={({ id }) => String(id)}
        itemText={({ name }) => name}
        renderItem={(one) => <PersonChoice person={one} />}
      />
    </FormDialog>
  );
}
