import fc from 'fast-check';
import { expect, test } from 'vitest';
import { marksOf, setUpOf } from '../../shared/prep/decoration.ts';

const marks = (decoration: string) =>
  marksOf(decoration).map(({ place, shows }) => [place.name, shows && ('logo' in shows ? 'logo' : shows.letters)]);

test('the words of a decoration give its position and its content', () => {
  expect(marks('Northgate logo, left breast')).toEqual([['left breast', 'logo']]);
  expect(marks('Northgate logo, left breast, and FACILITIES on the back')).toEqual([
    ['left breast', 'logo'],
    ['back', 'FACILITIES'],
  ]);
  expect(marks('Name: CALLUM, right chest')).toEqual([['right chest', 'CALLUM']]);
  expect(marks('“Head chef” on the collar')).toEqual([['collar', 'Head chef']]);
  expect(marks('Name badge, right breast')).toEqual([['right breast', null]]);
  expect(marks('Background colour as agreed')).toEqual([]);
});

test('left means the wearer’s left, which is on the right of the picture', () => {
  const [left] = marksOf('logo left breast');
  const [right] = marksOf('logo right breast');
  expect(left?.place.x).toBeGreaterThan(0.5);
  expect(right?.place.x).toBeLessThan(0.5);
});

test('decorations that differ only in capitals and spaces have the same set-up', () => {
  expect(setUpOf(' Northgate  Logo, left breast ')).toBe(setUpOf('northgate logo, LEFT breast'));
  expect(setUpOf('logo, left breast')).not.toBe(setUpOf('logo, right breast'));
});

test('any text is parsed without an error, and each mark lies within the picture', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.constantFrom('left breast', 'back', 'right sleeve', ''), (words, place) => {
      for (const { place: at } of marksOf(`${words} ${place}`)) {
        expect(at.x).toBeGreaterThan(0);
        expect(at.x).toBeLessThan(1);
        expect(at.y).toBeGreaterThan(0);
        expect(at.y).toBeLessThan(1);
      }
    }),
  );
});
