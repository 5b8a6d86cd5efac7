import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { LabelSize } from '../../shared/documents/sku-label.ts';
import { code128, onDot } from './barcode.ts';
import { fitLine, fitLines } from './fit.ts';
import { foot, labelRoom, labelSheet, plate, words } from './label-parts.ts';

/** The content of a label of a SKU or a bin. */
export interface ShelfLabel {
  /** The SKU or the bin, large. */
  title: string;
  lines: string[];
  /** The content of its barcode. */
  code: string;
}

export interface ShelfLabels {
  size: LabelSize;
  /** How many copies of each label are printed. */
  copies: number;
  labels: ShelfLabel[];
}

/** 50 x 25 mm in points. */
const smallPage = { width: 141.73, height: 70.87 };
const smallMargin = 5;
const smallRoom = smallPage.width - 2 * smallMargin;

/** Labels of SKUs or bins, with their code as Code 128: one to a page. */
export function shelfLabels({ size, copies, labels }: ShelfLabels): TDocumentDefinitions {
  const drawOne = size === '4x6' ? largeLabel : smallLabel;
  const sheet = labelSheet(
    'Labels',
    labels.flatMap((label) => Array.from({ length: copies }, () => drawOne(label))),
  );
  return size === '4x6' ? sheet : { ...sheet, pageSize: smallPage, pageMargins: smallMargin };
}

function largeLabel({ title, lines, code }: ShelfLabel): Content[] {
  const big = fitLines(3, title, labelRoom - 20, [64, 54, 44, 36, 30, 24, 18]);
  const step = big.fontSize * 1.17;
  const height = Math.max(96, big.lines.length * step + 20);
  const [name = '', ...rest] = lines;
  const shownName = fitLines(2, name, labelRoom, [20, 17, 15, 13]);
  return [
    plate(0, 16, labelRoom, height),
    ...big.lines.map((line, index) =>
      words(line, {
        x: 10,
        y: 16 + (height - big.lines.length * step) / 2 + index * step,
        room: labelRoom - 20,
        sizes: [big.fontSize],
        bold: true,
        color: 'white',
      }),
    ),
    ...shownName.lines.map((line, index) =>
      words(line, { y: height + 30 + index * shownName.fontSize * 1.2, sizes: [shownName.fontSize], bold: true }),
    ),
    ...rest.map((line, index) => words(line, { y: height + 84 + index * 28, sizes: [22, 18, 15, 12] })),
    ...foot(code),
  ];
}

/** One line of text at a fixed height of the small label. */
const smallWords = (text: string, y: number, sizes: readonly [number, ...number[]], alignment: 'left' | 'center' = 'left'): Content => ({
  columns: [{ ...fitLine(text, smallRoom, sizes), noWrap: true, bold: true, width: smallRoom, alignment }],
  absolutePosition: { x: smallMargin, y },
});

function smallLabel({ title, lines, code }: ShelfLabel): Content[] {
  const bars = code128(code, smallPage.width, lines.length ? 24 : 27);
  const [name, ...rest] = lines;
  const hasOwnTitle = name !== undefined;
  const y = hasOwnTitle ? 28 : 25;
  return [
    ...(hasOwnTitle
      ? [smallWords(name, 5, [8, 7, 6]), ...rest.map((line) => smallWords(line, 15, [9, 8, 7, 6]))]
      : [smallWords(title, 3, [18, 16, 14, 12, 10, 8], 'center')]),
    ...(bars ? [{ canvas: bars.bars, absolutePosition: { x: onDot((smallPage.width - bars.width) / 2), y } }] : []),
    // Without a barcode the code has to be read by eye, so it is large.
    smallWords(hasOwnTitle ? title : code, bars ? 56 : 36, bars ? [8, 7, 6] : [14, 12, 10, 8, 6], 'center'),
  ];
}
