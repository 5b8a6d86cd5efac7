import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ListAction } from '../../shared/ordering/list-actions.ts';
import { ManyOrders } from '../api/many-orders.tsx';
import { stringQuery } from '../api/string-query.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/count-text.ts';
import { useListPlace } from '../ui/list-memory.ts';
import { Menu } from '../ui/menu.tsx';
import { readMatching } from './client.ts';

/**
 * The chosen orders of a list, the buttons of the actions on all chosen orders, and the dialog of an action. `view` identifies what the list shows: a
 * new view clears the selection, since an action would otherwise apply to orders that are not shown. `query` finds all orders of the view.
 */
export function useOrderSelection(
  view: string,
  query: Parameters<typeof stringQuery>[0],
): { selection: { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void }; actions: ReactNode; dialog: ReactNode } {
  const place = useListPlace();
  const [selection, setSelection] = useState<ReadonlySet<string>>(place?.chosen ?? new Set());
  const [action, setAction] = useState<ListAction | null>(null);
  const [selectedView, setSelectedView] = useState(view);
  if (selectedView !== view) {
    setSelectedView(view);
    setSelection(new Set());
  }
  const navigate = useNavigate();
  const chooseAll = useWrite({
    send: () => readMatching(stringQuery(query)),
    success: ({ uuids, is_cut }) => (is_cut ? `Only the first ${formatCount(uuids.length)} are chosen.` : undefined),
    onSaved: ({ uuids }) => setSelection(new Set(uuids)),
  });
  return {
    selection: { ids: selection, onChange: setSelection },
    actions: (
      <span className="line">
        <Button size="sm" look="quiet" busy={chooseAll.busy} busyText="Looking" onClick={() => void chooseAll.write()}>
          Choose all that match
        </Button>
        <Button size="sm" onClick={() => setAction('allocate')}>
          Allocate
        </Button>
        <Button size="sm" onClick={() => setAction('release')}>
          Start Pick
        </Button>
        <Menu
          items={[
            {
              label: 'Allocate by a rule',
              icon: 'none',
              onSelect: () => void navigate('/admin/allocation', { state: { orders: [...selection] } }),
            },
            { label: 'Put on hold', icon: 'lock', onSelect: () => setAction('hold') },
            { label: 'Take off hold', icon: 'none', onSelect: () => setAction('let_go') },
            'line',
            { label: 'Un-Allocate', icon: 'minus', onSelect: () => setAction('unallocate') },
            { label: 'Send back', icon: 'back', onSelect: () => setAction('send_back') },
          ]}
        >
          <Button size="sm" icon="more">
            More
          </Button>
        </Menu>
      </span>
    ),
    dialog: action && (
      <ManyOrders
        action={action}
        uuids={[...selection]}
        onClose={(isDone) => {
          setAction(null);
          if (isDone) setSelection(new Set());
        }}
      />
    ),
  };
}
