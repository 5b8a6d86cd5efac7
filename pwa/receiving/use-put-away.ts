import { useCallback, useRef, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { isTote } from '../../shared/purchasing/tote.ts';
import { itemCodeOf } from '../../shared/scan/gs1.ts';
import { withCode } from '../../shared/scan/is-code-of.ts';
import { currentRows, resolveScanHere } from '../offline/current-floor.ts';
import { binQuestionHere } from '../offline/skus-here.ts';
import { signalOfCount } from '../scan/signal.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { showRefusal } from '../ui/show-refusal.ts';
import { assignTote, secondTote } from './assign-tote.ts';
import { isSameCode } from './goods.ts';
import { addToBin } from './put-away.ts';
import { putAwayOf, type ReceiptScreen, remaining, strayMoves, type ToPutAway, type ToTote } from './receipt-screen.ts';
import { currentReceipt } from './use-receive-scan.ts';

/** The choice of items to put away: those of a SKU, or those of an order. */
type Choice = { is: 'sku'; product_id: number } | { is: 'order'; order_number: string };

/** The items in view: for a bin, or for the tote of an order. */
type InView = { is: 'bin'; item: ToPutAway } | { is: 'tote'; order: ToTote };

const isOpen = ({ qty, qty_placed }: ToTote): boolean => qty_placed < qty;

/** The items of a SKU to put into a bin. If none is left for a bin, a person who chooses the SKU puts the items for orders into the bin. */
const forBin = (item: ToPutAway): ToPutAway => (remaining(item) > 0 ? item : { ...item, qty: item.qty + item.qty_for_orders });

/** Returns the chosen items while some of them have no place yet. Then the first items without a place: items for bins before items for totes. */
function inViewOf({ toBins, toTotes, skus }: ReturnType<typeof putAwayOf>, choice: Choice | null): InView | null {
  const chosenSku = choice?.is === 'sku' ? skus.find(({ product_id }) => product_id === choice.product_id) : undefined;
  if (chosenSku && remaining(forBin(chosenSku)) > 0) return { is: 'bin', item: forBin(chosenSku) };
  const chosenOrder = choice?.is === 'order' ? toTotes.find(({ order_number }) => order_number === choice.order_number) : undefined;
  if (chosenOrder && isOpen(chosenOrder)) return { is: 'tote', order: chosenOrder };
  const item = toBins.find((one) => remaining(one) > 0);
  if (item) return { is: 'bin', item };
  const order = toTotes.find(isOpen);
  return order ? { is: 'tote', order } : null;
}

/**
 * Which items of a delivery are put away, and which are in view. A scan chooses the item or its bin; a second scan of the bin, or `place`, puts the
 * chosen number of items there. The label of a tote puts the items of the order in view into it.
 */
export function usePutAway(uuid: string, screen: ReceiptScreen | null, isEnabled: boolean) {
  const [choice, setChoice] = useState<Choice | null>(null);
  /** The bin that was scanned for the item in view; null until a bin is scanned. */
  const [bin, setBin] = useState<string | null>(null);
  const [note, setNote] = useState<{ tone: 'done' | 'warn' | 'wrong'; text: string } | null>(null);
  /** A bin that has to be scanned once more, or confirmed, before items are put into it. */
  const [asked, setAsked] = useState<{ bin: string; question: string } | null>(null);
  const items = putAwayOf(screen ?? { row: null, lines: [], unordered: [] });
  const open = items.toBins.filter((one) => remaining(one) > 0);
  const inView = inViewOf(items, choice);
  const current = inView?.is === 'bin' ? inView.item : null;
  const [qty, setQty] = useState<number | null>(null);
  const amount = current ? Math.min(qty ?? remaining(current), remaining(current)) : 0;

  const view = useCallback((to: Choice | null, into: string | null = null): void => {
    setChoice(to);
    setBin(into);
    setQty(null);
    setNote(null);
    setAsked(null);
  }, []);
  const goTo = useCallback((product_id: number): void => view({ is: 'sku', product_id }), [view]);
  const goToOrder = useCallback((order_number: string): void => view({ is: 'order', order_number }), [view]);
  const place = async (item: ToPutAway, into: string | null, many: number): Promise<boolean> => {
    if (into === null || many === 0) return false;
    if (showRefusal(await addToBin(uuid, item.product_id, { bins: item.bins, bin: into, qty: many }))) return false;
    view(null);
    return true;
  };
  const takeBin = (to: string): void => {
    setBin(to);
    setNote(null);
    setAsked(null);
  };
  const latest = useRef({ inView, bin, amount, asked });
  latest.current = { inView, bin, amount, asked };
  /** A second tote that was scanned for an order: another scan of this tote moves the order's items into it. */
  const askedTote = useRef<string | null>(null);
  useScan(
    async ({ text }): Promise<Answer> => {
      const receipt = currentReceipt(uuid);
      if (!receipt) return 'pass';
      const toteBefore = askedTote.current;
      askedTote.current = null;
      const refuse = (words: string): Answer => {
        setAsked(null);
        setNote({ tone: 'wrong', text: words });
        return 'wrong';
      };
      /** The signal after items of `placed`, a SKU or an order, are put away. It tells whether this SKU or order, or the whole delivery, is done. */
      const signalOfPlace = (placed: number | string): Answer => {
        const after = currentReceipt(uuid) ?? receipt;
        const { toBins, toTotes } = putAwayOf(after);
        // If items lie in the tote of an order that does not get them, somebody still has to carry them away.
        const strays = after.row ? strayMoves(after.row) : [];
        const openNames = [
          ...toBins.filter((one) => remaining(one) > 0).map(({ product_id }) => product_id),
          ...toTotes.filter(isOpen).map(({ order_number }) => order_number),
        ];
        return signalOfCount({ isLineDone: !openNames.includes(placed), isOrderDone: openNames.length + strays.length === 0 });
      };
      const { inView, bin, amount, asked } = latest.current;
      const current = inView?.is === 'bin' ? inView.item : null;
      const { toBins, toTotes } = putAwayOf(receipt);
      const open = toBins.filter((one) => remaining(one) > 0);
      const waiting = toTotes.filter(isOpen);
      const lines = [...open, ...waiting.flatMap(({ items }) => items)].flatMap(({ line }) => line ?? []);
      const coded = new Set(withCode(lines, itemCodeOf(text)));
      const item = open.find(({ line }) => coded.has(line));
      if (item) {
        view({ is: 'sku', product_id: item.product_id });
        return 'jump';
      }
      const orderOfItem = waiting.find(({ items }) => items.some(({ line, ...one }) => one.qty_placed < one.qty && line && coded.has(line)));
      if (orderOfItem) {
        view({ is: 'order', order_number: orderOfItem.order_number });
        return 'jump';
      }
      if (isTote(text)) {
        // A tote that already has all items of its order was scanned once more.
        const full = toTotes.find((one) => !isOpen(one) && isSameCode(one.tote, text));
        if (full) {
          const words = messages.in_tote_already(full.qty, full.order_number, text.toUpperCase());
          const isForOther = inView?.is === 'tote';
          setAsked(null);
          setNote({
            tone: isForOther ? 'warn' : 'done',
            text: isForOther ? `${words} Order ${inView.order.order_number} takes another one.` : words,
          });
          return isForOther ? 'wrong' : 'jump';
        }
        const [only, ...others] = waiting;
        const inViewNow = inView?.is === 'tote' ? waiting.find(({ order_number }) => order_number === inView.order.order_number) : undefined;
        const order = inViewNow ?? waiting.find(({ tote }) => isSameCode(tote, text)) ?? (others.length === 0 ? only : undefined);
        if (!order) return refuse(only ? 'Choose the order that the tote is for.' : 'Nothing else of this delivery goes to a tote.');
        const again = `${order.order_number} ${text.toUpperCase()}`;
        if (order.tote !== null && !isSameCode(order.tote, text) && toteBefore !== again) {
          askedTote.current = again;
          return refuse(secondTote(order.order_number, order.tote, text));
        }
        const verdict = await assignTote(uuid, order.items, text, order.tote);
        if (!verdict.ok) return refuse(verdict.message);
        view(null);
        return signalOfPlace(order.order_number);
      }
      const here = open.find((one) => isSameCode(one.bin, text));
      if (current && isSameCode(bin, text)) return (await place(current, text, amount)) ? signalOfPlace(current.product_id) : 'wrong';
      if (here && (!current || !isSameCode(current.bin, text))) {
        view({ is: 'sku', product_id: here.product_id }, here.bin);
        return 'jump';
      }
      const target = resolveScanHere(text);
      if (target.is === 'product') return refuse(`${target.product.name} is not to be put away here.`);
      if (!inView || (target.is !== 'bin' && target.is !== 'unknown')) return 'pass';
      if (!current) return refuse('These are for an order: scan its tote, or choose the bin instead.');
      const to = isSameCode(current.bin, text) && current.bin ? current.bin : text.toUpperCase();
      const question = isSameCode(asked?.bin ?? null, to)
        ? null
        : binQuestionHere(currentRows(), { id: current.product_id, sku: current.line.sku }, to);
      if (question) {
        setNote(null);
        setAsked({ bin: to, question });
        return 'wrong';
      }
      takeBin(to);
      return 'right';
    },
    { enabled: isEnabled },
  );

  return { ...items, open, inView, bin, takeBin, amount, setQty, note, asked, goTo, goToOrder, place };
}
