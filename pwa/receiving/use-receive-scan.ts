import { useRef } from 'react';
import { isTote } from '../../shared/purchasing/tote.ts';
import { isCodeOf } from '../../shared/scan/is-code-of.ts';
import { resolveScanHere } from '../offline/current-floor.ts';
import { tablet } from '../offline/this-tablet.ts';
import { signalOfCount } from '../scan/signal.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { assignTote } from './assign-tote.ts';
import { isNumberOf, type OrderToReceive, ordersHere, ordersOfCode } from './goods.ts';
import { addOrder } from './local-receipts.ts';
import { type GoodsLine, lineFor, placeForTote, type ReceiptScreen, receiptScreen } from './receipt-screen.ts';
import { setReceiptLine } from './set-receipt-line.ts';

/** What the last scan left on the screen. */
export interface GoodsNote {
  tone: 'wrong' | 'warn';
  text: string;
}

/** Items whose code is on no purchase order of this delivery. */
export interface Stray {
  code: string;
  product_id: number | null;
  /** Its name, where this tablet knows it. */
  name: string | null;
}

/** What a scan needs from the screen. */
export interface ReceiveEffects {
  /** The line in view, and the place in view where somebody chose one. */
  chosen: string | null;
  place: string | null;
  show: (line_key: string) => void;
  note: (note: GoodsNote | null) => void;
  /** Other purchase orders wait for the item. */
  ask: (code: string, orders: OrderToReceive[]) => void;
  /** Nobody has ordered it, or nobody knows it. */
  stray: (stray: Stray) => void;
}

/** The delivery as it is now, newer than what is rendered. */
export const currentReceipt = (uuid: string): ReceiptScreen | null => {
  const floor = tablet.get()?.screens.get().floor;
  return floor ? receiptScreen(floor, uuid) : null;
};

/** `L Softshell Jacket, Navy`. */
export const goodsName = ({ size, name, colour }: Pick<GoodsLine, 'size' | 'name' | 'colour'>): string =>
  [[size, name].filter(Boolean).join(' '), colour].filter(Boolean).join(', ');

/** What somebody has to know of a line once one more of it is counted; null where nothing is unusual. */
export function unusual(line: GoodsLine, qty: number): GoodsNote | null {
  if (!line.is_open)
    return {
      tone: 'warn',
      text: `The office has closed or cancelled this on ${line.our_reference}. It is taken in, and the office decides what becomes of it.`,
    };
  const over = qty - line.expected;
  if (over <= 0) return null;
  return { tone: 'warn', text: `${over} more than ordered of ${goodsName(line)}. They are taken in, and the office is informed.` };
}

/** Counts one more item of a SKU in a delivery. */
export async function countOne(uuid: string, text: string): Promise<{ line: GoodsLine; qty: number; message: string | null } | null> {
  const screen = currentReceipt(uuid);
  const line = lineFor(screen?.lines.filter((one) => isCodeOf(one, text)) ?? []);
  if (!line) return null;
  const qty = line.qty + 1;
  const verdict = await setReceiptLine(uuid, line, qty);
  return { line, qty, message: verdict.ok ? null : verdict.message };
}

/** Scans on a delivery: an item counts, a tote is assigned to the order in view, a purchase order joins the delivery. */
export function useReceiveScan(uuid: string, effects: ReceiveEffects): void {
  const latest = useRef(effects);
  latest.current = effects;
  useScan(async ({ text }): Promise<Answer> => {
    const { show, note, ask, stray } = latest.current;
    const screen = currentReceipt(uuid);
    if (!screen) return 'pass';
    const wrong = (words: string, answer: 'wrong' | 'unknown' = 'wrong'): Answer => {
      note({ tone: 'wrong', text: words });
      return answer;
    };
    const counted = await countOne(uuid, text);
    if (counted) {
      const { line, qty, message } = counted;
      if (message) return wrong(`Not counted. ${message}`);
      latest.current.chosen = line.key;
      latest.current.place = null;
      show(line.key);
      note(unusual(line, qty));
      return signalOfCount({ isLineDone: qty === line.expected, isOrderDone: currentReceipt(uuid)?.groups.remaining.length === 0 });
    }
    if (isTote(text)) {
      const line = screen.lines.find(({ key }) => key === latest.current.chosen);
      if (!line) return wrong('Scan the item first, then its tote.');
      const place = placeForTote(line.places, latest.current.place, text);
      if (place?.order_line_id == null)
        return wrong(`Nobody waits for ${goodsName(line)}. ${line.bin ? `It goes to bin ${line.bin}.` : 'It goes to a bin.'}`);
      if (place.qty === 0) return wrong('Scan the item first, then its tote.');
      const verdict = await assignTote(uuid, [{ product_id: line.product_id, order_line_id: place.order_line_id, qty: place.qty }], text);
      if (!verdict.ok) return wrong(verdict.message);
      note(null);
      return 'right';
    }
    const others = ordersOfCode(
      ordersHere(tablet.get()?.screens.get().floor.rows ?? { purchase_order: new Map(), purchase_order_line: new Map() }),
      text,
    );
    const [first] = others;
    if (first && isNumberOf(first, text)) {
      addOrder(uuid, first.id);
      note(null);
      return 'right';
    }
    if (first) {
      ask(text, others);
      return 'wrong';
    }
    const target = resolveScanHere(text);
    if (target.is === 'bin') return wrong(`${target.bin} is a bin. Bins are scanned when the items are put away.`);
    if (target.is !== 'product' && target.is !== 'unknown') return 'pass';
    const product = target.is === 'product' ? target.product : null;
    stray({ code: text, product_id: product?.id ?? null, name: product?.name ?? null });
    return target.is === 'product' ? 'wrong' : 'unknown';
  });
}
