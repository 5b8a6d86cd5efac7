import type { TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import { formatDate, ukDay } from '../../shared/uk-time.ts';
import { type PrintedAddress, wholeAddress } from './address.ts';
import { type Column, fact, facts, formatCount, heading, page, ruled } from './page.ts';
import { quiet } from './sheet.ts';

/** The contents of a client's return, to put into the parcel: whoever opens the parcel scans the code and sees what to expect. */
export interface ReturnSlip {
  /** The text of the slip's barcode. */
  code: string;
  provider: PrintedAddress;
  /** The last day for sending the parcel. */
  until: string;
  created_at: string;
  creator: string;
  account: string;
  order_number: string;
  comments: string | null;
  lines: ReturnSlipLine[];
}

export interface ReturnSlipLine {
  sku: string;
  product: string;
  colour: string | null;
  size: string | null;
  decoration: string | null;
  wearer: string;
  reason: string;
  quantity: number;
}

const columns: Column[] = [
  { heading: 'Product', width: '*' },
  { heading: 'Colour', width: 70 },
  { heading: 'Size', width: 50 },
  { heading: 'Wearer', width: 110 },
  { heading: 'Reason', width: 90 },
  { heading: 'Quantity', width: 44, right: true },
];

/** The address of the parcel, the last day for sending it, and its contents. */
export function returnSlip(slip: ReturnSlip): TDocumentDefinitions {
  const items = slip.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return page('Return slip', slip.code, [
    heading('Return slip', slip.code, 'Put this slip into the parcel.'),
    {
      stack: [
        { text: 'Send it to', fontSize: 9, color: quiet },
        { text: wholeAddress(slip.provider), fontSize: 16, bold: true, lineHeight: 1.15 },
      ],
      margin: [0, 4, 0, 14],
      unbreakable: true,
    },
    facts([
      [fact('Send it by', formatDate(slip.until))],
      [fact('Order', slip.order_number)],
      [fact('Company', slip.account)],
      [fact('Requested', [ukDay(slip.created_at), slip.creator].filter(Boolean).join(', '))],
    ]),
    ruled(columns, slip.lines.map(lineRow)),
    { text: `Total: ${formatCount(items, 'item')}`, bold: true, fontSize: 11, alignment: 'right', margin: [0, 10, 0, 0] },
    ...(slip.comments ? [{ text: slip.comments, margin: [0, 10, 0, 0] as [number, number, number, number] }] : []),
  ]);
}

const lineRow = (line: ReturnSlipLine): TableCell[] => [
  { stack: [line.product, { text: [line.sku, line.decoration].filter(Boolean).join(' · '), fontSize: 7.5, color: quiet }] },
  line.colour ?? '',
  { text: line.size ?? '', bold: true },
  line.wearer,
  line.reason,
  { text: String(line.quantity), alignment: 'right', bold: true },
];
