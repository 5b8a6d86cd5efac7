import { expect, test } from 'vitest';
import { exchangeWords } from '../../pwa/ordering/exchange-words.ts';

test('the button names the size with its article', () => {
  const words = ['9', '8', '8½', '80', '11', '110', '18', 'M', 'S', 'L', 'XL', '2XL', 'Small', 'U', '44 Regular', 'Extra large'].map(exchangeWords);
  expect(words).toEqual(
    [
      'a 9',
      'an 8',
      'an 8½',
      'an 80',
      'an 11',
      'a 110',
      'an 18',
      'an M',
      'an S',
      'an L',
      'an XL',
      'a 2XL',
      'a Small',
      'a U',
      'a 44 Regular',
      'an Extra large',
    ].map((size) => `Exchange for ${size}`),
  );
  expect(exchangeWords('One Size')).toBe('Exchange for a new one');
  expect(exchangeWords(null)).toBe('Exchange');
});
