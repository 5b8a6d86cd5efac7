import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchSizes, offeredColours, type SizedSku } from '../../shared/substitution/match-sizes.ts';

let id = 0;
const sku = (size: string | null, colour: string | null): SizedSku => {
  id += 1;
  return { id, attributes: { variation_size_1: size, variation_size_2: null, variation_all_size: null, variation_colour: colour } };
};

test('each size in use gets the same size in the chosen colour, and a size that is not offered gets nothing', () => {
  const [small, medium, extra] = [sku('S', 'Navy'), sku('M', 'Navy'), sku('XL', 'Navy')];
  const [blackSmall, blackMedium, red] = [sku('s', 'Black'), sku('M', 'Black'), sku('S', 'Red')];
  const offered = [blackSmall, blackMedium, red];
  expect([...matchSizes([small, medium, extra], offered, 'Black')]).toEqual([
    [small.id, blackSmall],
    [medium.id, blackMedium],
  ]);
  expect(offeredColours([small, medium, extra], offered)).toEqual([
    { colour: 'Black', sizes: 2 },
    { colour: 'Red', sizes: 1 },
  ]);
});

test('a SKU never replaces itself', () => {
  const small = sku('S', 'Navy');
  expect(matchSizes([small], [small], 'Navy').size).toBe(0);
});

test('every match has the size of the SKU that it replaces and the chosen colour', () => {
  const one = fc.record({ size: fc.constantFrom('S', 'M', 'L', 'XL', null), colour: fc.constantFrom('Navy', 'Black', null) });
  fc.assert(
    fc.property(fc.array(one), fc.array(one), fc.constantFrom('Navy', 'Black', null), (used, offered, colour) => {
      const [from, to] = [used, offered].map((list) => list.map((each) => sku(each.size, each.colour))) as [SizedSku[], SizedSku[]];
      const matches = matchSizes(from, to, colour);
      for (const [used_id, match] of matches) {
        expect(match.attributes.variation_size_1).toBe(from.find((each) => each.id === used_id)?.attributes.variation_size_1);
        expect(match.attributes.variation_colour).toBe(colour);
      }
      const sizes = new Set(to.filter((each) => each.attributes.variation_colour === colour).map((each) => each.attributes.variation_size_1));
      expect(matches.size).toBe(from.filter((each) => sizes.has(each.attributes.variation_size_1)).length);
    }),
  );
});
