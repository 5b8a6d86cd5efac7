import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { startPrint } from '../offline/print-jobs.ts';
import { countText } from '../ui/count-text.ts';
import { showRefusal } from '../ui/show-refusal.ts';
import { toast } from '../ui/toast.ts';

/**
 * Prints the box labels of dispatches, now or once the printer can be reached. Labels can be printed any number of times. Returns false
 * if the print is refused.
 */
export async function printLabels(ids: readonly number[]): Promise<boolean> {
  if (ids.length > limits.labelled_dispatches) {
    toast(messages.too_many_labels(limits.labelled_dispatches), { tone: 'wrong' });
    return false;
  }
  const dispatch_ids = [...ids];
  const printJob = { what: 'dispatch_labels', dispatch_ids } as const;
  const { verdict, isKept } = await startPrint(printJob, [printJob]);
  if (!showRefusal(verdict) && isKept)
    toast('There is no network. They are kept here and can be printed when it is back.', {
      title: `Labels of ${countText(ids.length, 'dispatch', 'dispatches')} wait`,
    });
  return verdict.ok;
}
