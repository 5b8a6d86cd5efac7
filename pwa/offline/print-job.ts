import { dispatchLabelsUrl, orderLabelsUrl, pickingListUrl, skuLabelsUrl } from '../../shared/documents/document-urls.ts';
import type { LabelledThing } from '../../shared/documents/sku-label.ts';
import { limits } from '../../shared/limits.ts';

/** A document to print. */
export type PrintJob =
  /** `counts` is the number of labels for each wearer, by employee id. */
  | { what: 'bag_labels'; order_id: number; order_number: string; counts: Record<number, number> }
  | { what: 'dispatch_labels'; dispatch_ids: number[] }
  /** One label for each SKU, or for the bin of each SKU. */
  | { what: 'sku_labels'; of: LabelledThing; product_ids: number[] }
  | { what: 'picking_list'; uuid: string; order_number: string };

/** A document that was requested while the printer could not be reached, with the time of the request by the tablet's clock. */
export type WaitingPrintJob = PrintJob & {
  at: string;
  /** Whether the document was opened. Only a person can tell whether it was printed. */
  is_opened?: boolean;
};

/** What a print job is about. Print jobs about the same thing become one document, up to the document's limit. */
const thingOf = (printJob: PrintJob): string => {
  if (printJob.what === 'bag_labels') return `order ${printJob.order_id}`;
  if (printJob.what === 'picking_list') return `list ${printJob.uuid}`;
  return printJob.what === 'sku_labels' ? `labels of ${printJob.of}s` : 'dispatches';
};

/** A different key for each waiting print job. It contains the time, because several jobs may have the same subject. */
export const printJobKey = (printJob: WaitingPrintJob): string => `${thingOf(printJob)} ${printJob.at}`;

/** The URL of the document. */
export const printJobUrl = (printJob: PrintJob): string => {
  if (printJob.what === 'bag_labels') return orderLabelsUrl(printJob.order_id, printJob.counts);
  if (printJob.what === 'sku_labels') return skuLabelsUrl(printJob.product_ids, { of: printJob.of, size: '50x25' });
  return printJob.what === 'picking_list' ? pickingListUrl(printJob.uuid) : dispatchLabelsUrl(printJob.dispatch_ids);
};

type WaitingDispatchLabels = Extract<WaitingPrintJob, { what: 'dispatch_labels' }>;

/** Merges two print jobs for the same subject. For a bag in both jobs, the second job's number of labels is used. Each SKU gets one label. */
function mergeJobs(first: WaitingPrintJob, second: PrintJob): WaitingPrintJob {
  if (first.what === 'bag_labels' && second.what === 'bag_labels') return { ...first, counts: { ...first.counts, ...second.counts } };
  if (first.what === 'sku_labels' && second.what === 'sku_labels')
    return { ...first, product_ids: [...new Set([...first.product_ids, ...second.product_ids])].slice(-limits.labelled_products) };
  return { ...second, at: first.at };
}

/**
 * Returns the waiting print jobs with one more added. The new job joins the waiting job for the same subject, up to a document's limit. It does not
 * join a job whose document was opened, because that document may have been printed.
 */
export function withPrintJob(waiting: readonly WaitingPrintJob[], printJob: PrintJob, at: string): WaitingPrintJob[] {
  const same = waiting.filter((one) => !one.is_opened && thingOf(one) === thingOf(printJob));
  const last = same.at(-1);
  if (!last) return [...waiting, { ...printJob, at }];
  if (printJob.what !== 'dispatch_labels') return waiting.map((one) => (one === last ? mergeJobs(one, printJob) : one));

  // Print jobs for the same subject are of the same kind.
  const requestedIds = new Set((same as WaitingDispatchLabels[]).flatMap((one) => one.dispatch_ids));
  const lastJob = last as WaitingDispatchLabels;
  const fresh = printJob.dispatch_ids.filter((id) => !requestedIds.has(id));
  const room = Math.max(0, limits.labelled_dispatches - lastJob.dispatch_ids.length);
  const joined = { ...lastJob, dispatch_ids: [...new Set([...lastJob.dispatch_ids, ...fresh.slice(0, room)])] };
  const joinedJobs = waiting.map((one) => (one === last ? joined : one));
  return fresh.length > room ? [...joinedJobs, { ...printJob, dispatch_ids: fresh.slice(room), at }] : joinedJobs;
}
