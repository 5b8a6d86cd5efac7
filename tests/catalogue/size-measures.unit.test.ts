import { expect, test } from 'vitest';
import { sizeMeasures } from '../../shared/catalogue/size-measures.ts';

test('the measures of the offered sizes stand in the sequence of their heading; a size without measures has none', () => {
  const one = sizeMeasures({ S: { chest: 92.5 }, M: { chest: 100 }, XL: { chest: 116 } }, ['S', 'M', 'L']);
  expect([one.heading, [...one.bySize]]).toEqual([
    'Chest in cm',
    [
      ['S', '92.5'],
      ['M', '100'],
    ],
  ]);
  const two = sizeMeasures({ '34R': { Waist: 86, Leg: 81 }, '34S': { Waist: 86 } }, ['34R', '34S']);
  expect([two.heading, two.bySize.get('34R'), two.bySize.get('34S')]).toEqual(['Waist / leg in cm', '86 / 81', '86 / –']);
  expect(sizeMeasures(null, ['S'])).toEqual({ heading: null, names: [], bySize: new Map() });
});
