import { boxContents } from '../../shared/dispatch/box-contents.ts';
import { GRAM } from '../../shared/dispatch/weight.ts';
import { groupBy } from '../../shared/group-by.ts';
import { judgeWeight, type WeightVerdict } from '../../shared/prep/judge-weight.ts';
import { BAG_G } from '../../shared/prep/packaging.ts';
import type { ShippingServiceRow } from '../../shared/sync/rows.ts';
import { currentPrep } from '../offline/current-floor.ts';
import type { BagView, LineView, ReadyView } from '../offline/views.ts';
import type { WeightQuestion } from '../offline/weigh-dialog.tsx';
import { expectedItem } from '../offline/weight-words.ts';
import { countText } from '../ui/count-text.ts';
import type { How } from './use-shipment.ts';

/** The measured weight of the boxes of one dispatch, and how it compares with what is in them. */
export interface BoxWeight {
  weight_g: number;
  verdict: WeightVerdict;
  /** The lines of the items in the boxes. */
  lines: LineView[];
}

type Boxed = Pick<ReadyView, 'uuid'>;

const bagsIn = (orders: readonly Boxed[]): BagView[] => orders.flatMap(({ uuid }) => currentPrep(uuid)?.bags ?? []);

const tareOf = (services: readonly ShippingServiceRow[], { service_key }: How): number | null =>
  services.find((each) => each.service_key === service_key)?.tare_g ?? null;

/** Judges the weight of the boxes in which these orders travel together; null if nobody has weighed them. */
export function boxWeightOf(orders: readonly Boxed[], how: How, services: readonly ShippingServiceRow[]): BoxWeight | null {
  if (!how.is_weighed) return null;
  const bags = bagsIn(orders);
  const contents = boxContents(
    bags.map(({ lines, label_printed_at, weight_g }) => ({ items: lines.map(expectedItem), is_bagged: label_printed_at !== null, weight_g })),
    how.total_items,
    tareOf(services, how),
  );
  const weight_g = Math.round(how.total_weight / GRAM);
  return { weight_g, verdict: judgeWeight(contents.items, weight_g, contents.packaging), lines: bags.flatMap(({ lines }) => lines) };
}

/** What a person is asked about boxes whose weight differs: the items by SKU, and everything else that is on the scale. */
export function boxQuestion(
  orders: readonly Pick<ReadyView, 'uuid' | 'order_number' | 'account_name'>[],
  how: How,
  services: readonly ShippingServiceRow[],
  { weight_g, verdict }: { weight_g: number; verdict: WeightQuestion['verdict'] },
): WeightQuestion {
  const bags = bagsIn(orders);
  const unweighed = bags.filter((bag) => bag.weight_g === null);
  const labelled = unweighed.filter(({ label_printed_at }) => label_printed_at !== null).length;
  const skus = groupBy(
    unweighed.flatMap(({ lines }) => lines),
    ({ product_id }) => product_id,
  );
  const others = bags.flatMap(({ id, wearer, weight_g: grams }) =>
    grams === null ? [] : [{ key: id, label: `Bag of ${wearer.name}, weighed`, grams }],
  );
  if (labelled > 0) others.push({ key: 'bags', label: `${countText(labelled, 'bag')} with paper`, grams: labelled * BAG_G });
  const boxes = how.total_items;
  others.push({ key: 'boxes', label: countText(boxes, 'empty box', 'empty boxes'), grams: boxes * (tareOf(services, how) ?? 0) });
  return {
    place: boxes === 1 ? 'box' : 'boxes',
    heading: [orders.map(({ order_number }) => order_number).join(', '), orders[0]?.account_name].filter(Boolean).join(' · '),
    qty: bags.reduce((sum, { qty }) => sum + qty, 0),
    lines: [...skus.values()].flatMap((each) => {
      const [line] = each;
      return line ? [{ line, qty: each.reduce((sum, { qty_picked }) => sum + qty_picked, 0) }] : [];
    }),
    others,
    weight_g,
    verdict,
  };
}
