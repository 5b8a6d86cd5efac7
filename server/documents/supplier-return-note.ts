import type { TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import { ukDay } from '../../shared/uk-time.ts';
import { type PrintedAddress, wholeAddress } from './address.ts';
import { type Column, fact, facts, formatCount, heading, page, ruled } from './page.ts';

/** Goods that go back to a supplier, with the facts that the supplier checks. No costs: the credit note has them. */
export interface SupplierReturnNote {
  number: string;
  provider: PrintedAddress;
  supplier: PrintedAddress & { code: string };
  created_at: string;
  /** Null while it is a draft. */
  approved_at: string | null;
  approver: string | null;
  lines: ReturnedGoodsLine[];
}

export interface ReturnedGoodsLine {
  sku: string;
  supplier_sku: string | null;
  product: string;
  colour: string | null;
  size: string | null;
  reason: string | null;
  quantity: number;
}

const columns: Column[] = [
  { heading: 'SKU', width: 80 },
  { heading: 'Your SKU', width: 80 },
  { heading: 'Product', width: '*' },
  { heading: 'Colour', width: 70 },
  { heading: 'Size', width: 50 },
  { heading: 'Quantity', width: 50, right: true },
];

/** The items that go back, each with its reason. */
export function supplierReturnNote(note: SupplierReturnNote): TDocumentDefinitions {
  const pieces = note.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return page('Supplier return', note.number, [
    heading('Supplier return', note.number, note.provider.name ?? ''),
    facts(
      [
        [fact('To', wholeAddress(note.supplier))],
        [fact('Supplier code', note.supplier.code), fact('Approved', ukDay(note.approved_at) ?? 'Draft: not approved')],
        [fact('Created', ukDay(note.created_at)), fact('Approved by', note.approver)],
        [fact('From', wholeAddress(note.provider))],
      ],
      190,
    ),
    ruled(columns, note.lines.map(lineRow)),
    { text: `Total: ${formatCount(pieces, 'item')}`, bold: true, fontSize: 11, alignment: 'right', margin: [0, 10, 0, 0] },
  ]);
}

const lineRow = (line: ReturnedGoodsLine): TableCell[] => [
  line.sku,
  line.supplier_sku ?? '',
  line.reason ? { stack: [line.product, { text: line.reason, fontSize: 8 }] } : line.product,
  line.colour ?? '',
  { text: line.size ?? '', bold: true },
  { text: String(line.quantity), alignment: 'right', bold: true },
];
