import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  scope: string;
  hashes?: { alg: string; content: string }[];
  licenses?: unknown[];
}
interface Sbom {
  bomFormat: string;
  specVersion: string;
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const root = join(import.meta.dirname, '..');

function writeSbom(file: string): string {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/sbom.mjs', file], { cwd: root, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return readFileSync(file, 'utf8');
}

test('the bill of materials names every package of the lock file once, and is always the same for the same lock file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-sbom-'));
  const text = writeSbom(join(folder, 'a.json'));
  expect(writeSbom(join(folder, 'b.json'))).toBe(text);
  rmSync(folder, { recursive: true });

  const sbom = JSON.parse(text) as Sbom;
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; name?: string; dev?: boolean }>;
  };
  const lockedPackages = new Set(
    Object.entries(packages)
      .filter(([path]) => path !== '')
      .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)} ${version}`),
  );
  expect(sbom.components.map(({ name, version }) => `${name} ${version}`).sort()).toEqual([...lockedPackages].sort());

  const component = (name: string) => sbom.components.find((one) => one.name === name);
  expect(component('hono')).toMatchObject({ scope: 'required', licenses: [{ expression: 'MIT' }], hashes: [{ alg: 'SHA-512' }] });
  expect(component('hono')?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  expect(component('vitest')).toMatchObject({ scope: 'excluded' });
  expect(component('@hono/node-server')?.['bom-ref']).toMatch(/^pkg:npm\/%40hono\/node-server@/);

  const refs = new Set(sbom.components.map((one) => one['bom-ref']));
  for (const { dependsOn } of sbom.dependencies) for (const ref of dependsOn) expect(refs).toContain(ref);
  const argon2 = sbom.dependencies.find(({ ref }) => ref.startsWith('pkg:npm/%40node-rs/argon2@'));
  expect(argon2?.dependsOn.some((ref) => ref.includes('argon2-linux-x64'))).toBe(true);
});
