import { sizeOf } from '../../shared/catalogue/size-of.ts';
import type { BagLine, BagVerdict } from '../../shared/prep/check-bag.ts';
import type { ScannedProduct } from '../../shared/scan/resolve-scan.ts';
import { wrongProduct } from '../../shared/scan/wrong-product.ts';
import type { LineView } from '../offline/views.ts';

/** The screen's message about a scan. */
export interface ScanMessage {
  tone: 'right' | 'wrong';
  /** The main fact: whose garment it is, or what is wrong. */
  title: string;
  text: string;
  /** The line that the message is about, which is scrolled into view. */
  line_id: number | null;
}

export type BenchLine = LineView & BagLine;

/** A garment's name in speech: style, size, colour. */
const garmentName = (product: Omit<ScannedProduct, 'id'>): string =>
  [product.name, sizeOf(product), product.variation_colour].filter(Boolean).join(', ');

const nameOf = (line: LineView): string => line.wearer?.name ?? 'this wearer';

/**
 * The message about a scanned garment that nobody of this order wears. It names the garment, and the garments of the same style that the order needs:
 * those in the same colour if there are any.
 */
function wrongGarmentMessage(lines: readonly LineView[], product: ScannedProduct): ScanMessage {
  const garment = garmentName(product);
  const ofStyle = lines.flatMap((line) => (line.product?.name === product.name ? [line.product] : []));
  const ofColour = ofStyle.filter(({ variation_colour }) => variation_colour === product.variation_colour);
  const [first, ...others] = new Set(ofColour.length > 0 ? ofColour : ofStyle);
  if (!first) return { tone: 'wrong', title: 'Not of this order', text: `${garment} is not ordered for anybody here.`, line_id: null };
  const expected = [first, ...others].map(garmentName).join(' or ');
  return {
    tone: 'wrong',
    title: others.length > 0 ? 'Not of this order' : wrongProduct(product, first),
    text: `You scanned ${garment}. Expected: ${expected}.`,
    line_id: null,
  };
}

/** The message about a garment that was scanned for the bags; `selectedWearer` is the wearer whose bag is being filled. */
export function bagMessage(
  verdict: BagVerdict<BenchLine>,
  product: ScannedProduct,
  selectedWearer: string | null,
  /** If the garment completes a bag: whether the label of that bag is printed. Null if it completes no bag. */
  completed: { isLabelled: boolean } | null,
  lines: readonly LineView[],
): ScanMessage {
  const garment = garmentName(product);
  switch (verdict.is) {
    case 'taken': {
      const { line, qty } = verdict;
      const completeText = completed ? ` The bag is complete${completed.isLabelled ? ' and has its label.' : ': print its label.'}` : '';
      return { tone: 'right', title: nameOf(line), text: `${garment}: ${qty} of ${line.qty_picked}.${completeText}`, line_id: line.id };
    }
    case 'other_bag':
      return {
        tone: 'wrong',
        title: `Not for ${selectedWearer ?? 'this bag'}`,
        text: `${garment} is for ${nameOf(verdict.for)}.`,
        line_id: verdict.for.id,
      };
    case 'waits':
      return {
        tone: 'wrong',
        title: 'Still to be decorated',
        text: `${garment} for ${nameOf(verdict.line)}: ${verdict.line.decoration}.`,
        line_id: verdict.line.id,
      };
    case 'surplus':
      return { tone: 'wrong', title: 'One too many', text: `${garment}: all are in their bags already.`, line_id: verdict.line.id };
    case 'not_in_order':
      return wrongGarmentMessage(lines, product);
  }
}

/** The message about a garment that was scanned at the machine: which decoration it gets. */
export function decorationMessage(lines: readonly LineView[], product: ScannedProduct): ScanMessage {
  const garment = garmentName(product);
  const same = lines.filter((line) => line.product_id === product.id);
  if (same.length === 0) return wrongGarmentMessage(lines, product);
  const decorated = same.filter(({ decoration }) => decoration);
  const next = decorated.find(({ prep_ticked_at }) => !prep_ticked_at) ?? decorated[0];
  if (!next) return { tone: 'wrong', title: 'Nothing to decorate', text: `${garment} goes straight to bagging.`, line_id: null };
  if (next.prep_ticked_at) return { tone: 'wrong', title: 'Done already', text: `${garment}: ${next.decoration}.`, line_id: next.id };
  return { tone: 'right', title: next.decoration ?? '', text: `${garment}, ${next.qty_picked} for ${nameOf(next)}.`, line_id: next.id };
}
