import type { Content, ContentText } from 'pdfmake/interfaces';
import { BODY, widthIn } from './fit.ts';

/** The width of bold letters as a multiple of the width of normal letters. */
const BOLD = 1.06;

/** The width of each column in points. A number in `widths` is the column's width; the other columns share the rest. */
export function columnRooms(widths: readonly unknown[], room: number): number[] {
  const fixed = widths.reduce<number>((sum, width) => sum + (typeof width === 'number' ? width : 0), 0);
  const others = widths.filter((width) => typeof width !== 'number').length;
  return widths.map((width) => (typeof width === 'number' ? width : Math.max(0, (room - fixed) / others)));
}

type Node = Partial<Record<'text' | 'stack' | 'columns' | 'table' | 'margin', unknown>> & { fontSize?: number; bold?: boolean; columnGap?: number };
interface Cell extends Node {
  colSpan?: number;
}

/** Returns the text. A word that is wider than `room` may be broken anywhere, because it would push other content off the page. */
function breakText(text: string, room: number, fontSize: number, bold: boolean): Content {
  const size = bold ? fontSize * BOLD : fontSize;
  const words = text.split(/(?<=\s)(?=\S)|(?<=-)(?=[^\s\d])/);
  if (words.every((word) => widthIn(word.trimEnd(), size) <= room)) return text;
  return {
    text: words.map((word): ContentText => (widthIn(word.trimEnd(), size) <= room ? { text: word } : { text: word, wordBreak: 'break-all' })),
  };
}

/** Breaks each word of `part` that is wider than its space: `room` points, or the width of its column or table cell. */
export function breakWords<Part extends Content>(part: Part, room: number, outerSize = BODY): Part {
  const inside = (one: unknown, width: number, size: number): unknown => breakWords(one as Content, width, size);
  if (typeof part === 'string') return breakText(part, room, outerSize, false) as Part;
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one) => inside(one, room, outerSize)) as Part;
  const node = part as Node;
  const size = node.fontSize ?? outerSize;
  const [left = 0, , right = 0] = Array.isArray(node.margin) ? (node.margin as number[]) : [];
  const width = room - left - right;
  if (typeof node.text === 'string') {
    const text = breakText(node.text, width, size, node.bold === true);
    return typeof text === 'string' ? part : ({ ...node, text: (text as ContentText).text } as Part);
  }
  if (Array.isArray(node.stack)) return { ...node, stack: node.stack.map((one) => inside(one, width, size)) } as Part;
  if (Array.isArray(node.columns)) {
    const columns = node.columns as { width?: unknown }[];
    const rooms = columnRooms(
      columns.map((one) => one.width),
      width - (node.columnGap ?? 0) * (columns.length - 1),
    );
    return { ...node, columns: columns.map((one, place) => inside(one, rooms[place] ?? width, size)) } as Part;
  }
  if (node.table) {
    const table = node.table as { widths: number[]; body: Cell[][] };
    const roomOf = (cell: Cell, place: number): number => (cell.colSpan ? width : (table.widths[place] ?? width));
    return { ...node, table: { ...table, body: table.body.map((row) => row.map((cell, place) => inside(cell, roomOf(cell, place), size))) } } as Part;
  }
  return part;
}
