// Builds the app as a later version would be: other words on a screen, other program files, and a cache of another
// shape. Run as: node next-build.mjs <folder> <how many versions later>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const [outDir, later] = process.argv.slice(2);
const root = join(import.meta.dirname, '..', '..');

const changes = [
  ['pwa/offline/browser-stores.ts', /CACHE_VERSION = (\d+)/, (_, version) => `CACHE_VERSION = ${Number(version) + Number(later)}`],
  ['pwa/shell/floor-status.tsx', /works here/g, () => `works ${later} later`],
];
const left = new Set(changes.map(([file]) => file));

await build({
  configFile: join(root, 'pwa', 'vite.config.ts'),
  root: join(root, 'pwa'),
  logLevel: 'silent',
  plugins: [
    {
      name: 'a-later-version',
      enforce: 'pre',
      transform(code, id) {
        const change = changes.find(([file]) => id.split('?')[0].endsWith(file));
        if (!change) return null;
        const [file, was, becomes] = change;
        const next = code.replace(was, becomes);
        if (next !== code) left.delete(file);
        return { code: next, map: null };
      },
    },
  ],
  build: { outDir, emptyOutDir: true },
});
if (left.size > 0) throw new Error(`Nothing to change was found in ${[...left].join(', ')}`);

const release = join(outDir, 'release.json');
writeFileSync(release, JSON.stringify({ ...JSON.parse(readFileSync(release, 'utf8')), version: `9.9.${later}` }));
