import { useRef, useState } from 'react';
import { type BoxCheck, isChecked, scanBox } from '../../shared/dispatch/scan-box.ts';
import { currentRows, resolveScanHere } from '../offline/current-floor.ts';
import { signal, signalOfCount } from '../scan/signal.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { toast } from '../ui/toast.ts';
import { isHandedOver } from './on-its-way.ts';
import { ownCodeMessage } from './own-code.ts';
import { setScannedTracking, takeBackTracking } from './set-tracking.ts';

/** The result of the last scan, as text. */
export interface Note {
  tone: 'right' | 'wrong' | 'unknown';
  title: string;
  text: string;
}

/** Handles scans on the list of waiting dispatches. A box label checks a box of the current dispatch; the carrier's number ships the dispatch. */
export function useAwaitScan() {
  const [check, setCheck] = useState<BoxCheck | null>(null);
  const [note, setNote] = useState<Note | null>(null);
  const latestCheck = useRef(check);

  const hold = (next: BoxCheck | null): void => {
    latestCheck.current = next;
    setCheck(next);
  };
  const say = (tone: Note['tone'], title: string, text: string): Note['tone'] => {
    setNote({ tone, title, text });
    return tone;
  };

  const take = async (text: string): Promise<Answer> => {
    const { dispatch: dispatches, shipping_service } = currentRows();
    const awaiting = [...dispatches.values()].filter((each) => each.tracking_number === null && !isHandedOver(each));
    const before = awaiting.find(({ id }) => id === latestCheck.current?.dispatch_id);
    const formOf = (service_key: string) => shipping_service.get(service_key)?.tracking ?? null;
    const target = resolveScanHere(text);
    const scan = scanBox(target, awaiting, latestCheck.current, formOf);
    switch (scan.does) {
      case 'check': {
        hold(scan.check);
        const dispatch = awaiting.find(({ id }) => id === scan.check.dispatch_id);
        if (!dispatch) return 'pass';
        const orders = dispatch.orders.map(({ order_number }) => order_number).join(', ');
        const { length } = scan.check.boxes;
        const boxes = length > 0 ? `Box ${length} of ${dispatch.total_items} checked. ` : '';
        const next = isChecked(dispatch, scan.check)
          ? 'Scan the number on the carrier’s label.'
          : `Scan ${length === 0 ? 'its first' : 'the next'} box.`;
        say('right', `${dispatch.dispatch_number}, order ${orders}`, boxes + next);
        return length === 0 ? 'jump' : signalOfCount({ isLineDone: isChecked(dispatch, scan.check), isOrderDone: false });
      }
      case 'wrong_box':
        return say(
          'wrong',
          `Not of ${before?.dispatch_number}`,
          `This box is of ${scan.dispatch_number}, order ${scan.order_numbers.join(', ')}. ${scan.checked} of ${scan.of} boxes are checked.`,
        );
      case 'gone':
        return say('wrong', scan.text, 'This dispatch is not waiting here. It has left, or was cancelled.');
      case 'no_such_box':
        return say(
          'wrong',
          scan.dispatch_number,
          `It has ${scan.of === 1 ? 'one box' : `${scan.of} boxes`}. Print its labels again if that changed.`,
        );
      case 'taken_number':
        return say('wrong', text, `This number is on ${scan.dispatch_number} already.`);
      case 'which':
        return say('unknown', text, 'Not known here. Scan a box first, and a carrier’s number after all boxes of its dispatch.');
      case 'no_number':
        return say('unknown', text, `Not known here: the numbers of the carrier of ${scan.dispatch_number} look different.`);
      case 'boxes_first':
        return say(
          'unknown',
          text,
          `Not known here. ${scan.checked} of ${scan.of} boxes of ${scan.dispatch_number} are checked: scan all of them first.`,
        );
      case 'confirm':
        hold(scan.check);
        return say('unknown', text, `If this is the number on the carrier’s label of ${before?.dispatch_number}, scan it once more.`);
      case 'track': {
        const verdict = await setScannedTracking(scan.dispatch_id, scan.tracking_number);
        if (!verdict.ok) return say('wrong', text, verdict.message);
        hold(null);
        say('right', scan.tracking_number, `Recorded for ${before?.dispatch_number}. It can be undone for ten seconds.`);
        return 'order_done';
      }
      case 'leave':
        // The code of a product or bin would open no other screen, so it is reported as wrong while a dispatch waits for its tracking number.
        return before && (target.is === 'product' || target.is === 'bin') ? say('wrong', text, ownCodeMessage(target)) : 'pass';
    }
  };
  useScan(({ text }) => take(text));

  const select = (dispatch_id: number): void => {
    if (latestCheck.current?.dispatch_id === dispatch_id) return;
    setNote(null);
    hold({ dispatch_id, boxes: [] });
  };
  return {
    check,
    note,
    takeInHand: select,
    /** Undoes a scanned number. The boxes of its dispatch stay checked. */
    undo: async (m: string, { id, dispatch_number, total_items }: { id: number; dispatch_number: string; total_items: number }): Promise<void> => {
      if (!(await takeBackTracking(m))) {
        toast(`${dispatch_number} is on its way to the office already.`, { title: 'Too late to undo', tone: 'wrong' });
        return;
      }
      hold({ dispatch_id: id, boxes: Array.from({ length: total_items }, (_, place) => place + 1) });
      say('right', dispatch_number, 'The number is taken back, and nothing was sent. Scan the number on the carrier’s label.');
    },
    /** Handles a code that a scanner typed into a field. */
    typed: async (text: string): Promise<void> => {
      const answer = await take(text);
      signal(answer === 'pass' ? say('wrong', text, ownCodeMessage(resolveScanHere(text))) : answer);
    },
  };
}
