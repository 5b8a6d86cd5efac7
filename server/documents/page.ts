import type { Content, ContentColumns, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import { code128 } from './barcode.ts';
import { fitLine } from './fit.ts';
import { hairline, quiet, shade } from './sheet.ts';

const barcodeRoom = 190;
/** Points that an A4 page has between its margins. */
export const pageRoom = 515;
const footRoom = 400;

/** An A4 page with the document's number at the foot of every page. */
export const page = (title: string, number: string, content: Content[]): TDocumentDefinitions => ({
  info: { title: `${title} ${number}` },
  pageSize: 'A4',
  pageMargins: [40, 40, 40, 46],
  content,
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

/** A value under its small grey heading; a dash where there is none. */
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

/** A ruled table whose headings repeat on every page; rows are never split between pages. */
export const ruled = (columns: Column[], rows: TableCell[][]): Content => ({
  table: {
    headerRows: 1,
    keepWithHeaderRows: 1,
    dontBreakRows: true,
    widths: columns.map(({ width }) => width),
    body: [
      columns.map((column): TableCell => ({ text: column.heading, fontSize: 7.5, color: quiet, alignment: column.right ? 'right' : 'left' })),
      ...rows,
    ],
  },
  layout: {
    hLineWidth: (row, { table }) => (row === 0 ? 0 : row === 1 || row === table.body.length ? 0.9 : 0.4),
    vLineWidth: () => 0,
    hLineColor: (row, { table }) => (row === 1 || row === table.body.length ? 'black' : hairline),
    paddingLeft: (column) => (column === 0 ? 0 : 5),
    paddingRight: (column, { table }) => (column === (table.widths?.length ?? 0) - 1 ? 0 : 5),
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
