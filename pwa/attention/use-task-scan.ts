import { useRef } from 'react';
import { resolveScanHere } from '../offline/current-floor.ts';
import { tablet } from '../offline/this-tablet.ts';
import { signalOfCount } from '../scan/signal.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import type { TaskView } from './attention-view.ts';
import { countName, putBackOne } from './put-back.ts';
import { scanOnTasks, taskGarment } from './scan-task.ts';

/** What the last scan did, as text. */
export interface TaskNote {
  tone: 'done' | 'wrong' | 'warn';
  title: string;
  text: string;
}

/** Names garments in a sentence: at most three, because nobody reads a longer list. */
const listed = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join('; ')} and ${names.length - 3} more` : names.join('; ');

/** Handles scans on a screen of items that go back to the shelf. Each scan counts one item. */
export function useTaskScan(tasks: readonly TaskView[], show: (note: TaskNote) => void): void {
  const latest = useRef({ tasks, show });
  latest.current = { tasks, show };
  useScan(async ({ text }): Promise<Answer> => {
    const { tasks, show } = latest.current;
    const scan = scanOnTasks(resolveScanHere(text), tasks);
    switch (scan.does) {
      case 'count': {
        const { task } = scan;
        const verdict = await putBackOne(task);
        if (!verdict.ok) {
          show({ tone: 'wrong', title: 'Not counted', text: verdict.message });
          return 'wrong';
        }
        const qty = tablet.get()?.counts.get().get(countName(task)) || task.qty;
        show({ tone: 'done', title: `${qty} of ${task.qty} back`, text: `${taskGarment(task)} in ${task.bin ?? 'the shelf'}.` });
        const others = tasks.some((one) => one.m !== task.m && !one.is_ticked && !one.is_undecided);
        return signalOfCount({ isLineDone: qty === task.qty, isOrderDone: !others });
      }
      case 'enough':
        show({ tone: 'wrong', title: 'One too many', text: `All of ${taskGarment(scan.task)} are back already.` });
        return 'wrong';
      case 'undecided':
        show({ tone: 'wrong', title: 'Not counted', text: `${taskGarment(scan.task)}: first decide whose count to use.` });
        return 'wrong';
      case 'wrong':
        show({
          tone: 'wrong',
          title: `Not to be put back: ${scan.scanned}`,
          text: scan.wanted.length > 0 ? `Still to be put back: ${listed(scan.wanted)}.` : 'Everything is back.',
        });
        return 'wrong';
      case 'unknown':
        show({ tone: 'warn', title: `Not known here: ${text}`, text: 'It is no product, bin or order on this tablet.' });
        return 'unknown';
      case 'leave':
        return 'pass';
    }
  });
}
