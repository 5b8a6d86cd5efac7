import { useEffect, useRef, useState } from 'react';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { NotSent } from '../api/not-sent.tsx';
import { useFieldWrite } from '../api/use-field-write.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Menu } from '../ui/menu.tsx';
import { formatMoney } from '../ui/money.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { toast } from '../ui/toast.ts';
import { type Line, type Order, orders, type UnavailableLine } from './client.ts';
import { afterChange, useRereadOrder, useUnavailable } from './order-data.ts';
import { OrderSuccessor } from './order-successor.tsx';
import { wantsSize } from './order-words.ts';

interface OrderLinesProps {
  order: Order;
  lines: readonly Line[];
  onChange: (line: Line) => void;
  onDelete: (line: Line) => void;
}

/** What is ordered for a wearer; it can be changed in place. */
export function OrderLines({ order, lines, onChange, onDelete }: OrderLinesProps) {
  const unavailable = useUnavailable(order);
  if (lines.length === 0) return <p className="note lines-none">No order lines for this employee</p>;
  return (
    <ul className="rows">
      {lines.map((line) => (
        <OrderLine
          key={line.id}
          order={order}
          line={line}
          unavailable={unavailable.find(({ line_id }) => line_id === line.id)}
          onChange={onChange}
          onDelete={onDelete}
        />
      ))}
    </ul>
  );
}

function OrderLine({
  order,
  line,
  unavailable,
  onChange,
  onDelete,
}: {
  order: Order;
  line: Line;
  unavailable: UnavailableLine | undefined;
  onChange: (line: Line) => void;
  onDelete: (line: Line) => void;
}) {
  const name = lineName(line);
  return (
    <li className="order-line">
      <GarmentTile media={line.product.media} alt="" colour={line.product.attributes.colour_hex} size={48} />
      <div className="grow">
        <LineWords line={line} unavailable={unavailable} onSize={() => onChange(line)} />
        <OrderSuccessor order={order} unavailable={unavailable} />
        <div className="line order-line-do">
          <Quantity order={order} line={line} onRemove={() => onDelete(line)} />
          <span className="push num">{line.sub_total !== null && formatMoney(line.sub_total)}</span>
          <Menu
            items={[
              { label: 'Change size, notes', onSelect: () => onChange(line) },
              'line',
              { label: 'Delete line', icon: 'trash', danger: true, onSelect: () => onDelete(line) },
            ]}
          >
            <IconButton icon="more" label={`More for ${name}`} className="order-line-more" />
          </Menu>
        </div>
      </div>
    </li>
  );
}

/** The quantity of a line; saved half a second after the last press. It stays where it could not be sent. */
function Quantity({ order, line, onRemove }: { order: Order; line: Line; onRemove: () => void }) {
  const reread = useRereadOrder(order.uuid);
  const [quantity, setQuantity] = useState(line.qty_requested);
  useEffect(() => setQuantity(line.qty_requested), [line.qty_requested]);
  const save = useFieldWrite({
    send: (qty_requested: number, options) =>
      answer(
        orders[':uuid'].lines[':lineId'].$put(
          { param: { uuid: order.uuid, lineId: String(line.id) }, json: { qty_requested, version: line.version } },
          options,
        ),
      ),
    success: 'Quantity Requested Updated',
    refresh: afterChange(order.uuid),
    onRefused: (error) => {
      // Somebody else changed the line: their value is shown, and it can be pressed again.
      const current = error.code === 'stale_version' ? (error.current as Line | undefined) : undefined;
      setQuantity(current?.qty_requested ?? line.qty_requested);
      if (error.status === 409 || error.status === 404) void reread();
      if (current) toast(`${error.message} ${lineName(line)}: ${current.qty_requested} now.`, { tone: 'wrong' });
      return current !== undefined;
    },
  });
  const { write, unsent: notSent } = save;
  const unsent = useRef<number | null>(null);
  const send = useRef(write);
  send.current = write;
  useEffect(() => {
    unsent.current = quantity === line.qty_requested ? null : quantity;
    if (unsent.current === null) return;
    const timer = setTimeout(() => {
      unsent.current = null;
      void send.current(quantity);
    }, limits.allocation_wait);
    return () => clearTimeout(timer);
  }, [quantity, line.qty_requested]);
  // Leaving within that half second saves the quantity at once.
  useEffect(
    () => () => {
      if (unsent.current !== null) void send.current(unsent.current);
    },
    [],
  );
  const what = `Quantity, ${lineName(line)}`;
  const giveUp = (): void => {
    notSent?.giveUp();
    setQuantity(line.qty_requested);
  };
  return (
    <>
      <QtyStepper label={what} value={quantity} max={limits.line_quantity} onRemove={onRemove} onChange={setQuantity} className="line-step" />
      {notSent && <NotSent what={what} again={notSent.again} giveUp={giveUp} />}
    </>
  );
}

/** The name of a line where there is no picture: "Softshell Jacket, Navy, L". */
export const lineName = (line: Line): string =>
  [line.product_name, line.product.attributes.variation_colour, line.is_size_selected ? sizeOf(line.product.attributes) : null]
    .filter(Boolean)
    .join(', ');

/** Name, size, colour and decoration; where the size is missing, the button to choose it. */
export function LineWords({ line, onSize, unavailable }: { line: Line; onSize?: () => void; unavailable?: UnavailableLine }) {
  const { variation_colour } = line.product.attributes;
  const size = line.is_size_selected ? sizeOf(line.product.attributes) : null;
  const about = [line.decoration, line.notes].filter(Boolean).join(' · ');
  return (
    <>
      <p className="line-product">{[line.product_name, line.variation_colour].filter(Boolean).join(', ')}</p>
      <p className="sub line line-about">
        {line.is_size_selected && size && <strong>{size}</strong>}
        {wantsSize(line) && <Badge tone="warn">Missing size</Badge>}
        {line.is_size_selected && <span className="cut">{variation_colour}</span>}
        {wantsSize(line) && onSize && (
          <button type="button" className="link nowrap" onClick={onSize} aria-label={`Choose Size, ${lineName(line)}`}>
            Choose Size
          </button>
        )}
      </p>
      {unavailable && (
        <p className="line-about">
          <Badge tone="wrong" icon="alert">
            {unavailable.reason === 'kept_from_site' ? 'Not sent to this site' : 'No longer offered'}
          </Badge>
        </p>
      )}
      {about && (
        <p className="note line-about line-extra" title={about}>
          {about}
        </p>
      )}
    </>
  );
}
