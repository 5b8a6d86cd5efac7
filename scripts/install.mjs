import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the clone. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const lock = join(root, 'package-lock.json');
const installed = join(root, 'node_modules', '.package-lock.json');

const noCompiler =
  'better-sqlite3 has no ready-made binary here and could not be compiled: install a C++ compiler, make and Python 3 (Debian: apt install build-essential python3; macOS: xcode-select --install), then run this again.';

/** Prints a step, runs it, prints how long it took. */
export async function step(title, work) {
  const started = Date.now();
  console.log(`- ${title} ...`);
  const result = await work();
  console.log(`  done in ${seconds(started)}`);
  return result;
}

/** The time since `started` (milliseconds), as `12.3 s`. */
export const seconds = (started) => `${((Date.now() - started) / 1000).toFixed(1)} s`;

/** Ends the program with one line on stderr. */
export function giveUp(line) {
  console.error(line);
  process.exit(1);
}

/** Installs the packages of the lock file unless node_modules already has them. `development` adds what tests and checks need. */
export async function install({ development = false } = {}) {
  checkNode();
  if (isInstalled(development)) return;
  await step('Installing packages (npm ci); the first time takes a minute or two', async () => {
    const { code, output } = await npm(['ci', '--no-audit', '--no-fund', ...(development ? ['--include=dev'] : [])]);
    if (code === 0) return;
    if (/better-sqlite3/.test(output) && /gyp ERR/.test(output)) giveUp(noCompiler);
    console.error(output.trim());
    giveUp('The packages could not be installed; what npm said is above.');
  });
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) giveUp(`Kitroom needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

/** Whether node_modules holds what the lock file names; optional packages do not count, because they are those of other platforms. */
function isInstalled(development) {
  if (!existsSync(installed)) return false;
  const present = packagesOf(installed);
  return Object.entries(packagesOf(lock)).every(([path, { version, dev, devOptional, optional }]) => {
    const needed = path !== '' && !optional && (development || !(dev || devOptional));
    return !needed || present[path]?.version === version;
  });
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

function npm(args) {
  const ownNpm = process.env.npm_execpath;
  const isScript = ownNpm !== undefined && /npm-cli\.[cm]?js$/.test(ownNpm);
  const child = isScript
    ? spawn(process.execPath, [ownNpm, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: String(error) }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await install({ development: true });
