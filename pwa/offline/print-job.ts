import { dispatchLabelsUrl, orderLabelsUrl, pickingListUrl } from '../../shared/documents/document-urls.ts';
import { limits } from '../../shared/limits.ts';

/** Something to print. */
export type PrintJob =
  /** How many labels for whom, by employee. */
  | { what: 'bag_labels'; order_id: number; order_number: string; counts: Record<number, number> }
  | { what: 'dispatch_labels'; dispatch_ids: number[] }
  | { what: 'picking_list'; uuid: string; order_number: string };

/** A paper that was asked for while the printer was out of reach, with the tablet's time. */
export type WaitingPrintJob = PrintJob & {
  at: string;
  /** Its document was opened. Whether it came out of the printer only a person can say. */
  is_opened?: boolean;
};

/** What a paper is of. Papers of the same thing are one document, as far as it takes them. */
const thingOf = (printJob: PrintJob): string =>
  printJob.what === 'bag_labels' ? `order ${printJob.order_id}` : printJob.what === 'picking_list' ? `list ${printJob.uuid}` : 'dispatches';

/** Tells a paper that waits from all others: of the same thing there can be several. */
export const printJobKey = (printJob: WaitingPrintJob): string => `${thingOf(printJob)} ${printJob.at}`;

/** Where the document is. */
export const printJobUrl = (printJob: PrintJob): string => {
  if (printJob.what === 'bag_labels') return orderLabelsUrl(printJob.order_id, printJob.counts);
  return printJob.what === 'picking_list' ? pickingListUrl(printJob.uuid) : dispatchLabelsUrl(printJob.dispatch_ids);
};

/** Two papers of the same thing as one: the later count of a bag holds. */
function merged(first: WaitingPrintJob, second: PrintJob): WaitingPrintJob {
  if (first.what === 'bag_labels' && second.what === 'bag_labels') return { ...first, counts: { ...first.counts, ...second.counts } };
  if (first.what === 'dispatch_labels' && second.what === 'dispatch_labels')
    return { ...first, dispatch_ids: [...new Set([...first.dispatch_ids, ...second.dispatch_ids])] };
  return { ...second, at: first.at };
}

/**
 * What waits once one more paper is asked for. It joins the one of the same thing that waits, up to what a document takes; one whose document
 * was opened takes no more, because it may have been printed.
 */
export function withPrintJob(waiting: readonly WaitingPrintJob[], printJob: PrintJob, at: string): WaitingPrintJob[] {
  const same = waiting.filter((one) => !one.is_opened && thingOf(one) === thingOf(printJob));
  const last = same.at(-1);
  if (!last) return [...waiting, { ...printJob, at }];
  if (printJob.what !== 'dispatch_labels' || last.what !== 'dispatch_labels')
    return waiting.map((one) => (one === last ? merged(one, printJob) : one));

  const requestedIds = new Set(same.flatMap((one) => (one.what === 'dispatch_labels' ? one.dispatch_ids : [])));
  const fresh = printJob.dispatch_ids.filter((id) => !requestedIds.has(id));
  const room = Math.max(0, limits.labelled_dispatches - last.dispatch_ids.length);
  const joined = waiting.map((one) => (one === last ? merged(one, { ...printJob, dispatch_ids: fresh.slice(0, room) }) : one));
  return fresh.length > room ? [...joined, { ...printJob, dispatch_ids: fresh.slice(room), at }] : joined;
}
