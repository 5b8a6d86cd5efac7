import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (...path: string[]): { version: string; news: string } =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', ...path), 'utf8')) as { version: string; news: string };

test('the release notice on tablets is for the current version, and is one sentence of at most 140 characters', () => {
  const { version, news } = read('pwa', 'public', 'release.json');
  expect(version).toBe(read('package.json').version);
  expect(news).toMatch(/^[A-Z].{10,138}\.$/);
});
