import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { shareChunks } from '../../pwa/shared-chunks.ts';
import { scratch } from '../scratch.ts';

const pwa = mkdtempSync(join(scratch, 'kitroom-chunks-'));
afterAll(() => rmSync(pwa, { recursive: true }));
const own = ['orders', 'people', 'picking'];
writeFileSync(join(pwa, 'routes.tsx'), own.map((name) => `{ path: '/${name}', load: () => import('./${name}.tsx') },`).join('\n'));

/** The files of an app whose screens import shared files. `shared`: name of a file → its size in bytes and its imports. */
const filesOf = (shared: Record<string, [bytes: number, ...imports: string[]]>, screens: Record<string, string[]>) =>
  Object.entries({
    index: [500_000] as [number],
    'api/with-queries': [1000] as [number],
    ...Object.fromEntries(own.map((name) => [name, [1000, 'index', ...(screens[name] ?? [])] as [number, ...string[]]])),
    ...shared,
  }).map(([name, [bytes, ...imports]]) => ({
    fileName: name,
    imports,
    moduleIds: [join(pwa, `${name}.tsx`)],
    code: 'x'.repeat(bytes),
    isEntry: name === 'index',
  }));
const namesOf = (...files: Parameters<typeof filesOf>) =>
  Object.fromEntries([...shareChunks(pwa, filesOf(...files))].map(([id, name]) => [id.slice(pwa.length + 1, -4), name]));

test('small modules that the same screens share are bundled in one file; modules that only one screen needs are not bundled', () => {
  const names = namesOf({ badge: [2000], table: [3000] }, { orders: ['badge', 'table'], people: ['badge', 'table'] });
  expect(names.badge).toBe(names.table);
  expect(own.filter((name) => names[name] !== undefined)).toEqual([]);
});

test('a large module is not loaded by a screen that does not need it', () => {
  const names = namesOf({ badge: [2000], editor: [400_000] }, { orders: ['badge', 'editor'], people: ['badge', 'editor'], picking: ['badge'] });
  expect(names.badge).not.toBe(names.editor);
});

test('no two files import each other: two modules with a third between them share a file only if the file also contains the third', () => {
  const shared = { top: [100, 'middle'], middle: [300_000, 'base'], base: [100] } as Record<string, [number, ...string[]]>;
  const names = namesOf(shared, { orders: ['top'], people: ['top'], picking: ['base'] });
  expect(names.top === names.base && names.middle !== names.base).toBe(false);
});
