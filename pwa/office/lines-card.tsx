import { type RefObject, useDeferredValue, useMemo, useState } from 'react';
import { stockWords } from '../../shared/ordering/office-status-words.ts';
import { CellUndo } from '../api/cell-undo.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Money } from '../ui/money.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useKey } from '../ui/use-key.ts';
import { useIsPhone } from '../ui/use-media.ts';
import type { Budget, Order } from './client.ts';
import { LineList } from './line-list.tsx';
import { type LineTask, LineTaskDialog } from './line-task-dialog.tsx';
import { NewLine } from './new-line.tsx';
import { Saving } from './saving.tsx';
import { searchLines } from './search-lines.ts';
import { type Change, useClosedByStale } from './use-change.ts';
import { useLineActions } from './use-line-actions.tsx';
import { useLineEdits } from './use-line-edits.ts';
import type { AllocationResults } from './use-order-actions.tsx';

interface LinesCardProps {
  order: Order;
  /** Undefined until the budgets are known. */
  budgets: readonly Budget[] | undefined;
  change: Change;
  results: AllocationResults | null;
  scroller: RefObject<HTMLElement | null>;
}

/** The lines of an order: searched by name or SKU, allocated, changed, removed. */
export function LinesCard({ order, budgets, change, results, scroller }: LinesCardProps) {
  const { can, lines } = order;
  const isPhone = useIsPhone();
  const [search, setSearch] = useState('');
  const [task, setTask] = useState<LineTask | null>(null);
  useClosedByStale(change, () => setTask(null));
  const deferredSearch = useDeferredValue(search);
  const matches = useMemo(() => searchLines(lines, deferredSearch), [lines, deferredSearch]);
  const edits = useLineEdits(order.uuid, matches, change);
  const { actions, dialog } = useLineActions(order, matches, setTask);
  useKey('n', can.order_more ? () => setTask({ what: 'new' }) : undefined, 'Create New Line');
  return (
    <section className="card office-lines" aria-label="Lines">
      <header>
        <h2>Lines</h2>
        <span className="note cut">
          {countText(lines.length, 'line')}
          {order.is_submitted && !order.cancelled_at && lines.length > 0 && ` · ${stockWords(order)}`}
          {deferredSearch && ` · ${matches.length} found`}
        </span>
        <span className="push line lines-tools">
          {lines.length > 1 && <SearchInput value={search} onSearch={setSearch} label="Search lines" placeholder="Name, product or SKU" shortcut />}
          {can.order_more && (
            <Button icon="plus" id="lines" aria-keyshortcuts="n" onClick={() => setTask({ what: 'new' })}>
              Create New Line
            </Button>
          )}
        </span>
      </header>
      {lines.length === 0 || matches.length === 0 ? (
        <EmptyState
          title={lines.length === 0 ? 'Order has no lines' : 'No line matches'}
          action={lines.length > 0 && <Button onClick={() => setSearch('')}>Clear search</Button>}
        >
          {lines.length === 0 ? can.order_more && <p>Create New Line adds the first.</p> : <p>Nothing here matches “{deferredSearch}”.</p>}
        </EmptyState>
      ) : (
        <LineList
          order={order}
          lines={matches}
          budgets={budgets}
          change={change}
          results={results}
          scroller={scroller}
          actions={actions}
          onOpen={setTask}
          edits={edits}
        />
      )}
      {can.order_more && !isPhone && <NewLine order={order} change={change} onOther={(draft) => setTask({ what: 'new', draft })} />}
      <footer className="lines-foot">
        <Saving isOpen={change.stale !== null} />
        <CellUndo edits={edits} />
        <span className="push">
          <span className="sub">Sub total</span> <Money pence={order.sub_total} className="strong" />
        </span>
        <span>
          <span className="sub">VAT</span> <Money pence={order.vat} />
        </span>
        <span>
          <span className="sub">Total</span> <Money pence={order.total} className="strong" />
        </span>
      </footer>
      {dialog}
      {task && <LineTaskDialog order={order} task={task} budgets={budgets ?? []} change={change} onClose={() => setTask(null)} />}
    </section>
  );
}
