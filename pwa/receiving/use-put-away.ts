import { useCallback, useRef, useState } from 'react';
import { isTote } from '../../shared/purchasing/tote.ts';
import { isCodeOf } from '../../shared/scan/is-code-of.ts';
import { resolveScanHere } from '../offline/current-floor.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { showRefusal } from '../ui/show-refusal.ts';
import { isSameCode } from './goods.ts';
import { putAway } from './put-away.ts';
import { putAwayOf, type ReceiptScreen, remaining, type ToPutAway } from './receipt-screen.ts';
import { currentReceipt } from './use-receive-scan.ts';

/**
 * What of a delivery is put away, and the item in view. A scan chooses the item or its bin; the bin once more, or `place`, puts the number of
 * items there.
 */
export function usePutAway(uuid: string, screen: ReceiptScreen | null, isEnabled: boolean) {
  const [chosen, choose] = useState<number | null>(null);
  /** The bin that was scanned for the item in view; null for its pick bin, not scanned yet. */
  const [bin, setBin] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const { toBins, toTotes } = screen ? putAwayOf(screen) : { toBins: [], toTotes: [] };
  const open = toBins.filter((one) => remaining(one) > 0);
  const current = open.find(({ product_id }) => product_id === chosen) ?? open[0] ?? null;
  const [qty, setQty] = useState<number | null>(null);
  const amount = current ? Math.min(qty ?? remaining(current), remaining(current)) : 0;

  const goTo = useCallback((product_id: number | null, to: string | null = null): void => {
    choose(product_id);
    setBin(to);
    setQty(null);
    setNote(null);
  }, []);
  const place = async (item: ToPutAway, into: string | null, many: number): Promise<boolean> => {
    if (into === null || many === 0) return false;
    const before = item.bins.find((one) => isSameCode(one.bin, into));
    const args = { receipt: uuid, product_id: item.product_id, bin: before?.bin ?? into, qty: (before?.qty ?? 0) + many };
    if (showRefusal(await putAway(args))) return false;
    goTo(null);
    return true;
  };
  const latest = useRef({ current, bin, amount });
  latest.current = { current, bin, amount };
  useScan(
    async ({ text }): Promise<Answer> => {
      const now = currentReceipt(uuid);
      if (!now) return 'pass';
      const refuse = (words: string): Answer => {
        setNote(words);
        return 'wrong';
      };
      const { current, bin, amount } = latest.current;
      const open = putAwayOf(now).toBins.filter((one) => remaining(one) > 0);
      const item = open.find(({ line }) => isCodeOf(line, text));
      if (item) {
        goTo(item.product_id);
        return 'right';
      }
      if (isTote(text)) return refuse('A tote is scanned when the item is counted.');
      const here = open.find((one) => isSameCode(one.bin, text));
      if (current && isSameCode(bin, text)) return (await place(current, text, amount)) ? 'right' : 'wrong';
      if (here && (!current || !isSameCode(current.bin, text))) {
        goTo(here.product_id, here.bin);
        return 'right';
      }
      if (!current) return 'pass';
      const target = resolveScanHere(text);
      if (target.is === 'product') return refuse(`${target.product.name} is not to be put away here.`);
      if (target.is !== 'bin' && target.is !== 'unknown') return 'pass';
      setBin(isSameCode(current.bin, text) ? current.bin : text.toUpperCase());
      setNote(null);
      return 'right';
    },
    { enabled: isEnabled },
  );

  return { toBins, toTotes, open, current, bin, setBin, amount, setQty, note, goTo, place };
}
