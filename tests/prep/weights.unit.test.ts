import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxContents } from '../../shared/dispatch/box-contents.ts';
import { judgeWeight } from '../../shared/prep/judge-weight.ts';
import { learnWeight, median, samplesOf } from '../../shared/prep/learn-weights.ts';
import { BAG_G } from '../../shared/prep/packaging.ts';
import { readScale, readTypedWeight } from '../../shared/prep/read-scale.ts';

const polo = { product_id: 1, weight_g: 235, weight_deviation_g: 4 };
const beanie = { product_id: 2, weight_g: 70, weight_deviation_g: 2 };
const vest = { product_id: 3, weight_g: 150, weight_deviation_g: 3 };
const hoodie = { product_id: 4, weight_g: 520, weight_deviation_g: 8 };
const bag = [
  { ...polo, qty: 2 },
  { ...beanie, qty: 1 },
  { ...vest, qty: 1 },
  { ...hoodie, qty: 1 },
];

describe('the weight of a bag', () => {
  test('a bag within 30 g or three deviations fits', () => {
    expect(judgeWeight(bag, 1240)).toEqual({ is: 'fits', expected_g: 1240, tolerance_g: 31 });
    expect(judgeWeight(bag, 1271).is).toBe('fits');
    expect(judgeWeight([{ ...polo, qty: 1 }], 295)).toEqual({ is: 'fits', expected_g: 265, tolerance_g: 30 });
    expect(judgeWeight([{ ...polo, qty: 1 }], 296).is).toBe('differs');
  });

  test('a bag that is too heavy or too light names the only SKU whose weight explains it', () => {
    expect(judgeWeight(bag, 1480)).toMatchObject({ is: 'differs', difference_g: 240, guess: { product_id: 1, items: 1 } });
    expect(judgeWeight(bag, 720)).toMatchObject({ is: 'differs', difference_g: -520, guess: { product_id: 4, items: -1 } });
  });

  test('nothing is guessed if no SKU or several SKUs explain the difference, or if more were missing than the bag holds', () => {
    expect(judgeWeight(bag, 1340)).toMatchObject({ is: 'differs', guess: null });
    expect(
      judgeWeight(
        [
          { ...vest, qty: 1 },
          { ...vest, product_id: 9, qty: 1 },
        ],
        480,
      ),
    ).toMatchObject({ is: 'differs', guess: null });
    expect(
      judgeWeight(
        [
          { ...beanie, qty: 1 },
          { ...hoodie, qty: 1 },
        ],
        480,
      ),
    ).toMatchObject({ is: 'differs', difference_g: -140, guess: null });
  });

  test('a bag with a SKU without a weight is not asked about', () => {
    expect(judgeWeight([...bag, { product_id: 7, qty: 1, weight_g: null, weight_deviation_g: 0 }], 9000)).toEqual({
      is: 'unknown',
      at_least_g: 1240,
      product_ids: [7],
    });
  });

  test('a bag that weighs less than the items whose weight is known is asked about, whatever the others weigh', () => {
    const items = [...bag, { product_id: 7, qty: 1, weight_g: null, weight_deviation_g: 0 }];
    expect(judgeWeight(items, 1210).is).toBe('unknown');
    expect(judgeWeight(items, 700)).toMatchObject({ is: 'differs', expected_g: 1240, difference_g: -540, guess: null });
  });
});

describe('the weight of boxes', () => {
  const of = (items: typeof bag, weight_g: number | null = null, is_bagged = true) => ({ items, is_bagged, weight_g });
  const judge = (bags: ReturnType<typeof of>[], boxes: number, tare_g: number | null, weighed_g: number) => {
    const { items, packaging } = boxContents(bags, boxes, tare_g);
    return judgeWeight(items, weighed_g, packaging);
  };

  test('boxes weigh what is in them, a bag and paper for each bag, and the empty boxes', () => {
    expect(judge([of(bag), of(bag)], 2, 400, 3280)).toMatchObject({ is: 'fits', expected_g: 2 * 1240 + 2 * 400 });
    expect(judge([of(bag, null, false)], 1, 400, 1610)).toMatchObject({ is: 'fits', expected_g: 1240 - BAG_G + 400 });
  });

  test('the tolerance grows with the items and with the boxes, by their deviations', () => {
    const { tolerance_g } = judge([of(bag)], 4, 400, 2840) as { tolerance_g: number };
    expect(tolerance_g).toBe(Math.round(3 * Math.sqrt(2 * 16 + 4 + 9 + 64 + 4 * 40 ** 2)));
    expect(judge([of(bag)], 4, 400, 2840 + tolerance_g).is).toBe('fits');
    expect(judge([of(bag)], 4, 400, 2840 + tolerance_g + 1).is).toBe('differs');
  });

  test('one SKU in the bags of several wearers is guessed as one', () => {
    expect(judge([of([{ ...polo, qty: 1 }]), of([{ ...polo, qty: 1 }])], 1, 200, 730 - 235)).toMatchObject({
      is: 'differs',
      guess: { product_id: 1, items: -1 },
    });
  });

  test('a bag that was weighed counts with its own weight: what was confirmed of it is not asked about again', () => {
    expect(judge([of(bag, 1480), of(bag)], 1, 400, 3120)).toMatchObject({ is: 'fits', expected_g: 1480 + 1240 + 400 });
  });

  test('nothing is asked while the weight of an empty box is not known', () => {
    expect(judge([of(bag)], 1, null, 9000)).toEqual({ is: 'unknown', at_least_g: 1240 - BAG_G, product_ids: [] });
  });
});

