import { useEffect, useRef, useState } from 'react';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { NotSent } from '../api/not-sent.tsx';
import { useFieldWrite } from '../api/use-field-write.ts';
import { useTyped } from '../api/use-save-state.ts';
import { useTurns } from '../api/use-turns.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Menu } from '../ui/menu.tsx';
import { formatMoney } from '../ui/money.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { type Line, type Order, orders, type UnavailableLine } from './client.ts';
import { LineStatus } from './line-status.tsx';
import { afterChange, useRereadOrder, useUnavailable } from './order-data.ts';
import { OrderSuccessor } from './order-successor.tsx';
import { wantsSize } from './order-words.ts';

interface OrderLinesProps {
  order: Order;
  lines: readonly Line[];
  onChange: (line: Line) => void;
  onDelete: (line: Line) => void;
}

/** The lines of a wearer; each line can be changed in place. */
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
        <LineStatus order={order} line={line} />
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

/** A typed quantity that is not stored, and the line before the change. */
interface Draft {
  quantity: number;
  base: Line;
  /** `typed`: waits for half a second after the last press. `sent`: waits until the line on the screen is updated. */
  is: 'typed' | 'sent';
}

/** A conflict: somebody else changed the same quantity meanwhile. */
interface Clash {
  quantity: number;
  current: Line;
  isOwn: boolean;
}

/**
 * The quantity of a line, saved half a second after the last press. A typed quantity stays if it could not be sent, or if somebody else has changed
 * the quantity meanwhile.
 */
function Quantity({ order, line, onRemove }: { order: Order; line: Line; onRemove: () => void }) {
  const reread = useRereadOrder(order.uuid);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [clash, setClash] = useState<Clash | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  /** The line as this field last stored it. */
  const own = useRef<Line | null>(null);
  const newer = (base: Line): Line => (own.current && own.current.version > base.version ? own.current : base);
  const save = useFieldWrite({
    send: ({ quantity: qty_requested, base }: Pick<Draft, 'quantity' | 'base'>, options) =>
      answer(
        orders[':uuid'].lines[':lineId'].$put(
          { param: { uuid: order.uuid, lineId: String(line.id) }, json: { qty_requested, version: base.version } },
          options,
        ),
      ),
    success: 'Quantity Requested Updated',
    refresh: afterChange(order.uuid),
    onSaved: (stored) => {
      own.current = stored as Line;
    },
    onRefused: (error, { quantity, base }) => {
      const current = error.code === 'stale_version' ? (error.current as Line | undefined) : undefined;
      if (error.status === 409 || error.status === 404) void reread();
      if (!current || current.qty_requested === quantity) setDraft(null);
      else if (current.qty_requested === base.qty_requested) send({ quantity, base: current });
      else setClash({ quantity, current, isOwn: error.by_you });
      return current !== undefined;
    },
  });
  const inTurn = useTurns();
  const { write, unsent: notSent } = save;
  // Changes are sent one at a time, because each is based on the line that the previous change stored.
  const send = ({ quantity, base }: Pick<Draft, 'quantity' | 'base'>): void => void inTurn(() => write({ quantity, base: newer(base) }));
  const latest = useRef({ draft, send });
  latest.current = { draft, send };
  useEffect(() => {
    if (draft?.is !== 'typed') return;
    const timer = setTimeout(() => {
      setDraft({ ...draft, is: 'sent' });
      latest.current.send(draft);
    }, limits.allocation_wait);
    return () => clearTimeout(timer);
  }, [draft]);
  // A new version of the line contains the sent quantity, so the draft is dropped.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the line is read again
  useEffect(() => {
    if (draft?.is === 'sent' && !clash && !notSent) setDraft(null);
  }, [line.version]);
  // If the person leaves within half a second of the last press, the quantity is saved at once.
  useEffect(
    () => () => {
      const { draft: last, send: sendLast } = latest.current;
      if (last?.is === 'typed') sendLast(last);
    },
    [],
  );
  useTyped(isTyping || draft?.is === 'typed' || clash !== null);
  useUnsavedGuard(clash !== null);
  const change = (quantity: number): void => {
    const base = clash?.current ?? (draft?.is === 'typed' ? draft.base : newer(line));
    setClash(null);
    notSent?.giveUp();
    setDraft(quantity === base.qty_requested ? null : { quantity, base, is: 'typed' });
  };
  const giveUp = (): void => {
    notSent?.giveUp();
    setClash(null);
    setDraft(null);
  };
  const what = `Quantity, ${lineName(line)}`;
  return (
    <>
      <QtyStepper
        label={what}
        value={draft?.quantity ?? line.qty_requested}
        max={limits.line_quantity}
        onRemove={onRemove}
        onChange={change}
        onTyping={(typed) => setIsTyping(typed !== null)}
        className="line-step"
      />
      {notSent && <NotSent what={what} again={notSent.again} giveUp={giveUp} />}
      {clash && (
        <span className="not-sent" role="alert">
          <span>
            <strong>{clash.current.qty_requested} now</strong>: {clash.isOwn ? 'you changed it in another tab' : 'somebody else changed it meanwhile'}
            .
          </span>
          <button type="button" className="link nowrap" onClick={() => change(clash.quantity)}>
            Save {clash.quantity}
          </button>
          <button type="button" className="link nowrap" onClick={giveUp}>
            Keep {clash.current.qty_requested}
          </button>
        </span>
      )}
    </>
  );
}

/** The name of a line in a text: "Softshell Jacket, Navy, L". */
export const lineName = (line: Line): string =>
  [line.product_name, line.product.attributes.variation_colour, line.is_size_selected ? sizeOf(line.product.attributes) : null]
    .filter(Boolean)
    .join(', ');

/** Shows a line's name, size, colour and decoration. If the size is missing, shows the button to choose a size. */
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
