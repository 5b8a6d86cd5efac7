import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CellEdits } from '../api/cell-edits.ts';
import { EditCell } from '../api/edit-cell.tsx';
import { lineName } from '../api/line-name.ts';
import { type Column, splitColumns } from '../ui/data-table-columns.ts';
import { useMedia } from '../ui/use-media.ts';
import { AllocationCell } from './allocation-cell.tsx';
import { BudgetCell, plainPounds } from './budget-cell.tsx';
import type { Budget, Line, Order } from './client.ts';
import { ProductCell, shortDecoration } from './product-cell.tsx';
import { QtyCell } from './qty-cell.tsx';
import { canChangeSize, SizeCell } from './size-cell.tsx';
import { StockCell } from './stock-cell.tsx';
import type { Change } from './use-change.ts';
import { decorationField, priceField } from './use-line-edits.ts';
import type { AllocationResults } from './use-order-actions.tsx';

interface LineCells {
  order: Order;
  /** Undefined until the budgets are known. */
  budgets: readonly Budget[] | undefined;
  change: Change;
  results: AllocationResults | null;
  menu: (line: Line) => ReactNode;
  onNotes: (line: Line) => void;
  edits: CellEdits<Line>;
}

/** The width of a column of amounts, in pixels. It fits every amount in full, because a cut-off amount looks like a smaller one. */
const amountsWidth = (least: number, amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((widest, pence) => Math.max(widest, 18 + 7 * plainPounds(pence).length), least);

/** The wearer of a line, with a link to the wearer's page. */
export const WearerLink = ({ order, line: { employee } }: { order: Order; line: Line }) => (
  <Link className="office-wearer" to={`/admin/accounts/${order.account.id}/employees/${employee.id}`}>
    {employee.name}
  </Link>
);

const cellRowName = (line: Line): string => `${lineName(line)}, ${line.employee.name}`;

/** The decoration of a line as a cell. */
const DecorationCell = ({ edits, line }: { edits: CellEdits<Line>; line: Line }) => (
  <span className="decoration-cell">
    <EditCell edits={edits} field={decorationField} row={line} name={cellRowName(line)}>
      {line.decoration ? shortDecoration(line.decoration) : 'No decoration'}
    </EditCell>
  </span>
);

/** The columns of an order's lines: all columns, the columns that fit on the screen, and the columns in each row's second line. */
export function useLineColumns({ order, budgets, change, results, menu, onNotes, edits }: LineCells) {
  const { can, lines } = order;
  const isNarrow = useMedia('(width < 1180px)');
  const isTight = useMedia('(width < 1360px)');
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
    {
      key: 'product',
      heading: 'Product',
      // Long amounts make the product column narrower, because its text may be cut off.
      minWidth: (isTight ? 366 : 452) - priceWidth - costWidth - totalWidth,
      cell: (line) => (
        <ProductCell
          line={line}
          onNotes={() => onNotes(line)}
          size={canChangeSize(order, line) && <SizeCell order={order} line={line} change={change} />}
          decoration={can.edit_lines && <DecorationCell edits={edits} line={line} />}
        />
      ),
    },
    {
      key: 'employee',
      heading: 'Employee',
      width: isTight ? 116 : 132,
      wide: true,
      cell: (line) => <WearerLink order={order} line={line} />,
    },
    {
      key: 'stock',
      heading: 'Stock',
      width: 104,
      align: 'num',
      cell: (line) => <StockCell line={line} result={results?.find(({ id }) => id === line.id)} />,
    },
    { key: 'qty', heading: 'QTY', width: 64, align: 'num', cell: (line) => <QtyCell line={line} change={change} canEdit={can.order_more} /> },
    { key: 'allocated', heading: 'Allocated', width: 176, cell: (line) => <AllocationCell order={order} line={line} /> },
    {
      key: 'price',
      heading: 'Price £',
      width: priceWidth,
      align: 'num',
      wide: true,
      onCard: true,
      cell: (line) => {
        const price = (
          <span title={line.is_manually_priced ? 'Set by hand' : undefined} className={line.is_manually_priced ? 'by-hand' : undefined}>
            {plainPounds(line.unit_price)}
          </span>
        );
        if (!can.edit_lines) return price;
        return (
          <EditCell edits={edits} field={priceField} row={line} name={cellRowName(line)}>
            {price}
          </EditCell>
        );
      },
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
  return { all, columns, more };
}