describe('what bags teach', () => {
  test('a bag of one SKU teaches what one item weighs', () => {
    expect(samplesOf([{ product_id: 1, qty: 4, weight_g: 200 }], 970)).toEqual([{ product_id: 1, grams: 235 }]);
    expect(
      samplesOf(
        [
          { product_id: 1, qty: 1, weight_g: null },
          { product_id: 1, qty: 3, weight_g: null },
        ],
        970,
      ),
    ).toEqual([{ product_id: 1, grams: 235 }]);
  });

  test('the only SKU without a weight gets what the others leave, and several such SKUs learn nothing', () => {
    const unknown = { product_id: 9, qty: 2, weight_g: null };
    expect(samplesOf([{ ...polo, qty: 2 }, unknown], 700)).toEqual([{ product_id: 9, grams: 100 }]);
    expect(samplesOf([unknown, { ...unknown, product_id: 8 }], 700)).toEqual([]);
    expect(samplesOf([{ ...polo, qty: 4 }, unknown], 700)).toEqual([]);
  });

  test('a bag that weighs no more than its packaging teaches nothing, and neither does an empty one', () => {
    expect(samplesOf([{ ...polo, qty: 1 }], BAG_G)).toEqual([]);
    expect(samplesOf([], 500)).toEqual([]);
  });

  test('a weight is learnt from five samples, and a single wrong bag does not change it', () => {
    expect(learnWeight([235, 236, 234, 235])).toBeNull();
    expect(learnWeight([235, 236, 234, 235, 900])).toEqual({ weight_g: 235, weight_deviation_g: 1 });
  });

  test('whatever the bags are, the learnt weight lies between the lightest and the heaviest sample, and a bag of that weight fits', () => {
    const grams = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(fc.array(grams, { minLength: 5, maxLength: 50 }), fc.integer({ min: 1, max: 40 }), (samples, qty) => {
        const learnt = learnWeight(samples);
        if (!learnt) throw new Error('Five samples teach a weight.');
        expect(learnt.weight_g).toBeGreaterThanOrEqual(Math.min(...samples));
        expect(learnt.weight_g).toBeLessThanOrEqual(Math.max(...samples) + 0.5);
        expect(judgeWeight([{ product_id: 1, qty, ...learnt }], BAG_G + qty * learnt.weight_g).is).toBe('fits');
      }),
    );
  });

  test('the samples of a bag add up to the weight of the bag, whatever is in it', () => {
    const item = fc.record({ product_id: fc.integer({ min: 1, max: 5 }), qty: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(
        fc.uniqueArray(item, { minLength: 1, selector: ({ product_id }) => product_id }),
        fc.integer({ min: 31, max: 20_000 }),
        (items, bag_g) => {
          const contents = items.map((one) => ({ ...one, weight_g: one.product_id * 50 }));
          const samples = samplesOf(contents, bag_g);
          const sum = samples.reduce((all, { product_id, grams }) => all + grams * (items.find((one) => one.product_id === product_id)?.qty ?? 0), 0);
          expect(sum).toBeCloseTo(bag_g - BAG_G, 6);
        },
      ),
    );
  });

  test('the median of an even count is the mean of the two middle numbers', () => {
    expect([median([4, 1, 3, 2]), median([3, 1, 2])]).toEqual([2.5, 2]);
  });
});

describe('the scale', () => {
  test.each([
    ['ST,GS,+  1.480kg', { grams: 1480, is_stable: true }],
    ['US,GS,+00.731 kg', { grams: 731, is_stable: false }],
    ['  265 g', { grams: 265, is_stable: true }],
    ['1,480 kg', { grams: 1480, is_stable: true }],
    ['ST,GS,-  0.020kg', null],
    ['ERR', null],
  ])('a scale that reports %j', (line, reading) => {
    expect(readScale(line)).toEqual(reading);
  });

  test('a scale that types like a keyboard sends a weight with its unit, and no other code is taken for one', () => {
    expect(['1.480kg', '265 G', '+0.3 kg'].map(readTypedWeight)).toEqual([1480, 265, 300]);
    expect(['00042', 'PS01-NVY-L', '5kg-1', '4', 'kg'].map(readTypedWeight)).toEqual([null, null, null, null, null]);
  });
});
