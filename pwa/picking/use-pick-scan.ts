import { useRef } from 'react';
import { messages } from '../../shared/messages.ts';
import { scanOnPick } from '../../shared/picking/scan-on-pick.ts';
import { currentPick, resolveScanHere } from '../offline/current-floor.ts';
import { signalOfCount } from '../scan/signal.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { assignTote } from './assign-tote.ts';
import { recordPick } from './record-pick.ts';
import { type Wish, walk } from './walk.ts';
import type { Scanned } from './wrong-words.ts';

/** The message that the last scan left on the screen: a wrong scan at the line, or a sentence at the top. */
export type ScanNote = ({ at: 'line' } & Scanned) | { at: 'top'; tone: 'wrong' | 'warn'; text: string };

/** The choice on the screen that a scan takes into account (`wish`), and the functions by which a scan changes the screen. */
export interface ScanEffects {
  wish: Wish;
  show: (line_id: number) => void;
  note: (note: ScanNote | null) => void;
}

/**
 * Handles scans on the pick screen. A scan counts an item, jumps to a line, sets the tote, or shows what is wrong. This hook reads the tablet's
 * current data, which may be newer than the rendered data.
 */
export function usePickScan(uuid: string, { wish, show, note }: ScanEffects): void {
  const latest = useRef(wish);
  latest.current = wish;

  useScan(async ({ text }): Promise<Answer> => {
    const screen = currentPick(uuid);
    if (!screen) return 'pass';
    const { pick, lines } = screen;
    const { current } = walk(lines, latest.current);
    const scan = scanOnPick(resolveScanHere(text), { uuid, lines, current: current?.id ?? null });
    const wrong = (words: string): Answer => {
      note({ at: 'top', tone: 'wrong', text: words });
      return 'wrong';
    };
    const goTo = (line_id: number): void => {
      latest.current = { ...latest.current, chosen: line_id };
      show(line_id);
    };

    switch (scan.does) {
      case 'count': {
        const verdict = await recordPick(scan.line, scan.qty_picked);
        if (!verdict.ok) return wrong(`Not counted. ${verdict.message}`);
        goTo(scan.line.id);
        note(null);
        const lines = currentPick(uuid)?.lines ?? [];
        return signalOfCount({
          isLineDone: lines.find(({ id }) => id === scan.line.id)?.is_fully_picked ?? false,
          isOrderDone: lines.every(({ is_done }) => is_done),
        });
      }
      case 'go':
        goTo(scan.line.id);
        note(null);
        return 'jump';
      case 'tote': {
        const verdict = await assignTote(pick.id, scan.tote);
        if (!verdict.ok) return wrong(verdict.message);
        break;
      }
      case 'here':
        break;
      case 'enough':
        goTo(scan.line.id);
        return wrong(`Not counted. ${messages.over_pick(scan.line.qty_allocated)} All of it is picked.`);
      case 'taken_tote':
        return wrong(`Tote ${scan.tote} holds order ${scan.order_number}. Take another one.`);
      case 'wrong_product':
        if (!current) return wrong(`Not counted. ${scan.product.name} is not in this order.`);
        note({ at: 'line', is: 'product', product: scan.product });
        return 'wrong';
      case 'wrong_bin':
        if (!current) return wrong(`Nothing for this order is in ${scan.bin}.`);
        note({ at: 'line', is: 'bin', bin: scan.bin });
        return 'wrong';
      case 'unknown':
        note({ at: 'top', tone: 'warn', text: `Not counted. ${text} is no product, bin or order on this tablet.` });
        return 'unknown';
      case 'leave':
        return 'pass';
    }
    note(null);
    return 'right';
  });
}
