import { useQuery } from '@tanstack/react-query';
import { messages } from '../../shared/messages.ts';
import { rolesAndSetsInput } from '../../shared/people/roles-and-sets-input.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { Button } from '../ui/button.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { TickList } from '../ui/tick-list.tsx';
import { employees, type Order, type PersonOrdering, type RolesAndSets, readPerson, readRolesAndSets, type Wearer } from './client.ts';
import { orderKey } from './order-data.ts';
import { Panel } from './panel.tsx';

interface RolesAndSetsPanelProps {
  order: Order;
  wearer: Wearer;
  onClose: () => void;
}

/** Edits one wearer on an order: the roles to which their lines may be charged, and the clothing sets from which they may have products. */
export function RolesAndSetsPanel({ order, wearer, onClose }: RolesAndSetsPanelProps) {
  const { id: account_id } = order.account;
  const person = useQuery({ queryKey: ['person', wearer.id], queryFn: ({ signal }) => readPerson(wearer.id, signal), staleTime: 0, gcTime: 0 });
  const offered = useQuery({ queryKey: ['roles-and-sets', account_id], queryFn: ({ signal }) => readRolesAndSets(account_id, signal) });
  const waiting = <SkeletonText lines={4} />;
  return (
    <Loaded
      query={person}
      noun="employee"
      waiting={
        <Panel title={title} description={`for ${wearer.name}`} onClose={onClose} width={480}>
          {waiting}
        </Panel>
      }
    >
      {(selectedPerson) => <Choice order={order} person={selectedPerson} offered={offered} onClose={onClose} />}
    </Loaded>
  );
}

const withBudget = ({ id, name, is_budgeted }: RolesAndSets['employee_roles'][number]) => ({
  id,
  name,
  note: is_budgeted ? 'with a budget' : undefined,
});
const title = 'Change Roles and Clothing Sets';
const sorted = (ids: readonly number[]): number[] => [...ids].sort((one, other) => one - other);
const idsOf = (rows: readonly { id: number }[]): number[] => sorted(rows.map(({ id }) => id));

function Choice({
  order,
  person,
  offered,
  onClose,
}: {
  order: Order;
  person: PersonOrdering;
  offered: ReturnType<typeof useQuery<RolesAndSets>>;
  onClose: () => void;
}) {
  const form = useForm({
    schema: rolesAndSetsInput,
    record: person,
    valuesOf: ({ employee_roles, clothing_sets, version }) => ({
      employee_roles: idsOf(employee_roles),
      clothing_sets: idsOf(clothing_sets),
      version,
    }),
    send: (json, options) => answer(employees[':id'].$put({ param: { id: String(person.id) }, json }, options)),
    success: 'Roles and Sets Updated',
    refresh: [['wearer-products'], ['person', person.id], orderKey(order.uuid)],
    onSaved: onClose,
  });
  return (
    <Panel
      title={title}
      description={`for ${person.name}`}
      onClose={onClose}
      width={480}
      actions={
        <Submit
          form={form}
          className="grow"
          busyText="Saving…"
          waits={form.isDirty ? null : messages.nothing_changed}
          before={<Button onClick={onClose}>Cancel</Button>}
        >
          Save
        </Submit>
      }
    >
      <Form form={form}>
        <Loaded query={offered} noun="roles and clothing sets" waiting={<SkeletonText lines={4} />}>
          {({ employee_roles, clothing_sets }) => (
            <>
              <TickList legend="Roles" none="There are no roles." offered={employee_roles.map(withBudget)} {...form.control('employee_roles')} />
              <TickList legend="Clothing sets" none="There are no clothing sets." offered={clothing_sets} {...form.control('clothing_sets')} />
            </>
          )}
        </Loaded>
      </Form>
    </Panel>
  );
}
