import type { PrintJob } from '../offline/print-job.ts';
import { startPrint } from '../offline/print-jobs.ts';
import { showRefusal } from '../ui/show-refusal.ts';
import { toast } from '../ui/toast.ts';

async function print(printJob: PrintJob, what: string): Promise<void> {
  const { verdict, isKept } = await startPrint(printJob, []);
  if (!showRefusal(verdict) && isKept) toast(`No network: ${what} on this tablet until they can be printed.`, { tone: 'plain' });
}

/** Prints a label for each SKU of these lines or, if `of` is `bin`, for the bin of each SKU that has one. */
export const printSkuLabels = (of: 'sku' | 'bin', lines: readonly { product_id: number; bin: string | null }[]): Promise<void> => {
  const product_ids = [...new Set(lines.filter(({ bin }) => of === 'sku' || bin !== null).map(({ product_id }) => product_id))];
  return product_ids.length ? print({ what: 'sku_labels', of, product_ids }, 'the labels wait') : Promise.resolve();
};

/** Prints the bag labels of an order whose items have arrived: one label for each wearer. */
export const printBagLabels = (order_number: string): Promise<void> =>
  print({ what: 'bag_labels', order_id: Number(order_number), order_number, counts: {} }, 'the bag labels wait');
