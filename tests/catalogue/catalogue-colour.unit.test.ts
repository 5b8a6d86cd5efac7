import { expect, test } from 'vitest';
import { type ColourOfStyle, coloursByName } from '../../shared/catalogue/catalogue-colour.ts';

const colour = (name: string, style_sku: string, skus: [string, string?], hex: string | null = null, size = 'M'): ColourOfStyle => ({
  name,
  hex,
  style_sku,
  first_sku: skus[0],
  last_sku: skus[1] ?? skus[0],
  size_1: size,
  size_2: null,
});

test('a colour written with different capitals and accents gets the spelling, code and hex value that most styles use', () => {
  const colours = coloursByName([
    colour('Navy', 'A', ['A-NVY-M', 'A-NVY-S'], '#1F2C4D'),
    colour('NAVY', 'B', ['B-NVY-M'], '#1f2c4d'),
    colour('Navy', 'C', ['C-NAV-M'], '#000080'),
    colour('Écru', 'C', ['C-ECR-M']),
    colour('Ecru', 'D', ['D-ECR-M'], '#eee8d5'),
    colour('Ecru', 'E', ['E-ECR-M']),
  ]);
  expect(colours.get('navy')).toEqual({ name: 'Navy', hex: '#1f2c4d', code: 'NVY' });
  expect(colours.get('ecru')).toEqual({ name: 'Ecru', hex: '#eee8d5', code: 'ECR' });
  expect(colours.size).toBe(2);
});

test('a part of a SKU is no colour code if it is a size, if only some SKUs have it, or if it does not follow the style’s SKU', () => {
  const codeOf = (one: ColourOfStyle) => coloursByName([one]).get('navy')?.code;
  expect(codeOf(colour('Navy', 'A', ['A-M'], null, 'M'))).toBeNull();
  expect(codeOf(colour('Navy', 'A', ['A-7.5'], null, '7½'))).toBeNull();
  expect(codeOf(colour('Navy', 'A', ['A-L-NVY', 'A-S-NVY']))).toBeNull();
  expect(codeOf(colour('Navy', 'A', ['B-NVY-M']))).toBeNull();
  expect(codeOf(colour('Navy', 'A', ['A-NVY-M']))).toBe('NVY');
});
