import { type RefObject, useRef, useSyncExternalStore } from 'react';
import type { CellEdits } from '../api/cell-edits.ts';
import { CellNotes } from '../api/edit-cell.tsx';
import { lineName } from '../api/line-name.ts';
import { IconButton } from '../ui/button.tsx';
import { DataTableCards } from '../ui/data-table-cards.tsx';
import { leastWidth } from '../ui/data-table-columns.ts';
import { DataTableRows } from '../ui/data-table-rows.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Money } from '../ui/money.tsx';
import { useCellKeys } from '../ui/use-cell-keys.ts';
import { useListKeys } from '../ui/use-list-keys.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { AllocationCell } from './allocation-cell.tsx';
import type { Budget, Line, Order } from './client.ts';
import type { LineTask } from './line-task-dialog.tsx';
import { ProductCell } from './product-cell.tsx';
import { QtyCell } from './qty-cell.tsx';
import { StockCell } from './stock-cell.tsx';
import type { Change } from './use-change.ts';
import { useLineColumns, WearerLink } from './use-line-columns.tsx';
import type { AllocationResults } from './use-order-actions.tsx';

interface LineListProps {
  order: Order;
  /** The order's lines that match the search. */
  lines: readonly Line[];
  /** Undefined until the budgets are known. */
  budgets: readonly Budget[] | undefined;
  change: Change;
  results: AllocationResults | null;
  scroller: RefObject<HTMLElement | null>;
  actions: (line: Line) => readonly MenuItem[];
  onOpen: (task: LineTask) => void;
  edits: CellEdits<Line>;
}

/** The field in which the next line begins, below the lines. */
const newLineField = () => document.querySelector<HTMLElement>('.new-line [name=new_product]');
const lineId = ({ id }: Line): string => String(id);
const rowName = (line: Line): string => `${lineName(line)}, ${line.employee.name}`;

/** The lines of an order as a table, or as cards on a phone. */
export function LineList({ order, lines, budgets, change, results, scroller, actions, onOpen, edits }: LineListProps) {
  const isPhone = useIsPhone();
  const table = useRef<HTMLDivElement>(null);
  useListKeys(table);
  const onNotes = ({ id }: Line) => onOpen({ what: 'notes', id });
  const menu = (line: Line) => {
    const items = actions(line);
    return (
      items.length > 0 && (
        <Menu items={items}>
          <IconButton icon="more" label={`Actions for ${rowName(line)}`} size="sm" className="row-menu" />
        </Menu>
      )
    );
  };
  const { all, columns, more } = useLineColumns({ order, budgets, change, results, menu, onNotes, edits });
  const notes = useSyncExternalStore(edits.subscribe, edits.notes);
  const onCellKeys = useCellKeys(order.can.edit_lines && !isPhone, newLineField);
  if (isPhone)
    return (
      <div className="list-cards">
        <DataTableCards
          rows={lines}
          rowId={lineId}
          rowName={rowName}
          actions={actions}
          more={all.filter(({ onCard }) => onCard)}
          card={(line) => (
            <>
              <ProductCell
                line={line}
                onNotes={() => onNotes(line)}
                decoration={order.can.edit_lines && !line.decoration ? <span> · No decoration</span> : undefined}
              />
              <p className="sub">
                <WearerLink order={order} line={line} />
              </p>
              <div className="line wide">
                <span>
                  <StockCell line={line} />
                </span>
                <span className="line push">
                  <QtyCell line={line} change={change} canEdit={order.can.order_more} />
                  <Money pence={line.sub_total} className="strong" />
                </span>
              </div>
              <AllocationCell order={order} line={line} />
            </>
          )}
        />
      </div>
    );
  return (
    <div ref={table} className="lines-scroll" onKeyDownCapture={onCellKeys}>
      <table className="table tall" style={{ minWidth: leastWidth(columns) }} aria-rowcount={lines.length + 1}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} style={column.width ? { width: column.width } : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.align}>
                {column.hiddenHeading ? <span className="sr">{column.heading}</span> : column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <DataTableRows
          rows={lines}
          columns={columns}
          more={more}
          rowId={lineId}
          rowName={rowName}
          under={({ id }) => {
            const own = notes.get(id);
            return own && <CellNotes edits={edits} notes={own} />;
          }}
          scroller={scroller}
          firstIndex={0}
          onEnter={({ id }) => onOpen({ what: order.can.edit_lines ? 'line' : 'notes', id })}
        />
      </table>
    </div>
  );
}
