import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import { groupBy } from '../../shared/group-by.ts';
import { bagCode } from '../../shared/scan/bag-code.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { fitLines } from './fit.ts';
import { caption, foot, labelRoom, labelSheet, plate, rule, words } from './label-parts.ts';

/** An order with the facts on its wearers' bag labels. */
export interface LabelledOrder {
  id: number;
  order_number: string;
  client: string;
  site: string | null;
  client_po_reference: string | null;
  /** The day by which the client needs the order: for somebody who starts, their first day. */
  required_on: string | null;
  wearers: LabelledWearer[];
}

export interface LabelledWearer {
  employee_id: number;
  name: string;
  employee_number: string | null;
  qty_items: number;
  /** Labels to print: one for each bag. */
  count: number;
}

/** The lines of a wearer’s name at the largest size at which they fit. */
const nameLines = ({ name }: LabelledWearer) => fitLines(3, name, labelRoom - 20, [30, 26, 22, 18, 15, 13, 11]);

/** A wearer's name as the label shows it, in lower case. */
const printedName = (wearer: LabelledWearer): string => nameLines(wearer).lines.join(' ').toLowerCase();

/** A 4 x 6 inch label for each bag of each wearer. */
export function bagLabels(order: LabelledOrder): TDocumentDefinitions {
  const byName = groupBy(order.wearers, printedName);
  const labels = order.wearers.flatMap((wearer) => {
    const isAlone = byName.get(printedName(wearer))?.length === 1;
    return Array.from({ length: wearer.count }, (_, index) => bagLabel(order, { ...wearer, isAlone }, index + 1));
  });
  return labelSheet(`Labels of order ${order.order_number}`, labels);
}

/** The value that identifies the wearer besides the name: the employee number, or, if there is none and another label has the same name, the id. */
const identity = ({ employee_id, employee_number, isAlone }: LabelledWearer & { isAlone: boolean }): [heading: string, value: string] =>
  employee_number || isAlone ? ['Employee number', employee_number ?? 'none'] : ['Wearer number', `#${employee_id}`];

/** The top and the height, in points, of the space for the wearer's name on a label. */
const nameTop = 62;
const nameRoom = 90;

function bagLabel(order: LabelledOrder, wearer: LabelledWearer & { isAlone: boolean }, bag: number): Content[] {
  const half = labelRoom / 2 + 8;
  const [heading, value] = identity(wearer);
  const name = nameLines(wearer);
  const site = fitLines(2, order.site ?? '', labelRoom, [12, 10, 9, 8]);
  const step = nameRoom / Math.max(name.lines.length, 2);
  const top = nameTop + (nameRoom - step * name.lines.length) / 2 + (step - name.fontSize * 1.17) / 2;
  return [
    words(order.client, { y: 14, sizes: [15, 13, 11], bold: true }),
    ...site.lines.map((line, index) => words(line, { y: 34 + index * site.fontSize * 1.17, sizes: [site.fontSize] })),
    plate(0, 58, labelRoom, 98),
    ...name.lines.map((line, index) =>
      words(line, {
        x: 10,
        y: top + index * step,
        room: labelRoom - 20,
        sizes: [name.fontSize],
        bold: true,
        color: 'white',
      }),
    ),

    caption(heading, 0, 166),
    words(value, { y: 175, room: half - 8, sizes: [22, 18, 14, 11, 9], bold: true }),
    caption('Items for this wearer', half, 166),
    words(String(wearer.qty_items), { x: half, y: 175, sizes: [22], bold: true }),
    rule(208),

    caption('Order', 0, 216),
    words(order.order_number, { y: 225, room: half - 8, sizes: [34, 28, 22], bold: true }),
    caption('Bag', half, 216),
    words(`${bag} of ${wearer.count}`, { x: half, y: 225, sizes: [34, 28, 22], bold: true }),
    ...(order.client_po_reference
      ? [
          caption('Your PO', 0, 276),
          words(order.client_po_reference, { y: 285, room: order.required_on ? half - 8 : labelRoom, sizes: [16, 14, 11, 9], bold: true }),
        ]
      : []),
    ...(order.required_on
      ? [caption('Needed by', half, 276), words(formatDate(order.required_on), { x: half, y: 285, sizes: [22, 18], bold: true })]
      : []),
    ...foot(bagCode({ order_id: order.id, employee_id: wearer.employee_id, bag })),
  ];
}
