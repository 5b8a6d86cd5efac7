// Measures the JavaScript that a first screen loads, from Vite's manifest of the built PWA, and checks whether the page preloads its typeface.
// It also checks that no two files need each other. Exits 1 above a limit.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const pwa = new URL('../pwa/', import.meta.url);
const manifestFile = new URL('dist/.vite/manifest.json', pwa);

/**
 * The most kilobytes (gzipped) and the most files for the screen at an address, with everything that it needs before it can be rendered: each file
 * costs a tablet some time of its own. The first file has the table of all screens, of which each adds about 40 bytes.
 */
const limits = { '/sign-in': { most: 112, files: 8 }, '/admin/picking/orders': { most: 170, files: 5 } };

if (!existsSync(manifestFile)) {
  console.error('The PWA is not built. Run: npm run build');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
const routes = readFileSync(new URL('routes.tsx', pwa), 'utf8');

/** The entries of a screen: its own, and the query client unless it does not need one. */
function entriesOf(path) {
  const row = new RegExp(`path: '${path.replaceAll('/', '\\/')}',[^]*?import\\('\\.\\/([^']+)'\\)[^]*?\\},?\\n`).exec(routes);
  if (!row) return null;
  return ['index.html', row[1], ...(row[0].includes('reads_device_only') ? [] : ['api/with-queries.tsx'])];
}

/** Every file that is loaded with these entries, each once. */
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
for (const [path, { most, files: mostFiles }] of Object.entries(limits)) {
  const entries = entriesOf(path);
  if (!entries) {
    console.error(`${path} is not in pwa/routes.tsx`);
    isOver = true;
    continue;
  }
  const files = [...closure(entries)].map((file) => ({ file, size: gzipSync(readFileSync(new URL(`dist/${file}`, pwa))).length }));
  const sum = files.reduce((total, { size }) => total + size, 0);
  const verdict = sum > most * 1000 || files.length > mostFiles ? 'OVER' : 'ok';
  if (verdict === 'OVER') isOver = true;
  console.log(`${path}: ${kilobytes(sum)} kB of ${most} kB gzipped, ${files.length} files of ${mostFiles}, ${verdict}`);
  for (const { file, size } of files.sort((one, other) => other.size - one.size)) console.log(`${kilobytes(size)} kB  ${file}`);
}
// In a circle of imports, a file is evaluated before one that it needs. Which file fails depends on the screen that is opened first.
const inCircle = Object.keys(manifest).filter((key) => closure(manifest[key].imports ?? []).has(manifest[key].file));
if (inCircle.length) {
  console.error(`These files need each other: ${inCircle.map((key) => manifest[key].file).join(', ')}.`);
  isOver = true;
}
const page = readFileSync(new URL('dist/index.html', pwa), 'utf8');
if (!/<link rel="preload" as="font" type="font\/woff2" href="\/assets\/[^"]+\.woff2" crossorigin/.test(page)) {
  console.error('The page does not preload its typeface, so its text is laid out twice.');
  isOver = true;
}
process.exit(isOver ? 1 : 0);
