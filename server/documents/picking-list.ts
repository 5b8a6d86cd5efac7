import type { TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import { ukDay } from '../../shared/uk-time.ts';
import { fitLine } from './fit.ts';
import { type Column, fact, facts, formatCount, heading, joined, page, pageRoom, ruled } from './page.ts';

/** An order as a list for a walk along the shelves. */
export interface PickingList {
  order_number: string;
  client: string;
  site: string | null;
  client_po_reference: string | null;
  submitted_at: string | null;
  customer_notes: string | null;
  /** Lines are printed in the given order: the caller sorts them by bin. */
  lines: ListedLine[];
}

export interface ListedLine {
  bin: string | null;
  sku: string;
  product: string;
  size: string | null;
  colour: string | null;
  decoration: string | null;
  wearer: string;
  notes: string | null;
  qty_allocated: number;
}

const columns: Column[] = [
  { heading: 'Bin', width: 52 },
  { heading: 'Size', width: 60 },
  { heading: 'Product', width: '*' },
  { heading: 'SKU', width: 76 },
  { heading: 'Wearer', width: 84 },
  { heading: 'Quantity', width: 38, right: true },
  { heading: 'Picked', width: 34, right: true },
];

/** The items to take from each bin, with a box for the picked count. */
export function pickingList(list: PickingList): TDocumentDefinitions {
  const pieces = list.lines.reduce((sum, { qty_allocated }) => sum + qty_allocated, 0);
  const wearers = new Set(list.lines.map(({ wearer }) => wearer)).size;
  return page('Picking list', list.order_number, [
    heading('Picking list', list.order_number, [list.client, list.site].filter(Boolean).join(', ')),
    facts([
      [fact('Submitted', ukDay(list.submitted_at))],
      [fact('Lines', String(list.lines.length))],
      [fact('Items', String(pieces))],
      [fact('Wearers', String(wearers))],
    ]),
    // The PO reference has a row to itself: a hundred characters without a space would push other facts in the row off the page.
    ...(list.client_po_reference ? [facts([[fact('PO', fitLine(list.client_po_reference, pageRoom, [9]).text)]])] : []),
    ...(list.customer_notes ? [facts([[fact('Notes', list.customer_notes)]])] : []),
    ruled(columns, list.lines.map(lineRow)),
    {
      text: `Total: ${formatCount(pieces, 'item')} on ${formatCount(list.lines.length, 'line')}`,
      bold: true,
      fontSize: 11,
      alignment: 'right',
      margin: [0, 10, 0, 0],
    },
  ]);
}

/** The picking lists of several orders as one document, each on pages of its own. */
export const pickingLists = (lists: readonly PickingList[]): TDocumentDefinitions => joined('Picking lists', lists.map(pickingList));

const lineRow = (line: ListedLine): TableCell[] => [
  { text: line.bin ?? 'no bin', bold: true, fontSize: 11 },
  { text: line.size ?? '', bold: true, fontSize: 11 },
  {
    stack: [
      [line.product, line.colour].filter(Boolean).join(', '),
      ...[line.decoration, line.notes].filter((text) => text !== null && text !== '').map((text) => ({ text: text ?? '', fontSize: 8 })),
    ],
  },
  line.sku,
  line.wearer,
  { text: String(line.qty_allocated), alignment: 'right', bold: true, fontSize: 13 },
  { canvas: [{ type: 'rect', x: 10, y: 0, w: 24, h: 15, lineWidth: 0.8 }] },
];
