import { useRef } from 'react';
import { receivedItems } from '../../shared/purchasing/received-items.ts';
import { isTote } from '../../shared/purchasing/tote.ts';
import { itemCodeOf } from '../../shared/scan/gs1.ts';
import { currentRows, resolveScanHere } from '../offline/current-floor.ts';
import { binQuestionHere, isBinHere } from '../offline/skus-here.ts';
import { tablet } from '../offline/this-tablet.ts';
import { signalOfCount } from '../scan/signal.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { assignTote, secondTote } from './assign-tote.ts';
import { isNumberOf, isSameCode, type OrderToReceive, ordersHere, ordersOfCode } from './goods.ts';
import { addOrder } from './local-receipts.ts';
import { addToBin } from './put-away.ts';
import { type GoodsLine, placeForTote, placeNow, qtyForBin, type ReceiptScreen, receiptScreen, scannedLine } from './receipt-screen.ts';
import { setReceiptLine } from './set-receipt-line.ts';

const ITEM_FIRST = 'Scan the item first, then its bin.';

/** The message of the last scan. */
export interface GoodsNote {
  tone: 'wrong' | 'warn' | 'done';
  text: string;
  /** The bin into which the items of a line go once the bin is scanned again, or confirmed. */
  bin?: AskedBin;
}

/** A bin that has to be confirmed before items of a line are put there. */
export interface AskedBin {
  line_key: string;
  place: string | null;
  bin: string;
}

/** Items whose code is on no purchase order of this delivery. */
export interface Stray {
  code: string;
  product_id: number | null;
  /** The item's name, if this tablet knows it. */
  name: string | null;
}

/** What a scan needs from the screen. */
export interface ReceiveEffects {
  /** The line in view, and the place in view if somebody chose one. */
  chosen: string | null;
  place: string | null;
  /** The bin that has to be confirmed now. */
  asked: AskedBin | null;
  show: (line_key: string) => void;
  note: (note: GoodsNote | null) => void;
  /** Called if other purchase orders wait for the item. */
  ask: (code: string, orders: OrderToReceive[]) => void;
  /** Called if the item is on no purchase order, or its code is unknown. */
  stray: (stray: Stray) => void;
}

/** The delivery in the tablet's current data, which may be newer than the rendered delivery. */
export const currentReceipt = (uuid: string): ReceiptScreen | null => {
  const floor = tablet.get()?.screens.get().floor;
  return floor ? receiptScreen(floor, uuid) : null;
};

/** `L Softshell Jacket, Navy`. */
export const goodsName = ({ size, name, colour }: Pick<GoodsLine, 'size' | 'name' | 'colour'>): string =>
  [[size, name].filter(Boolean).join(' '), colour].filter(Boolean).join(', ');

/** The warning about a line of which `qty` items are now counted; null if nothing is unusual. */
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

interface Counted {
  line: GoodsLine;
  qty: number;
  message: string | null;
  /** The number of items in the carton, from its code; null if an item was scanned. */
  carton: number | null;
}

/** Counts items of a SKU in a delivery: one more item, or as many as the code of the carton says. */
export async function countCode(uuid: string, text: string): Promise<Counted | null> {
  const screen = currentReceipt(uuid);
  const scanned = scannedLine(screen?.lines ?? [], text);
  if (!scanned) return null;
  const { line, qty, carton } = scanned;
  const verdict = await setReceiptLine(uuid, line, qty);
  return { line, qty, message: verdict.ok ? null : verdict.message, carton };
}

/** Puts the counted items of a line into a bin, and returns a message that says so. `place` is the place in view, if somebody chose one. */
export async function putInBin(uuid: string, { line_key, place, bin }: AskedBin): Promise<GoodsNote> {
  const screen = currentReceipt(uuid);
  const line = screen?.lines.find(({ key }) => key === line_key);
  const qty = screen?.row && line ? qtyForBin(screen.row, line, place) : 0;
  if (!screen?.row || !line || qty === 0) return { tone: 'wrong', text: ITEM_FIRST };
  const { bins } = receivedItems(screen.row, line.product_id);
  const verdict = await addToBin(uuid, line.product_id, { bins, bin, qty });
  return verdict.ok ? { tone: 'done', text: `${qty} × ${goodsName(line)} in bin ${bin}.` } : { tone: 'wrong', text: verdict.message };
}

