import type { TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import { ukDay } from '../../shared/uk-time.ts';
import { type PrintedAddress, wholeAddress } from './address.ts';
import { type Column, fact, facts, formatCount, heading, page, ruled } from './page.ts';
import { quiet } from './sheet.ts';

/** What somebody who leaves puts into the parcel: whoever opens it scans the code and sees what to expect. */
export interface CollectionSlip {
  /** The text of the slip's barcode. */
  code: string;
  provider: PrintedAddress;
  employee: string;
  account: string;
  created_at: string;
  created_by: string;
  lines: CollectionSlipLine[];
}

export interface CollectionSlipLine {
  sku: string;
  product: string;
  colour: string | null;
  size: string | null;
  order_number: string;
  quantity: number;
}

const columns: Column[] = [
  { heading: 'Product', width: '*' },
  { heading: 'Colour', width: 80 },
  { heading: 'Size', width: 60 },
  { heading: 'Order', width: 60 },
  { heading: 'Quantity', width: 44, right: true },
];

/** The address of the parcel and its contents. */
export function collectionSlip(slip: CollectionSlip): TDocumentDefinitions {
  const items = slip.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return page('Collection slip', slip.code, [
    heading('Collection slip', slip.code, 'Put this slip into the parcel.'),
    {
      stack: [
        { text: 'Send it to', fontSize: 9, color: quiet },
        { text: wholeAddress(slip.provider), fontSize: 16, bold: true, lineHeight: 1.15 },
      ],
      margin: [0, 4, 0, 14],
      unbreakable: true,
    },
    facts([
      [fact('From', slip.employee)],
      [fact('Company', slip.account)],
      [fact('Opened', [ukDay(slip.created_at), slip.created_by].filter(Boolean).join(', '))],
    ]),
    ruled(columns, slip.lines.map(lineRow)),
    { text: `Total: ${formatCount(items, 'item')}`, bold: true, fontSize: 11, alignment: 'right', margin: [0, 10, 0, 0] },
  ]);
}

const lineRow = (line: CollectionSlipLine): TableCell[] => [
  { stack: [line.product, { text: line.sku, fontSize: 7.5, color: quiet }] },
  line.colour ?? '',
  { text: line.size ?? '', bold: true },
  line.order_number,
  { text: String(line.quantity), alignment: 'right', bold: true },
];
