import { type ExpectedItem, judgeWeight, type WeightVerdict } from '../../shared/prep/judge-weight.ts';
import type { BagView, LineView } from './views.ts';

/** What the items of a line should weigh. */
export const expectedItem = ({ product_id, qty_picked, product }: LineView): ExpectedItem => ({
  product_id,
  qty: qty_picked,
  weight_g: product?.weight_g ?? null,
  weight_deviation_g: product?.weight_deviation_g ?? 0,
});

/** Judges the weight of a bag that contains everything that was picked for its wearer. */
export const judgeBag = (bag: Pick<BagView, 'lines'>, weight_g: number): WeightVerdict => judgeWeight(bag.lines.map(expectedItem), weight_g);

/** `1,480 g` */
export const gramsText = (grams: number): string => `${grams.toLocaleString('en-GB')} g`;

/** `240 g more than expected` */
export const differenceText = (difference_g: number): string =>
  `${gramsText(Math.abs(difference_g))} ${difference_g > 0 ? 'more' : 'less'} than expected`;

/** What a weight says, in one line. `lines` contain the items on the scale. */
export function weightText(
  verdict: WeightVerdict,
  weight_g: number,
  lines: readonly Pick<LineView, 'product_id' | 'product_name'>[],
): { tone: 'done' | 'warn' | 'plain'; text: string } {
  switch (verdict.is) {
    case 'fits':
      return { tone: 'done', text: `${gramsText(weight_g)}, as expected` };
    case 'differs':
      return { tone: 'warn', text: differenceText(verdict.difference_g) };
    case 'unknown': {
      const unknown = lines.find(({ product_id }) => verdict.product_ids.includes(product_id))?.product_name;
      const why = `${unknown ?? 'an empty box'} has no weight yet`;
      return { tone: 'plain', text: verdict.at_least_g > 0 ? `Expected at least ${gramsText(verdict.at_least_g)}: ${why}` : `Not compared: ${why}` };
    }
  }
}