/**
 * The question to ask before counted items of a line go to `bin`, if the items are for an order or the bin is not one of the SKU's bins; otherwise
 * null.
 */
function questionOfBin(line: GoodsLine, place: string | null, bin: string): string | null {
  const inView = line.places.find(({ key }) => key === place) ?? placeNow(line.places);
  const ofOrder = inView?.order_number ? `They are for order ${inView.order_number}.` : null;
  const ofBin = binQuestionHere(currentRows(), { id: line.product_id, sku: line.sku }, bin);
  return ofOrder || ofBin ? [ofOrder, ofBin ?? `Put them in ${bin} instead?`].filter(Boolean).join(' ') : null;
}

/** Scans on a delivery: an item is counted, a tote or a bin takes the counted items, a purchase order is added to the delivery. */
export function useReceiveScan(uuid: string, effects: ReceiveEffects): void {
  const latest = useRef(effects);
  latest.current = effects;
  /** A second tote that was scanned for an order. If this tote is scanned once more, the items of the order move into it. */
  const askedTote = useRef<string | null>(null);
  useScan(async ({ text }): Promise<Answer> => {
    const { show, note, ask, stray } = latest.current;
    const screen = currentReceipt(uuid);
    if (!screen) return 'pass';
    const toteBefore = askedTote.current;
    askedTote.current = null;
    const wrong = (words: string, answer: 'wrong' | 'unknown' = 'wrong'): Answer => {
      note({ tone: 'wrong', text: words });
      return answer;
    };
    const counted = await countCode(uuid, text);
    if (counted) {
      const { line, qty, message, carton } = counted;
      if (message) return wrong(`Not counted. ${message}`);
      latest.current.chosen = line.key;
      latest.current.place = null;
      show(line.key);
      note(unusual(line, qty) ?? (carton === null ? null : { tone: 'done', text: `A carton of ${carton}: ${goodsName(line)}.` }));
      return signalOfCount({ isLineDone: qty === line.expected, isOrderDone: currentReceipt(uuid)?.groups.remaining.length === 0 });
    }
    if (isTote(text)) {
      const line = screen.lines.find(({ key }) => key === latest.current.chosen);
      if (!line) return wrong('Scan the item first, then its tote.');
      const place = placeForTote(line.places, latest.current.place, text);
      if (place?.order_line_id == null)
        return wrong(`Nobody waits for ${goodsName(line)}. ${line.bin ? `It goes to bin ${line.bin}.` : 'It goes to a bin.'}`);
      if (place.qty === 0) return wrong('Scan the item first, then its tote.');
      const tote = `${line.key} ${place.key} ${text.toUpperCase()}`;
      if (place.tote !== null && !isSameCode(place.tote, text) && toteBefore !== tote) {
        askedTote.current = tote;
        note({ tone: 'warn', text: secondTote(place.order_number ?? '', place.tote, text) });
        return 'wrong';
      }
      const verdict = await assignTote(uuid, [{ product_id: line.product_id, order_line_id: place.order_line_id, qty: place.qty }], text, place.tote);
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
    const target = resolveScanHere(itemCodeOf(text));
    if (target.is === 'bin' || (target.is === 'unknown' && isBinHere(currentRows(), text))) {
      const { chosen, place, asked } = latest.current;
      const line = screen.lines.find(({ key }) => key === chosen);
      if (!line || !screen.row || qtyForBin(screen.row, line, place) === 0) return wrong(ITEM_FIRST);
      const bin = isSameCode(line.bin, text) && line.bin ? line.bin : text.toUpperCase();
      const isAgain = asked?.line_key === line.key && asked.place === place && isSameCode(asked.bin, bin);
      const question = isAgain ? null : questionOfBin(line, place, bin);
      if (question) {
        note({ tone: 'warn', text: question, bin: { line_key: line.key, place, bin } });
        return 'wrong';
      }
      const placed = await putInBin(uuid, { line_key: line.key, place, bin });
      note(placed);
      return placed.tone === 'done' ? 'right' : 'wrong';
    }
    if (target.is !== 'product' && target.is !== 'unknown') return 'pass';
    const product = target.is === 'product' ? target.product : null;
    stray({ code: text, product_id: product?.id ?? null, name: product?.name ?? null });
    return target.is === 'product' ? 'wrong' : 'unknown';
  });
}
