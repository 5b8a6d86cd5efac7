import type { Content, ContentColumns, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import { code128 } from './barcode.ts';
import { breakWords, columnRooms } from './break-words.ts';
import { BODY, fitLine, widthIn } from './fit.ts';
import { hairline, quiet, shade } from './sheet.ts';

const barcodeRoom = 190;
/** Points that an A4 page has between its margins. */
export const pageRoom = 515;
/** Points between the margins of an A4 page in landscape. */
export const sideRoom = 761;
/** Points on each side of the text in a column. */
const COLUMN_PADDING = 5;
/** Minimum width, in points, of a column that has no width of its own. */
const MIN_SHARE = 70;
const HEADING = 7.5;
const footRoom = 400;

/** An A4 page with the document's number at the foot of every page; it is in landscape if `room` is wider than `pageRoom`. */
export const page = (title: string, number: string, content: Content[], room = pageRoom): TDocumentDefinitions => ({
  info: { title: `${title} ${number}` },
  pageSize: 'A4',
  pageOrientation: room > pageRoom ? 'landscape' : 'portrait',
  pageMargins: [40, 40, 40, 46],
  content: content.map((part) => breakWords(part, room)),
  footer: (current, count) => ({
    columns: [
      { text: fitLine(`${title} ${number}`, footRoom, [8]).text, width: footRoom },
      { text: `Page ${current} of ${count}`, alignment: 'right' },
    ],
    margin: [40, 14, 40, 0],
    fontSize: 8,
    color: quiet,
  }),
});

/** Several documents with the same pages in one: each begins on a new page and has its own page numbers at the foot. */
export function joined(title: string, documents: readonly TDocumentDefinitions[]): TDocumentDefinitions {
  const { footer: _, ...first } = documents[0] ?? page(title, '', []);
  return { ...first, info: { title }, content: documents.map(section) };
}

/** A document as a section of another. The background draws nothing: it is called for each page that is added, before any foot is drawn. */
function section({ content, footer }: TDocumentDefinitions): Content {
  const pages = new Set<number>();
  return {
    section: content,
    background: (current) => {
      pages.add(current);
      return null;
    },
    footer: (current, _, size) => (typeof footer === 'function' ? footer([...pages].indexOf(current) + 1, pages.size, size) : footer),
  };
}

/** The document's name and number on the left, the number's barcode on the right. */
export function heading(title: string, number: string, under: string): ContentColumns {
  const bars = code128(number, barcodeRoom, 40);
  return {
    columns: [
      {
        width: '*',
        stack: [
          { text: title, fontSize: 12, color: quiet },
          { ...fitLine(number, pageRoom - (bars?.width ?? 0), [24, 18, 14, 11, 9]), bold: true },
          { text: under, color: quiet },
        ],
      },
      ...(bars ? [{ width: bars.width, canvas: bars.bars, margin: [0, 6, 0, 0] as [number, number, number, number] }] : []),
    ],
    margin: [0, 0, 0, 14],
  };
}

/** A value under its small grey heading; a dash if there is none. */
export const fact = (label: string, value: string | null | undefined): Content => ({
  stack: [
    { text: label, fontSize: 7.5, color: quiet },
    { text: value || '–', lineHeight: 1.15 },
  ],
});

/** Facts side by side; the first column is `first` wide (points), the others share the rest. */
export const facts = (columns: Content[][], first: number | '*' = '*'): ContentColumns => ({
  columns: columns.map((column, index) => ({
    width: index === 0 ? first : '*',
    stack: column.flatMap((one): Content[] => [one, { text: ' ', fontSize: 4 }]),
  })),
  columnGap: 16,
  margin: [0, 0, 0, 8],
});

export interface Column {
  heading: string;
  width: number | 'auto' | '*';
  right?: boolean;
}

const numberWidth = (cell: TableCell | undefined): number => {
  const { text, fontSize = BODY } = (cell ?? {}) as { text?: unknown; fontSize?: number };
  return typeof text === 'string' ? widthIn(text, fontSize) : 0;
};

/**
 * The widths of columns in points. A column of numbers is at least as wide as its widest number. If too little width is left, the text columns with
 * a given width are narrowed in proportion.
 */
function columnWidths(columns: readonly Column[], rows: readonly TableCell[][], room: number): number[] {
  const least = columns.map(({ heading, width, right }, place) => {
    if (!right || typeof width !== 'number') return width;
    return rows.reduce((widest, row) => Math.max(widest, numberWidth(row[place])), Math.max(width, widthIn(heading, HEADING)));
  });
  const roomForText = room - 2 * COLUMN_PADDING * (columns.length - 1);
  const sumOf = (isRight: boolean): number =>
    least.reduce<number>((sum, width, place) => sum + (typeof width === 'number' && (columns[place]?.right ?? false) === isRight ? width : 0), 0);
  const shares = least.filter((width) => typeof width !== 'number').length;
  const scale = Math.min(1, (roomForText - sumOf(true) - shares * MIN_SHARE) / sumOf(false));
  return columnRooms(
    least.map((width, place) => (typeof width === 'number' && !columns[place]?.right ? width * scale : width)),
    roomForText,
  );
}

/** A ruled table whose headings repeat on every page; rows are never split between pages. */
export const ruled = (columns: Column[], rows: TableCell[][], room = pageRoom): Content => ({
  table: {
    headerRows: 1,
    keepWithHeaderRows: 1,
    dontBreakRows: true,
    widths: columnWidths(columns, rows, room),
    body: [
      columns.map((column): TableCell => ({ text: column.heading, fontSize: HEADING, color: quiet, alignment: column.right ? 'right' : 'left' })),
      ...rows,
    ],
  },
  layout: {
    hLineWidth: (row, { table }) => (row === 0 ? 0 : row === 1 || row === table.body.length ? 0.9 : 0.4),
    vLineWidth: () => 0,
    hLineColor: (row, { table }) => (row === 1 || row === table.body.length ? 'black' : hairline),
    paddingLeft: (column) => (column === 0 ? 0 : COLUMN_PADDING),
    paddingRight: (column, { table }) => (column === (table.widths?.length ?? 0) - 1 ? 0 : COLUMN_PADDING),
    paddingTop: () => 3.5,
    paddingBottom: () => 3.5,
  },
});

/** A row that names the group of the rows under it. */
export const groupRow = (text: string, columns: number): TableCell[] => [
  { text, bold: true, colSpan: columns, fillColor: shade, margin: [4, 0, 0, 0] },
  ...Array.from({ length: columns - 1 }, (): TableCell => ''),
];

/** A number with its noun: "1 line", "2 lines". */
export const formatCount = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;
