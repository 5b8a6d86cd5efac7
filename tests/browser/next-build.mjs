// Builds the app as three later versions would be: other words on a screen, other program files, and a cache of another
// shape. Run as: node next-build.mjs <folder>, in which each gets a folder: 1, 2 and 3.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, loadConfigFromFile } from 'vite';

const [folder] = process.argv.slice(2);
const root = join(import.meta.dirname, '..', '..');
const configFile = join(root, 'pwa', 'vite.config.ts');

const changesOf = (later) => [
  ['pwa/offline/browser-stores.ts', /CACHE_VERSION = (\d+)/, (_, version) => `CACHE_VERSION = ${Number(version) + later}`],
  ['pwa/shell/floor-status.tsx', /works here/g, () => `works ${later} later`],
];

for (const later of [1, 2, 3]) {
  const changes = changesOf(later);
  const left = new Set(changes.map(([file]) => file));
  const outDir = join(folder, String(later));
  const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' }, configFile);
  await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      // What is sent to these tests is not compressed.
      config.plugins.filter((plugin) => !String(plugin?.name).includes('compress')),
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
    build: { ...config.build, outDir, emptyOutDir: true },
  });
  if (left.size > 0) throw new Error(`Nothing to change was found in ${[...left].join(', ')}`);
  const release = join(outDir, 'release.json');
  writeFileSync(release, JSON.stringify({ ...JSON.parse(readFileSync(release, 'utf8')), version: `9.9.${later}` }));
}
