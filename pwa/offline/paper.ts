import { dispatchLabelsUrl, orderLabelsUrl, pickingListUrl } from '../../shared/documents/document-urls.ts';

/** Something to print. */
export type Paper =
  /** How many labels for whom, by employee. */
  | { what: 'bag_labels'; order_id: number; order_number: string; counts: Record<number, number> }
  | { what: 'dispatch_labels'; dispatch_ids: number[] }
  | { what: 'picking_list'; uuid: string; order_number: string };

/** A paper that was asked for while the printer was out of reach, with the tablet's time. */
export type KeptPaper = Paper & { at: string };

/** Papers of the same thing are one document. */
export const paperKey = (paper: Paper): string =>
  paper.what === 'bag_labels' ? `order ${paper.order_id}` : paper.what === 'picking_list' ? `list ${paper.uuid}` : 'dispatches';

/** Where the document is. */
export const paperUrl = (paper: Paper): string => {
  if (paper.what === 'bag_labels') return orderLabelsUrl(paper.order_id, paper.counts);
  return paper.what === 'picking_list' ? pickingListUrl(paper.uuid) : dispatchLabelsUrl(paper.dispatch_ids);
};

/** Two papers of the same thing as one: the later count of a bag holds. */
export function merged(first: KeptPaper, second: Paper): KeptPaper {
  if (first.what === 'bag_labels' && second.what === 'bag_labels') return { ...first, counts: { ...first.counts, ...second.counts } };
  if (first.what === 'dispatch_labels' && second.what === 'dispatch_labels')
    return { ...first, dispatch_ids: [...new Set([...first.dispatch_ids, ...second.dispatch_ids])] };
  return { ...second, at: first.at };
}
