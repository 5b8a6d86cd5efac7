import { type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { DataTableCards } from '../ui/data-table-cards.tsx';
import { type Column, leastWidth, splitColumns } from '../ui/data-table-columns.ts';
import { DataTableRows } from '../ui/data-table-rows.tsx';
import { dueWords } from '../ui/due-words.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Money } from '../ui/money.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useListKeys } from '../ui/use-list-keys.ts';
import { useIsPhone, useMedia } from '../ui/use-media.ts';
import { AllocationCell } from './allocation-cell.tsx';
import { BudgetCell, plainPounds } from './budget-cell.tsx';
import { type Budget, type Line, type Order, orders } from './client.ts';
import { LineDialog } from './line-dialog.tsx';
import { NotesDialog } from './notes-dialog.tsx';
import { lineName, stockWords } from './office-words.ts';
import type { AllocatedLines } from './order-actions.tsx';
import { ProductCell } from './product-cell.tsx';
import { QtyCell } from './qty-cell.tsx';
import { RolesDialog } from './roles-dialog.tsx';
import { Saving } from './saving.tsx';
import { searchLines } from './search-lines.ts';
import { SubstituteDialog } from './substitute-dialog.tsx';
import { type Change, useClosedByStale } from './use-change.ts';
import { useKey } from './use-key.ts';

interface LinesCardProps {
  order: Order;
  /** Undefined until they are known. */
  budgets: readonly Budget[] | undefined;
  change: Change;
  results: AllocatedLines | null;
  scroller: RefObject<HTMLElement | null>;
}

type Open = { what: 'line' | 'notes' | 'decoration' | 'roles' | 'substitute'; id: number } | { what: 'new' } | null;

/** How much of a line's SKU is free, what is on its way, and when the line's items are expected. */
function StockCell({ line, result }: { line: Line; result: AllocatedLines[number] | undefined }) {
  const { stock } = line.product;
  if (!line.is_size_selected) return <span className="note">No size</span>;
  if (!stock) return null;
  const due = dueWords(line, line.remaining_to_ship - line.qty_allocated);
  return (
    <>
      <span className={stock.qty_free > 0 ? undefined : 't-wrong strong'}>{stock.qty_free}</span> <span className="note">free</span>
      {result && result.qty_missing > 0 && result.on_order > 0 && <div className="note small">{result.on_order} on order</div>}
      {due && <div className="note small stock-due">{due}</div>}
    </>
  );
}

