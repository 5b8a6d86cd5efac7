import { expect, test } from 'vitest';
import { sizeText } from '../../../pwa/ui/size-text.ts';

test('sizes are shown in kB, from 1,000 kB on in MB, and never as less than 1 kB', () => {
  expect([0, 1, 240_400, 999_499, 999_500, 12_400_000].map(sizeText)).toEqual(['1 kB', '1 kB', '240 kB', '999 kB', '1.0 MB', '12.4 MB']);
});
