import { expect, test } from 'vitest';
import { letterOf } from '../pwa/ui/letter-of.ts';

test('a name is listed under its first letter without accents, and signs before the letter are ignored', () => {
  const names = {
    Étoile: 'E',
    Łódź: 'L',
    Æther: 'A',
    İstanbul: 'I',
    Øster: 'O',
    '"K" Clothing': 'K',
    '‘k’': 'K',
    ' north': 'N',
    '2nd Try': '2',
    王: '王',
    𝒜bc: '𝒜',
    '!?': '#',
    '': '#',
  };
  expect(Object.keys(names).map(letterOf)).toEqual(Object.values(names));
});
