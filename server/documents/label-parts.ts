import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import { code128, onDot } from './barcode.ts';
import { fitLine } from './fit.ts';
import { labelMargin, labelPage, quiet } from './sheet.ts';

/** Width in points that a label's text and barcode may take. */
export const labelRoom = labelPage.width - 2 * labelMargin;
const leftEdge = labelMargin;

interface Words {
  x?: number;
  y: number;
  room?: number;
  sizes: readonly [number, ...number[]];
  bold?: boolean;
  color?: string;
  align?: 'center' | 'right';
}

/** One line of text at a fixed position, made smaller or cut rather than wrapped, so that a label never needs a second page. */
export function words(text: string, { x = 0, y, room = labelRoom - x, sizes, bold = false, color, align }: Words): Content {
  const line = { ...fitLine(text, room, sizes), noWrap: true, bold, ...(color ? { color } : {}) };
  const absolutePosition = { x: leftEdge + x, y };
  return align ? { columns: [{ ...line, width: room, alignment: align }], absolutePosition } : { ...line, absolutePosition };
}

/** A small grey heading over a value. */
export const caption = (text: string, x: number, y: number): Content => words(text.toUpperCase(), { x, y, sizes: [6.5], color: quiet });

/** A line across the label. */
export const rule = (y: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: labelRoom, y2: 0, lineWidth: 0.8 }],
  absolutePosition: { x: leftEdge, y },
});

/** A black plate behind text that has to be readable from a pace away. */
export const plate = (x: number, y: number, width: number, height: number): Content => ({
  canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: height, color: 'black', lineWidth: 0 }],
  absolutePosition: { x: leftEdge + x, y },
});

/** The barcode at the foot of the label, with its number under it. */
export function foot(number: string): Content[] {
  const bars = code128(number, labelPage.width, 62);
  const numberText = words(number, { y: 398, sizes: [13, 11, 9, 7], bold: true, align: 'center' });
  if (!bars) return [numberText];
  return [{ canvas: bars.bars, absolutePosition: { x: onDot((labelPage.width - bars.width) / 2), y: 332 } }, numberText];
}

/** One page for each label. */
export function labelSheet(title: string, labels: Content[][]): TDocumentDefinitions {
  return {
    info: { title },
    pageSize: labelPage,
    pageMargins: labelMargin,
    content: labels.map(
      (stack, index): Content => ({ stack: [{ text: ' ', fontSize: 1 }, ...stack], ...(index > 0 ? { pageBreak: 'before' } : {}) }),
    ),
  };
}
