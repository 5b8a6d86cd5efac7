import { useState } from 'react';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { type Order, orders } from './client.ts';
import { EmployeeChoice, type EmployeeSelection } from './employee-choice.tsx';
import { afterChange, useKeepOrder } from './order-data.ts';
import { Panel } from './panel.tsx';

/** Adds more people to an order. */
export function AddWearers({ order, onAdded, onClose }: { order: Order; onAdded: (employee_id: number) => void; onClose: () => void }) {
  const [selection, setSelection] = useState<EmployeeSelection>(new Map());
  const [search, setSearch] = useState('');
  const keep = useKeepOrder();
  const add = useWrite({
    send: (employees: number[], options) => answer(orders[':uuid'].employees.$post({ param: { uuid: order.uuid }, json: { employees } }, options)),
    success: 'Order updated',
    refresh: afterChange(order.uuid),
    onSaved: (changed, [first]) => {
      keep(changed);
      if (first !== undefined) onAdded(first);
      onClose();
    },
  });
  return (
    <Panel
      title="Add employees"
      description={`Order ${order.order_number}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            className="grow"
            disabled={selection.size === 0}
            busy={add.busy}
            busyText="Adding…"
            onClick={() => void add.write([...selection.keys()])}
          >
            {selection.size === 0 ? 'Choose at least one person' : `Add ${countText(selection.size, 'person', 'people')}`}
          </Button>
        </>
      }
    >
      <EmployeeChoice
        chosen={selection}
        onChange={setSelection}
        taken={new Set(order.employees.map(({ id }) => id))}
        search={search}
        onSearch={setSearch}
      />
    </Panel>
  );
}
