import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serviceWarnings } from '../../shared/dispatch/service-warnings.ts';
import { postcodeArea } from '../../shared/postcode.ts';

const bag = { service_key: '240', name: 'Bag 1kg', max_weight: 1 };
const ireland = { service_key: '48', name: '48h (NI)', postcode_areas: ['BT'] };
const to = (total_weight: number, total_items = 1, postcode: string | null = 'LS9 0PX') => ({ total_weight, total_items, postcode });

test('a service whose limit is below the weight is warned about, and so is one that does not deliver to the postcode', () => {
  expect(serviceWarnings(bag, to(4.2))).toEqual(['240 Bag 1kg takes 1 kg, not 4.2 kg']);
  expect(serviceWarnings(bag, to(4.2, 2))).toEqual(['240 Bag 1kg takes 1 kg a box: 2 boxes of 4.2 kg are too heavy']);
  expect(serviceWarnings(ireland, to(4.2))).toEqual(['48 48h (NI) does not deliver to LS, only to BT']);
  expect(serviceWarnings(ireland, to(4.2, 1, 'bt9 5fl'))).toEqual([]);
  expect(serviceWarnings({ ...bag, ...ireland }, to(4.2))).toHaveLength(2);
});

test('the limit itself is allowed, without the faults of binary fractions', () => {
  expect(serviceWarnings(bag, to(1))).toEqual([]);
  expect(serviceWarnings({ ...bag, max_weight: 0.1 }, to(0.1 + 0.2, 3))).toEqual([]);
  expect(serviceWarnings(bag, to(1.001))).toHaveLength(1);
});

test('nothing is known of an unknown service, of a dispatch without a postcode, or of a postcode abroad', () => {
  expect(serviceWarnings(undefined, to(4000))).toEqual([]);
  expect(serviceWarnings(ireland, to(1, 1, null))).toEqual([]);
  expect(serviceWarnings(ireland, to(1, 1, 'D02 AF30'))).toEqual([]);
});

test('a heavier dispatch never has fewer warnings, and one more box never has more', () => {
  const weight = fc.integer({ min: 1, max: 50_000 }).map((grams) => grams / 1000);
  fc.assert(
    fc.property(weight, weight, fc.integer({ min: 1, max: 20 }), weight, (total_weight, more, boxes, max_weight) => {
      const service = { ...bag, max_weight };
      const warnings = serviceWarnings(service, to(total_weight, boxes)).length;
      expect(serviceWarnings(service, to(total_weight + more, boxes)).length).toBeGreaterThanOrEqual(warnings);
      expect(serviceWarnings(service, to(total_weight, boxes + 1)).length).toBeLessThanOrEqual(warnings);
      expect(serviceWarnings({ ...service, max_weight: undefined }, to(total_weight, boxes))).toEqual([]);
    }),
  );
});

test('a service that serves the area of a postcode never warns about it', () => {
  const postcode = fc.constantFrom('LS9 0PX', 'BT9 5FL', 'M1 1AE', 'w1a0ax', 'EC1A 1BB');
  fc.assert(
    fc.property(postcode, fc.array(fc.constantFrom<string>('LS', 'BT', 'M', 'W', 'EC'), { minLength: 1 }), (text, postcode_areas) => {
      const isServed = postcode_areas.includes(postcodeArea(text) ?? '');
      expect(serviceWarnings({ ...ireland, postcode_areas }, to(1, 1, text))).toHaveLength(isServed ? 0 : 1);
    }),
  );
});
