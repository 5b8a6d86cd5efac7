import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Tick } from '../ui/tick.tsx';
import { Why } from '../ui/why.tsx';
import { employees, type Order, type PersonOrdering, type RolesAndSets, readPerson, readRolesAndSets, type Wearer } from './client.ts';
import { orderKey } from './order-data.ts';
import { Panel } from './panel.tsx';
import './roles-and-sets.css';

interface RolesAndSetsPanelProps {
  order: Order;
  wearer: Wearer;
  onClose: () => void;
}

/** The roles that one of an order's people may be charged to, and the clothing sets that they may order from. */
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
      {(selected) => <Choice order={order} person={selected} offered={offered} onClose={onClose} />}
    </Loaded>
  );
}

const title = 'Change Roles and Clothing Sets';
const idsOf = (rows: readonly { id: number }[]): Set<number> => new Set(rows.map(({ id }) => id));
const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean => one.size === other.size && [...one].every((id) => other.has(id));

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
  const [roles, setRoles] = useState(() => idsOf(person.employee_roles));
  const [sets, setSets] = useState(() => idsOf(person.clothing_sets));
  const isChanged = !isSame(roles, idsOf(person.employee_roles)) || !isSame(sets, idsOf(person.clothing_sets));
  const change = useWrite({
    send: (_: undefined, options) =>
      answer(
        employees[':id'].$put(
          { param: { id: String(person.id) }, json: { employee_roles: [...roles], clothing_sets: [...sets], version: person.version } },
          options,
        ),
      ),
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
        <>
          <Why id="roles-wait">{isChanged ? null : messages.nothing_changed}</Why>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            aria-describedby={isChanged ? undefined : 'roles-wait'}
            className="grow"
            disabled={!isChanged}
            busy={change.busy}
            busyText="Saving…"
            onClick={() => void change.write(undefined)}
          >
            Save
          </Button>
        </>
      }
    >
      <Loaded query={offered} noun="roles and clothing sets" waiting={<SkeletonText lines={4} />}>
        {({ employee_roles, clothing_sets }) => (
          <>
            <Ticks legend="Roles" none="There are no roles." offered={employee_roles} chosen={roles} onChange={setRoles} />
            <Ticks legend="Clothing sets" none="There are no clothing sets." offered={clothing_sets} chosen={sets} onChange={setSets} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Ticks({
  legend,
  none,
  offered,
  chosen,
  onChange,
}: {
  legend: string;
  none: string;
  offered: readonly { id: number; name: string; is_budgeted?: boolean }[];
  chosen: ReadonlySet<number>;
  onChange: (next: Set<number>) => void;
}) {
  const toggle = (id: number): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset className="roles-and-sets">
      <legend>{legend}</legend>
      {offered.length === 0 && <p className="note">{none}</p>}
      <div className="flow">
        {offered.map(({ id, name, is_budgeted }) => (
          <Tick key={id} checked={chosen.has(id)} onChange={() => toggle(id)}>
            {name}
            {is_budgeted && <span className="note"> · with a budget</span>}
          </Tick>
        ))}
      </div>
    </fieldset>
  );
}
