import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './install.mjs';

// npm run sbom -- <file>: every package of the lock file with its version, licence, hash and dependencies, as CycloneDX 1.6. Unlike npm sbom, it
// writes the same output whenever the lock file is the same, even if a package of another platform lacks its peer.

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;

/** `node_modules/a/node_modules/@b/c` is the package `@b/c`, unless it was installed under another name. */
const nameOf = (path, { name }) => name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The scope of a package: `required` at run time, `optional` if only some platforms need it, `excluded` for development only. */
const scopeOf = ({ dev, devOptional, optional }) => (dev || devOptional ? 'excluded' : optional ? 'optional' : 'required');
const scopes = ['required', 'optional', 'excluded'];

const licencesOf = ({ license }) => {
  if (!license) return {};
  return {
    licenses: [/^[\w.+() -]+$/.test(license) && !/^(SEE|UNLICENSED)/.test(license) ? { expression: license } : { license: { name: license } }],
  };
};

const hashesOf = ({ integrity }) => {
  const [, algorithm, digest] = /^sha(512|256|1)-(\S+)/.exec(integrity ?? '') ?? [];
  return digest ? { hashes: [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }] } : {};
};

/** The entry that a package at `path` gets when it imports `name`: the nearest one in the folders above it; null if there is none. */
function resolved(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const found = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (packages[found]) return found;
    if (at === '') return null;
  }
}

/** The bill of materials of a lock file's text. */
export function sbomOf(lockFile) {
  const { name, version, packages } = JSON.parse(lockFile);
  const product = `${name}@${version}`;
  const refOf = (path) => (path === '' ? product : purlOf(nameOf(path, packages[path]), packages[path].version));

  const components = new Map();
  const dependencies = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    const ref = refOf(path);
    const wanted = { ...entry.dependencies, ...entry.optionalDependencies, ...(path === '' ? entry.devDependencies : {}) };
    const dependsOn = dependencies.get(ref) ?? new Set();
    for (const one of Object.keys(wanted)) {
      const found = resolved(packages, path, one);
      if (found !== null) dependsOn.add(refOf(found));
    }
    dependencies.set(ref, dependsOn);
    if (path === '') continue;
    // A version that is installed in two places has the more necessary scope of the two.
    const scope = scopes[Math.min(scopes.indexOf(scopeOf(entry)), scopes.indexOf(components.get(ref)?.scope ?? 'excluded'))];
    const about = { type: 'library', 'bom-ref': ref, name: nameOf(path, entry), version: entry.version, scope };
    components.set(ref, { ...about, ...hashesOf(entry), ...licencesOf(entry), purl: ref });
  }

  const hash = createHash('sha256').update(lockFile).digest('hex');
  const byRef = (a, b) => (a < b ? -1 : 1);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${[hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-')}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': product, name, version } },
    components: [...components.keys()].sort(byRef).map((ref) => components.get(ref)),
    dependencies: [...dependencies.keys()].sort(byRef).map((ref) => ({ ref, dependsOn: [...dependencies.get(ref)].sort(byRef) })),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = resolve(process.argv[2] ?? join(root, 'data', 'var', 'kitroom.cdx.json'));
  const sbom = sbomOf(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
  console.log(`${file}: ${sbom.components.length} packages.`);
}
