// Measures the JavaScript that a first screen loads, gzipped, from Vite's manifest of the built PWA. Exits 1 above a limit.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const pwa = new URL('../pwa/', import.meta.url);
const manifestFile = new URL('dist/.vite/manifest.json', pwa);

/** Kilobytes, gzipped, for the screen at that address and all it needs before it can be drawn. */
const limits = { '/sign-in': 110, '/admin/picking/orders': 170 };

if (!existsSync(manifestFile)) {
  console.error('The PWA is not built. Run: npm run build');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
/** The floor's first screens lie together in one file. */
const floorFile = Object.keys(manifest).find((key) => manifest[key].name === 'floor');
const routes = readFileSync(new URL('routes.tsx', pwa), 'utf8');

/** The entries of a screen: its own, and what it reads the API with unless it needs none. */
function entriesOf(path) {
  const row = new RegExp(`path: '${path.replaceAll('/', '\\/')}',[^]*?import\\('\\.\\/([^']+)'\\)[^]*?\\},?\\n`).exec(routes);
  if (!row) return null;
  return ['index.html', manifest[row[1]] ? row[1] : floorFile, ...(row[0].includes('reads_device_only') ? [] : ['api/with-queries.tsx'])];
}

/** Every file that is fetched with these entries, each once. */
function closure(keys, seen = new Set()) {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the manifest`);
    if (seen.has(chunk.file)) continue;
    seen.add(chunk.file);
    closure(chunk.imports ?? [], seen);
  }
  return seen;
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1).padStart(7);
let isOver = false;
for (const [path, limit] of Object.entries(limits)) {
  const entries = entriesOf(path);
  if (!entries) {
    console.error(`${path} is not in pwa/routes.tsx`);
    isOver = true;
    continue;
  }
  const files = [...closure(entries)].map((file) => ({ file, size: gzipSync(readFileSync(new URL(`dist/${file}`, pwa))).length }));
  const sum = files.reduce((total, { size }) => total + size, 0);
  const verdict = sum > limit * 1000 ? 'OVER' : 'ok';
  if (verdict === 'OVER') isOver = true;
  console.log(`${path}: ${kilobytes(sum)} kB of ${limit} kB gzipped, ${verdict}`);
  for (const { file, size } of files.sort((one, other) => other.size - one.size)) console.log(`${kilobytes(size)} kB  ${file}`);
}
process.exit(isOver ? 1 : 0);
