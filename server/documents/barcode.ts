import bwipjs from 'bwip-js/node';
import type { CanvasRect } from 'pdfmake/interfaces';

/** One dot of a 203 dpi label printer, in points: bars that are whole dots print with clean edges. */
const DOT = 72 / 203;
/** Points taken off each side of a bar, so that rounding never makes it touch the dot beside it. */
const INSET = 0.01;
const WIDEST_MODULE = 5;
const NARROWEST_MODULE = 2;

/** How many blank modules a scanner needs on each side of a Code 128 barcode. */
export const QUIET_MODULES = 10;

export interface Barcode {
  /** Whole width in points, both quiet zones included. */
  width: number;
  height: number;
  /** Width of the narrowest bar in points. */
  module: number;
  bars: CanvasRect[];
}

/** The position (points from the page's edge) nearest to `x` where a printer dot begins. */
export const onDot = (x: number): number => Math.round(x / DOT) * DOT;

/**
 * Code 128 as filled rectangles, as wide as `room` (points) allows in whole printer dots. Null when the text cannot be encoded, or
 * when no scanner could read it at that width: then only the plain number is printed.
 */
export function code128(text: string, room: number, height: number): Barcode | null {
  const runs = runsOf(text);
  if (!runs) return null;
  const modules = runs.reduce((sum, run) => sum + run, 2 * QUIET_MODULES);
  const dots = Math.min(WIDEST_MODULE, Math.floor(room / modules / DOT));
  if (dots < NARROWEST_MODULE) return null;

  const module = dots * DOT;
  const bars: CanvasRect[] = [];
  let x = QUIET_MODULES * module;
  for (const [index, run] of runs.entries()) {
    const width = run * module;
    if (index % 2 === 0) bars.push({ type: 'rect', x: x + INSET, y: 0, w: width - 2 * INSET, h: height, color: 'black', lineWidth: 0 });
    x += width;
  }
  return { width: modules * module, height, module, bars };
}

/** Widths in modules of bar, space, bar, …; null for text that Code 128 cannot encode. */
function runsOf(text: string): number[] | null {
  if (!/^[\x20-\x7e]+$/.test(text)) return null;
  const [symbol] = bwipjs.raw('code128', text, {});
  return symbol && 'sbs' in symbol ? symbol.sbs : null;
}
