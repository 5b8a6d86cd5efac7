import { formatDate } from '../../shared/uk-time.ts';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { formatMoney } from '../ui/money.tsx';
import type { Line, Order, Wearer, WearerUsual } from './client.ts';
import { GiveSame } from './give-same.tsx';
import { OrderAllowances } from './order-allowances.tsx';
import { OrderLines } from './order-lines.tsx';
import { itemsOf, subTotalOf } from './order-words.ts';
import type { useRemovals } from './use-removals.tsx';
import type { UsualActs } from './use-usual-acts.ts';

interface UsualCardProps {
  order: Order;
  wearer: Wearer;
  /** Undefined until it is known, and for a wearer for whom the person may not order. */
  usual: WearerUsual | undefined;
  isPending: boolean;
  isFirst: boolean;
  acts: UsualActs;
  removals: ReturnType<typeof useRemovals>;
  /** Opens the panel that changes a line. */
  onChange: (line: Line) => void;
}

/** Whether a wearer gets exactly these lines of their usual: the same products in the same quantities. */
const isUnchanged = (usual: WearerUsual, lines: readonly Line[]): boolean =>
  lines.length === usual.lines.length &&
  lines.every(({ product, qty_requested }) =>
    usual.lines.some(({ product_id, quantity }) => product_id === product.id && quantity === qty_requested),
  );

/** Where the lines come from: the person’s last order, or what people in their role have; and whether they were changed here. */
function sourceText(usual: WearerUsual | undefined, lines: readonly Line[]): string | null {
  if (!usual?.source) return null;
  if (usual.source === 'role') return 'New: what people in their role have';
  const source = usual.ordered_at ? `As ordered on ${formatDate(usual.ordered_at)}` : 'As ordered last';
  return lines.length === 0 || isUnchanged(usual, lines) ? source : `${source}, changed`;
}

/** What one wearer of the order gets, and what of their usual is left out. */
export function UsualCard({ order, wearer, usual, isPending, isFirst, acts, removals, onChange }: UsualCardProps) {
  const lines = order.lines.filter(({ employee }) => employee.id === wearer.id);
  const pence = subTotalOf(lines);
  const source = sourceText(usual, lines);
  const edit = `/orders/${order.uuid}/edit#wearer=${wearer.id}`;
  const hasOthers = order.employees.length > 1;
  const giveSame = (): void => void acts.giveSame.write(wearer.id);
  const menu: MenuItem[] = [
    { label: 'Choose other products', icon: 'none', to: edit },
    ...(hasOthers && lines.length > 0 ? [{ label: 'Give the others the same', icon: 'copy' as const, onSelect: giveSame }] : []),
    ...(hasOthers && order.can.add_employees
      ? [{ label: `Remove ${wearer.name}`, icon: 'user' as const, danger: true, onSelect: () => removals.removeWearer(wearer) }]
      : []),
  ];
  return (
    <section className="card" aria-labelledby={`usual-of-${wearer.id}`}>
      <header className="usual-head">
        <div className="grow">
          <h2 className="cut" title={wearer.name} id={`usual-of-${wearer.id}`}>
            {wearer.name}
          </h2>
          {source && <p className="note text-md cut">{source}</p>}
        </div>
        <span className="strong nowrap">{pence === null ? countText(itemsOf(lines), 'item') : formatMoney(pence)}</span>
        <Menu items={menu}>
          <IconButton icon="more" label={`Change what ${wearer.name} gets`} />
        </Menu>
      </header>
      {lines.length > 0 ? (
        <OrderLines order={order} lines={lines} onChange={onChange} onDelete={(line) => removals.removeLine(line)} />
      ) : (
        !isPending && <Nothing wearer={wearer} usual={usual} edit={edit} acts={acts} />
      )}
      {usual && usual.left_out.length > 0 && (
        <ul className="usual-left-out note text-md">
          {usual.left_out.map(({ product_name, quantity, message }) => (
            <li key={product_name}>
              Left out: {product_name} × {quantity}. {message}
            </li>
          ))}
        </ul>
      )}
      <OrderAllowances order={order} wearer={wearer} />
      {isFirst && lines.length > 0 && <GiveSame order={order} wearer={wearer} />}
    </section>
  );
}

interface NothingProps {
  wearer: Wearer;
  usual: WearerUsual | undefined;
  edit: string;
  acts: UsualActs;
}

/** A wearer without lines: adds their usual, if there is any, or goes to the products. */
function Nothing({ wearer, usual, edit, acts }: NothingProps) {
  const hasUsual = usual !== undefined && usual.lines.length > 0;
  return (
    <div className="in-card line">
      <p className="grow note">{hasUsual ? 'Nothing is ordered for them' : 'Nothing usual yet'}</p>
      {hasUsual && (
        <Button busy={acts.add.busy} busyText="Adding…" onClick={() => void acts.add.write({ employees: [wearer.id] })}>
          Add the usual
        </Button>
      )}
      <ButtonLink to={edit} look={hasUsual ? 'quiet' : 'plain'}>
        Choose products
      </ButtonLink>
    </div>
  );
}