/** The width of a column of amounts, in pixels. No amount is cut off, because the rest of it would read as another amount. */
const amountsWidth = (least: number, amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((widest, pence) => Math.max(widest, 18 + 7 * plainPounds(pence).length), least);

/** The lines of an order: searched by name or SKU, allocated, changed, removed. */
export function LinesCard({ order, budgets, change, results, scroller }: LinesCardProps) {
  const { uuid, can, lines } = order;
  const isPhone = useIsPhone();
  const isNarrow = useMedia('(width < 1180px)');
  const isTight = useMedia('(width < 1360px)');
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Open>(null);
  useClosedByStale(change, () => setOpen(null));
  const { ask, dialog } = useConfirm();
  const deferredSearch = useDeferredValue(search);
  const matches = useMemo(() => searchLines(lines, deferredSearch), [lines, deferredSearch]);
  const canEdit = can.edit_lines;
  const canEditNotes = canEdit || (order.is_submitted && can.edit_office);
  const table = useRef<HTMLDivElement>(null);
  useListKeys(table);
  useKey('n', can.order_more ? () => setOpen({ what: 'new' }) : undefined);

  const remove = useWrite({
    send: (line: Line, options) => answer(orders[':uuid'].lines[':lineId'].$delete({ param: { uuid, lineId: String(line.id) } }, options)),
    success: 'Line Deleted',
    refresh: [['orders', uuid], ['admin-orders']],
    // The keyboard focus stays where the line was.
    onSaved: (_, { id }) => {
      const at = matches.findIndex((line) => line.id === id);
      const menuAt = (place: number) => document.querySelector<HTMLElement>(`.office-lines tr[data-row="${place}"] .row-menu`);
      (menuAt(at + 1) ?? menuAt(at - 1) ?? document.getElementById('lines'))?.focus();
    },
  });
  const askRemove = async (line: Line) => {
    const yes = await ask({
      title: 'Are you sure you want to delete this line from the order?',
      body: `${line.qty_requested} × ${lineName(line)}, for ${line.employee.name}.`,
      action: 'Delete line',
      destroys: true,
    });
    if (yes) void remove.write(line);
  };

  const actions = (line: Line): MenuItem[] => [
    ...(canEdit
      ? [
          {
            label: can.order_more ? 'Change product, size or price' : 'Change price',
            icon: 'none',
            onSelect: () => setOpen({ what: 'line', id: line.id }),
          } satisfies MenuItem,
        ]
      : []),
    ...(order.is_submitted && !order.cancelled_at && line.is_size_selected && !line.is_fully_shipped
      ? [{ label: 'Substitute', icon: 'none', onSelect: () => setOpen({ what: 'substitute', id: line.id }) } satisfies MenuItem]
      : []),
    ...(canEdit || line.decoration
      ? [{ label: 'Decoration', icon: 'none', onSelect: () => setOpen({ what: 'decoration', id: line.id }) } satisfies MenuItem]
      : []),
    ...(canEditNotes || line.notes
      ? [{ label: 'Notes', icon: 'file', onSelect: () => setOpen({ what: 'notes', id: line.id }) } satisfies MenuItem]
      : []),
    ...(canEdit
      ? ([
          { label: 'Budget', icon: 'none', onSelect: () => setOpen({ what: 'roles', id: line.id }) },
          'line',
          {
            label: 'Delete line',
            icon: 'trash',
            danger: true,
            disabled: line.qty_shipped > 0 ? 'Some of it has shipped' : line.qty_allocated > 0 && 'Stock is allocated to it',
            onSelect: () => void askRemove(line),
          },
        ] satisfies MenuItem[])
      : []),
  ];
  const menu = (line: Line) => {
    const items = actions(line);
    return (
      items.length > 0 && (
        <Menu items={items}>
          <IconButton icon="more" label={`Actions for ${lineName(line)}, ${line.employee.name}`} size="sm" className="row-menu" />
        </Menu>
      )
    );
  };
  const product = (line: Line) => <ProductCell line={line} onNotes={() => setOpen({ what: 'notes', id: line.id })} />;
  const wearer = ({ employee }: Line) => (
    <Link className="office-wearer" to={`/admin/accounts/${order.account.id}/employees/${employee.id}`}>
      {employee.name}
    </Link>
  );
  const qty = (line: Line) => <QtyCell line={line} change={change} canEdit={can.order_more} />;

  const priceWidth = amountsWidth(
    68,
    lines.map(({ unit_price }) => unit_price),
  );
  const costWidth = amountsWidth(
    64,
    lines.map(({ cost }) => cost),
  );
  const totalWidth = amountsWidth(
    76,
    lines.map(({ sub_total }) => sub_total),
  );
  const all: Column<Line>[] = [
    // Long amounts take their room from the product, whose text may be cut off.
    { key: 'product', heading: 'Product', minWidth: (isTight ? 366 : 452) - priceWidth - costWidth - totalWidth, cell: product },
    { key: 'employee', heading: 'Employee', width: isTight ? 116 : 132, wide: true, cell: wearer },
    {
      key: 'stock',
      heading: 'Stock',
      width: 104,
      align: 'num',
      cell: (line) => <StockCell line={line} result={results?.find(({ id }) => id === line.id)} />,
    },
    { key: 'qty', heading: 'QTY', width: 64, align: 'num', cell: qty },
    { key: 'allocated', heading: 'Allocated', width: 176, cell: (line) => <AllocationCell order={order} line={line} /> },
    {
      key: 'price',
      heading: 'Price £',
      width: priceWidth,
      align: 'num',
      wide: true,
      onCard: true,
      cell: (line) => (
        <span title={line.is_manually_priced ? 'Set by hand' : undefined} className={line.is_manually_priced ? 'by-hand' : undefined}>
          {plainPounds(line.unit_price)}
        </span>
      ),
    },
    {
      key: 'cost',
      heading: 'Cost £',
      width: costWidth,
      align: 'num',
      wide: true,
      onCard: true,
      cell: (line) => <span className="note">{plainPounds(line.cost)}</span>,
    },
    { key: 'budget', heading: 'Budget', width: 144, wide: 'first', onCard: true, cell: (line) => <BudgetCell line={line} budgets={budgets} /> },
    {
      key: 'total',
      heading: 'Total £',
      width: totalWidth,
      align: 'num',
      cell: (line) => <span className="strong">{plainPounds(line.sub_total)}</span>,
    },
    { key: '_actions', heading: 'Actions', hiddenHeading: true, width: 56, cell: menu },
  ];
  const hasAllocation = order.is_submitted && !order.cancelled_at;
  const { columns, more } = splitColumns(
    all.filter(({ key }) => hasAllocation || key !== 'allocated'),
    ({ wide }) => !(wide && isNarrow) && !(wide === 'first' && isTight && hasAllocation),
  );
  const rowName = (line: Line): string => `${lineName(line)}, ${line.employee.name}`;
  const openLine = open && open.what !== 'new' ? lines.find(({ id }) => id === open.id) : undefined;

  return (
    <section className={classNames('card', 'office-lines')} aria-label="Lines">
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
            <Button icon="plus" id="lines" aria-keyshortcuts="n" onClick={() => setOpen({ what: 'new' })}>
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
      ) : isPhone ? (
        <div className="list-cards">
          <DataTableCards
            rows={matches}
            rowId={({ id }) => String(id)}
            rowName={rowName}
            actions={actions}
            more={all.filter(({ onCard }) => onCard)}
            card={(line) => (
              <>
                {product(line)}
                <p className="sub">{wearer(line)}</p>
                <div className="line wide">
                  <span>
                    <StockCell line={line} result={undefined} />
                  </span>
                  <span className="line push">
                    {qty(line)}
                    <Money pence={line.sub_total} className="strong" />
                  </span>
                </div>
                <AllocationCell order={order} line={line} />
              </>
            )}
          />
        </div>
      ) : (
        <div ref={table} className="lines-scroll">
          <table className="table tall" style={{ minWidth: leastWidth(columns) }} aria-rowcount={matches.length + 1}>
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
              rows={matches}
              columns={columns}
              more={more}
              rowId={({ id }) => String(id)}
              rowName={rowName}
              scroller={scroller}
              firstIndex={0}
              onEnter={(line) => setOpen({ what: canEdit ? 'line' : 'notes', id: line.id })}
            />
          </table>
        </div>
      )}
      <footer className="lines-foot">
        <Saving isOpen={change.stale !== null} />
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
      {open?.what === 'new' && <LineDialog order={order} change={change} onClose={() => setOpen(null)} />}
      {openLine && open?.what === 'line' && <LineDialog order={order} line={openLine} change={change} onClose={() => setOpen(null)} />}
      {openLine && (open?.what === 'notes' || open?.what === 'decoration') && (
        <NotesDialog
          of={open.what}
          line={openLine}
          change={change}
          canEdit={open.what === 'notes' ? canEditNotes : canEdit}
          onClose={() => setOpen(null)}
        />
      )}
      {openLine && open?.what === 'substitute' && <SubstituteDialog order={order} line={openLine} onClose={() => setOpen(null)} />}
      {openLine && open?.what === 'roles' && (
        <RolesDialog uuid={uuid} line={openLine} budgets={budgets ?? []} change={change} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}
