import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import { boxCode } from '../../shared/scan/box-code.ts';
import { linesWithoutPostcode, type PrintedAddress } from './address.ts';
import { fitLines, widthIn, wrap, wrapWords } from './fit.ts';
import { caption, foot, labelRoom, labelSheet, plate, rule, words } from './label-parts.ts';

/** A dispatch with the facts on its boxes' labels. */
export interface LabelledDispatch {
  id: number;
  dispatch_number: string;
  /** The carrier's number for the consignment. Until the carrier gives one, the barcode contains the dispatch and the box instead. */
  consignment_number: string | null;
  service: string;
  order_numbers: string[];
  client_po_references: string[];
  from: PrintedAddress;
  to: PrintedAddress;
  /** Kilograms, of the whole dispatch. */
  total_weight: number;
  /** Boxes: one label is printed for each. */
  total_items: number;
}

/** A 4 x 6 inch label for each box of each dispatch. */
export const boxLabels = (dispatches: LabelledDispatch[]): TDocumentDefinitions =>
  labelSheet(
    'Consignment labels',
    dispatches.flatMap((dispatch) => Array.from({ length: Math.max(1, dispatch.total_items) }, (_, index) => boxLabel(dispatch, index + 1))),
  );

function boxLabel(dispatch: LabelledDispatch, box: number): Content[] {
  const { from, to } = dispatch;
  const boxes = Math.max(1, dispatch.total_items);
  const half = labelRoom / 2 + 8;
  const sender = fitLines(2, [...linesWithoutPostcode(from), from.postcode].join(', '), labelRoom, [6.5, 6, 5.5]);
  return [
    words(`From ${from.name}`, { y: 14, room: labelRoom - 84, sizes: [8, 7], bold: true }),
    words(dispatch.dispatch_number, { x: labelRoom - 80, y: 14, sizes: [8, 7, 6], bold: true, align: 'right' }),
    ...sender.lines.map((line, index) => words(line, { y: 24 + index * 7.4, sizes: [sender.fontSize] })),
    plate(0, 40, labelRoom, 34),
    words(dispatch.service, { x: 8, y: 46, room: labelRoom - 16, sizes: [20, 16, 13], bold: true, color: 'white' }),

    ...recipient(to),
    rule(248),

    caption('Box', 0, 254),
    words(`${box} of ${boxes}`, { y: 262, room: half - 8, sizes: [26, 22, 18], bold: true }),
    caption(boxes === 1 ? 'Weight' : 'Weight, all boxes', half, 254),
    words(`${dispatch.total_weight.toFixed(1)} kg`, { x: half, y: 262, sizes: [26, 22, 18], bold: true }),
    caption(dispatch.order_numbers.length === 1 ? 'Order' : 'Orders', 0, 298),
    words(dispatch.order_numbers.join(', '), { y: 307, room: half - 8, sizes: [12, 10, 8, 7], bold: true }),
    ...reference(dispatch, half),
    ...foot(dispatch.consignment_number ?? boxCode({ dispatch_id: dispatch.id, box })),
  ];
}

/** Width that the contact's telephone number may take, in points. */
const phoneRoom = 90;

/** The top and the height of the space for the recipient's name and address, in points. */
const addressTop = 91;
const addressRoom = 140;

/** Sets of font sizes for the recipient's name, address and postcode, in points, largest first. */
const addressSizes = [
  [17, 15, 26],
  [15, 13, 26],
  [13, 11, 24],
  [11, 9, 22],
  [9, 8, 22],
  [9, 7, 22],
  [8, 6, 20],
] as const;
/** Height of a line of text, as a multiple of its font size. */
const LINE = 1.2;

/** The recipient's name, address and postcode at the largest sizes at which all three fit, because a driver needs every word. */
function fitAddress(to: PrintedAddress) {
  const rowsAt = ([nameSize, lineSize, postcodeSize]: (typeof addressSizes)[number], breakInto: typeof wrap) => {
    const row = (bold: boolean, fontSize: number) => (text: string) => ({ text, fontSize, bold });
    // The name is bold, and bold letters are a little wider.
    const name = breakInto(to.name, labelRoom, nameSize * 1.06).map(row(true, nameSize));
    const lines = linesWithoutPostcode(to).flatMap((line) => breakInto(line, labelRoom, lineSize).map(row(false, lineSize)));
    return [...name, ...lines, ...[to.postcode].map(row(true, postcodeSize))];
  };
  const fits = (rows: ReturnType<typeof rowsAt>): boolean =>
    rows.reduce((sum, { fontSize }) => sum + fontSize * LINE, 0) <= addressRoom &&
    rows.every(({ text, fontSize }) => widthIn(text, fontSize) <= labelRoom);
  const candidates = [wrapWords, wrap].flatMap((breakInto) => addressSizes.map((sizes) => rowsAt(sizes, breakInto)));
  return candidates.find(fits) ?? candidates.at(-1) ?? [];
}

function recipient(to: PrintedAddress): Content[] {
  let y = addressTop;
  const rows = fitAddress(to).map(({ text, fontSize, bold }) => {
    const top = y;
    y += fontSize * LINE;
    return words(text, { y: top, sizes: [fontSize], bold });
  });
  return [
    caption('Deliver to', 0, 82),
    ...rows,
    words(to.contact_name ?? '', { y: 233, room: labelRoom - phoneRoom - 8, sizes: [10, 9, 8, 7] }),
    words(to.contact_phone ?? '', { x: labelRoom - phoneRoom, y: 233, sizes: [10, 9, 8, 7, 6], align: 'right' }),
  ];
}

/** The client's own order references, or the dispatch number if there are none. */
function reference(dispatch: LabelledDispatch, x: number): Content[] {
  const references = dispatch.client_po_references.filter((reference) => reference !== '');
  const value = references.length > 0 ? references.join(', ') : dispatch.dispatch_number;
  return [caption(references.length > 0 ? 'Your PO' : 'Dispatch', x, 298), words(value, { x, y: 307, sizes: [12, 10, 8, 7], bold: true })];
}
