import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { giveUp, root, step } from './install.mjs';

/** The server as `npm start` runs it. */
export const serverFile = join(root, 'data', 'var', 'build', 'main.js');

/**
 * Further flags for Node.js. V8 would otherwise allocate the parts of all queries as long-lived objects, because the parts of queries that are built
 * only once do live long: short requests then take 1.8 times the processor time, most of it to collect garbage.
 */
export const serverFlags = ['--enable-source-maps', '--no-allocation-site-pretenuring'];

/** Builds the app unless the one in pwa/dist was made from exactly these sources. */
export const buildPwa = () => whenStale('Building the app', join(root, 'pwa', 'dist'), ['pwa', 'shared'], pwa);

/** Builds the server unless the one in data/var/build was made from exactly these sources. */
export const buildServer = () => whenStale('Building the server', dirname(serverFile), ['server', 'shared', 'data'], server);

const scriptsFolder = join(root, 'data', 'var', 'build-scripts');
const scripts = ['add-super', 'backup', 'clear-demo', 'migrate', 'restore', 'stock-verify'].map((name) => `scripts/${name}.ts`);

/** Builds the programs that npm runs at a terminal, for tests, which start them again and again; people run the sources instead. */
export const buildScripts = () =>
  whenStale('Building the scripts', scriptsFolder, ['server', 'shared', 'data', 'scripts'], () => inOneFile(scripts, scriptsFolder));

async function whenStale(title, output, sources, build) {
  const stamp = join(output, '.built-from');
  const now = hashOf([...sources, 'scripts/build.mjs', 'package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  await step(title, async () => {
    const fault = await build();
    if (fault) {
      console.error(withoutStack(stripVTControlCharacters(fault)).trim());
      giveUp(`${title} did not work; the reason is above.`);
    }
  });
  writeFileSync(stamp, now);
}

const withoutStack = (text) =>
  text
    .split('\n')
    .filter((line) => !/^ {4}at /.test(line))
    .join('\n');

/** Runs vite for the app; returns its output if it failed, else null. */
function pwa() {
  const child = spawn(process.execPath, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', 'pwa'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0 ? null : output)));
}

/** Builds the server's program and the module with which another program runs a product. */
const server = () => inOneFile(['server/main.ts', 'server/run-product.ts', 'server/core/settings.ts'], dirname(serverFile));

/**
 * Bundles a program, or several with their shared modules; returns what went wrong, or null. One file starts three times as fast
 * as hundreds that are translated at the start. Compiled packages, and those that are seldom needed, stay outside.
 */
export async function inOneFile(program, outDir) {
  const { build } = await import('vite');
  const mode = process.env.NODE_ENV;
  const inside = [/^hono/, /^@hono\//, /^drizzle-orm/, 'zod', 'croner', 'async-mutex'];
  const fault = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [ownPlaces],
    build: { ssr: true, rolldownOptions: { input: program }, outDir, emptyOutDir: true, target: 'node20', sourcemap: true, copyPublicDir: false },
    ssr: { noExternal: inside },
  }).then(
    () => null,
    (error) => String(error.message),
  );
  // Vite sets NODE_ENV of this process to production; the server reads its own environment, so the earlier value is restored.
  if (mode === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = mode;
  return fault;
}

/** Makes a bundled source find the files beside its original place, not beside the bundle. */
const ownPlaces = {
  name: 'own-places',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.')) return null;
    const places = { dirname: dirname(id), filename: id, url: pathToFileURL(id).href };
    return { code: code.replace(/\bimport\.meta\.(dirname|filename|url)\b/g, (_, name) => JSON.stringify(places[name])), map: null };
  },
};

/** One hash over the clone's own path and the names and contents of these files and of all files in these folders, in name order. */
function hashOf(paths) {
  const hash = createHash('sha256').update(root);
  for (const path of paths.flatMap(filesBelow))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

const notSources = new Set(['pwa/dist', 'data/var']);

function filesBelow(path) {
  if (/\.(json|mjs)$/.test(path)) return [path];
  const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const below = `${path}/${entry.name}`;
    if (entry.isDirectory()) return notSources.has(below) ? [] : filesBelow(below);
    return [below];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildServer();
  await buildPwa();
}
