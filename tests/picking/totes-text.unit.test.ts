import { expect, test } from 'vitest';
import { totesText } from '../../shared/picking/totes-text.ts';

test('a pick’s totes are named by their codes, the full ones first, else by their place on the trolley', () => {
  const cluster = { id: '0b5f7f2e-6c1a-4d0e-9a37-2f4f1f6f6a10', position: 3 };
  expect(totesText({ tote: 'T-2', full_totes: ['T-1'], cluster })).toBe('tote T-1 and T-2');
  expect(totesText({ tote: null, cluster })).toBe('tote 3 Pink');
  expect(totesText({ tote: null, full_totes: [], cluster: null })).toBeNull();
});
