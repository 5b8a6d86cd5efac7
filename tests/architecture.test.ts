import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import type { ICruiseOptions, ICruiseResult, IFlattenedRuleSet } from 'dependency-cruiser';
import { cruise } from 'dependency-cruiser';
import {
  createSourceFile,
  forEachChild,
  isArrowFunction,
  isCallExpression,
  isFunctionDeclaration,
  isIdentifier,
  isPrivateIdentifier,
  isPropertyAccessExpression,
  isVariableStatement,
  type Node,
  ScriptKind,
  ScriptTarget,
} from 'typescript';
import { afterAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: { name: string; from: { path?: string } }[];
  options: ICruiseOptions;
};

/** Matches the files of the PWA's areas, and captures the area. */
const inArea = new RegExp(rules.forbidden.find(({ name }) => name === 'areas-apart')?.from.path ?? '');

/** The folders of the server that import each other in a circle. */
function foldersInCircles(modules: ICruiseResult['modules']): string[] {
  const folderOf = (path: string): string | undefined => /^server\/([^/]+)\//.exec(path)?.[1];
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    if (!from) continue;
    const targets = imports.get(from) ?? new Set();
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (to && to !== from) targets.add(to);
    }
    imports.set(from, targets);
  }
  const reaches = (start: string): boolean => {
    const visited = new Set<string>();
    const pending = [...(imports.get(start) ?? [])];
    for (let folder = pending.pop(); folder; folder = pending.pop()) {
      if (folder === start) return true;
      if (visited.has(folder)) continue;
      visited.add(folder);
      pending.push(...(imports.get(folder) ?? []));
    }
    return false;
  };
  return [...imports.keys()].filter(reaches).sort();
}

async function violations(baseDir: string): Promise<{ cruised: number; faults: string[]; circles: string[] }> {
  const options = { ...rules.options, baseDir, validate: true, ruleSet: { forbidden: rules.forbidden } as IFlattenedRuleSet };
  const { output } = await cruise(['shared', 'server', 'pwa'], options);
  const { modules, summary } = output as ICruiseResult;
  const ownModules = modules.filter(({ source }) => /^(shared|server|pwa)\//.test(source));
  const faults = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).sort();
  return { cruised: ownModules.length, faults, circles: foldersInCircles(ownModules) };
}

describe('folders and allowed imports', () => {
  test('no module has an import that is not allowed', async () => {
    const { cruised, faults, circles } = await violations(root);
    expect(faults).toEqual([]);
    // A command that causes something in another area emits an event (server/core/events.ts) instead of importing that area.
    expect(circles).toEqual([]);
    // A check that reads no modules would find no fault.
    expect(cruised).toBeGreaterThan(100);
  });

  const folder = mkdtempSync(join(tmpdir(), 'kitroom-architecture-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('a violation of each rule is found', async () => {
    const files: Record<string, string> = {
      'package.json': readFileSync(join(root, 'package.json'), 'utf8'),
      'shared/money.ts': "export { z } from 'zod';",
      'shared/impure.ts': "import 'node:fs'; import '../server/db/db.ts'; import './money.ts';",
      'server/app.ts': "import 'hono'; import './picking/routes.ts';",
      'server/db/dialect.ts': "import 'drizzle-orm/pg-core';",
      'server/db/db.ts': "import 'better-sqlite3'; import './dialect.ts'; import '../../shared/money.ts';",
      'server/picking/routes.ts': "import 'hono'; import './record-pick.ts'; export type Routes = string;",
      'server/prep/routes.ts': "import '../db/db.ts'; import '../../shared/policy.ts'; import 'drizzle-orm';",
      'shared/policy.ts': 'export const policy = {};',
      'server/picking/record-pick.ts': "import '../db/db.ts'; import './routes.ts';",
      'server/picking/picking-queries.ts': "import 'drizzle-orm'; import '../db/dialect.ts';",
      'server/picking/wrong.ts': "import 'hono'; import 'better-sqlite3'; import '../../pwa/ui/button.ts'; import 'esbuild';",
      'server/documents/draw.ts': 'export const draw = 1;',
      'server/documents/routes.ts': "import './draw.ts';",
      'server/picking/loop-a.ts': "import { b } from './loop-b.ts'; export const a = b;",
      'server/picking/loop-b.ts': "import { a } from './loop-a.ts'; export const b = a;",
      'server/picking/knows-a.ts': "import type { B } from './knows-b.ts'; export type A = B;",
      'server/picking/knows-b.ts': "import type { A } from './knows-a.ts'; export type B = A;",
      'server/returns/announce.ts': "import '../prep/note.ts';",
      'server/returns/scope.ts': 'export const scope = 1;',
      'server/prep/note.ts': "import '../returns/scope.ts';",
      'server/reports/sales.ts': "import '../picking/picking-queries.ts'; import '../picking/loop-a.ts';",
      'pwa/api/client.ts': "import type { Routes } from '../../server/picking/routes.ts'; import 'hono/client'; export type R = Routes;",
      'pwa/api/wrong.ts': "import '../../server/picking/routes.ts'; import type { B } from '../../server/picking/knows-b.ts'; export type C = B;",
      'pwa/ui/button.ts': "import '../../shared/money.ts';",
      'pwa/ui/wrong.ts': "import '../api/client.ts';",
      'pwa/scan/wrong.ts': "import '../ui/button.ts'; import '../offline/ledger.ts';",
      'pwa/offline/ledger.ts': "import 'dexie';",
      'pwa/picking/screen.ts': "import '../ui/button.ts'; import '../offline/ledger.ts'; import './line.ts';",
      'pwa/picking/line.ts': "import '../prep/screen.ts'; import 'dexie'; import 'hono/client';",
      'pwa/prep/screen.ts': "import '../ui/button.ts';",
    };
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

    const { faults, circles } = await violations(folder);
    expect(circles).toEqual(['prep', 'returns']);
    expect(faults.map((line) => line.replace(/\S*node_modules\/([^/]+)\S*/, '$1'))).toEqual([
      'app-mounts-routes: server/picking/record-pick.ts -> server/picking/routes.ts',
      'areas-apart: pwa/picking/line.ts -> pwa/prep/screen.ts',
      'dexie-inside-offline: pwa/picking/line.ts -> dexie',
      'drawn-on-threads: server/documents/routes.ts -> server/documents/draw.ts',
      'engine-inside-db: server/picking/picking-queries.ts -> server/db/dialect.ts',
      'engine-inside-db: server/picking/wrong.ts -> better-sqlite3',
      'hono-at-the-edge: server/picking/wrong.ts -> hono',
      'hono-client-in-api: pwa/picking/line.ts -> hono',
      'known-packages: server/picking/wrong.ts -> esbuild',
      'no-cycles: server/picking/loop-a.ts -> server/picking/loop-b.ts',
      'no-cycles: server/picking/record-pick.ts -> server/picking/routes.ts',
      'pwa-sees-route-types-only: pwa/api/wrong.ts -> server/picking/routes.ts',
      'pwa-sees-routes-only: pwa/api/wrong.ts -> server/picking/knows-b.ts',
      'reports-read: server/reports/sales.ts -> server/picking/loop-a.ts',
      'routes-decide-nothing: server/prep/routes.ts -> drizzle-orm',
      'routes-decide-nothing: server/prep/routes.ts -> server/db/db.ts',
      'routes-decide-nothing: server/prep/routes.ts -> shared/policy.ts',
      'scan-knows-no-area: pwa/scan/wrong.ts -> pwa/offline/ledger.ts',
      'server-without-pwa: server/picking/wrong.ts -> pwa/ui/button.ts',
      'shared-is-pure: shared/impure.ts -> fs',
      'shared-is-pure: shared/impure.ts -> server/db/db.ts',
      'ui-knows-no-area: pwa/ui/wrong.ts -> pwa/api/client.ts',
    ]);
    const brokenRules = new Set(faults.map((line) => line.split(':')[0]));
    expect([...brokenRules].sort()).toEqual(rules.forbidden.map(({ name }) => name).sort());
  });
});

interface Source {
  path: string;
  text: string;
}

/** The files of a kind below folders of the project, without migrations, each with its text. */
const filesOf = (kind: RegExp, ...folders: string[]): Source[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => kind.test(path) && !path.includes('/dist/'))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  );

/** Source files below a folder of the project. */
const sources = (...folders: string[]): Source[] => filesOf(/\.tsx?$/, ...folders);

/** A source without the comments that describe its exports: their words are no code. */
const withoutDocs = (text: string): string => text.replace(/\/\*\*.*?\*\//gs, '');

/** Places outside `home` where `pattern` occurs, as `path: match`. */
const strays = (pattern: RegExp, home: RegExp, ...folders: string[]) =>
  sources(...folders)
    .filter(({ path }) => !home.test(path))
    .map(({ path, text }) => ({ path, text: withoutDocs(text) }))
    .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match.replace(/\s+/g, ' ')}`));

describe('rules that imports cannot show', () => {
  const writesStock =
    /\.(insert|update|delete)\(\s*(stockLevels|stockMovements)\b|(insert\s+into|update|delete\s+from)\s+"?(stock_levels|stock_movements)\b/gi;
  const namesEngine = /\b(pragma|sqlite_master|pg_catalog|pg_current_\w+|pg_snapshot_\w+|for update skip locked|listen|notify) [a-z(]|\bpg_\w+\(/gi;
  const namesStorage = /\b(indexedDB|new Dexie|useLiveQuery|IDBKeyRange)\b/g;

  test('only server/stock writes stock levels and the ledger', () => {
    expect(strays(writesStock, /^server\/stock\//, 'server', 'scripts')).toEqual([]);
    for (const sin of ['db.update(stockLevels)', 'tx\n.insert(\n  stockMovements', 'sql`update stock_levels set', 'INSERT INTO "stock_movements"']) {
      expect(sin).toMatch(new RegExp(writesStock.source, 'i'));
    }
    expect('from(stockLevels)').not.toMatch(new RegExp(writesStock.source, 'i'));
  });

  test('only pwa/offline uses the tablet’s databases', () => {
    expect(strays(namesStorage, /^pwa\/offline\//, 'pwa', 'shared')).toEqual([]);
  });

  test('only server/db contains an engine’s own SQL', () => {
    expect(strays(namesEngine, /^server\/db\//, 'server')).toEqual([]);
  });

  test('a file that reads one part of a two-part size reads the other part too', () => {
    const halves = sources('server', 'pwa', 'shared').filter(({ path, text }) => {
      const [first, second] = [1, 2].map((part) => text.split(`variation_size_${part}`).length);
      return !path.startsWith('server/demo/') && first !== second;
    });
    expect(halves.map(({ path }) => path)).toEqual([]);
  });

  test('no routes.ts reads who sends a request, or refuses a request itself', () => {
    const decides = /\bthrow\b|c\.get\('actor'\)|\b(ctx|actor)\.(actor|db|role|id|account_id)\b/g;
    expect(strays(decides, /^server\/.*(?<!\/routes\.ts)$/, 'server')).toEqual([]);
    for (const sin of ["if (c.get('actor').role !== 'super')", 'throw notFound()', 'ctx.db.select()'])
      expect(sin).toMatch(new RegExp(decides.source));
  });

  test('every schema that accepts a key, such as a SKU or a name, cleans the key', () => {
    const key = '(?:sku|supplier_sku|barcode|employee_number|reference(?:_[12])?|supplier_code|code|tote|bin|sku_prefix|\\w+_phone)';
    const text = String.raw`(?:(?:required|optional|line|words)Text\(|(?:line|atMost)\(|z\s*\.string\(\)\s*\.(?:trim|min|max|regex|overwrite|transform)\()`;
    const uncleaned = new RegExp(String.raw`\b${key}: ${text}|\bconst ${key} = ${text}`, 'g');
    expect(strays(uncleaned, /^server\/(carriers|demo)\//, 'server', 'shared', 'pwa')).toEqual([]);
    for (const sin of ['sku: optionalText(limits.sku)', 'const sku = lineText(80)', 'tote: z.string().trim().max(40)', 'code: z\n.string().max(60)'])
      expect(sin).toMatch(new RegExp(uncleaned.source));
    expect('sku: z.string(),').not.toMatch(new RegExp(uncleaned.source));
    // Files refer to roles, sites and sets by their names, so these names are keys.
    const uncleanedName = /\bname: (?:(?:required|line|words)Text\(|z\s*\.string\(\)\s*\.(?:trim|min|max|regex)\()/g;
    expect(strays(uncleanedName, /^shared\/(?!(?:clothing-sets|employee-roles|sites|suppliers)\/)/, 'shared')).toEqual([]);
    expect('name: requiredText(limits.name)').toMatch(new RegExp(uncleanedName.source));
    // A spreadsheet can alter a code, and only `codeText` refuses an altered one. Scanned codes and codes of reasons are looked up instead.
    const unmarked = new RegExp(String.raw`\b${key.replace('|code|', '|')}: (?:textCell\()?(?:(?:required|optional)Key|keyText)\(`, 'g');
    expect(strays(unmarked, /^$/, 'server', 'shared')).toEqual([]);
    expect('bin: optionalKey(').toMatch(new RegExp(unmarked.source));
    const named = ['accounts', 'clothing-sets', 'employee-roles', 'error-codes', 'sites', 'suppliers'];
    const lower =
      /lower\(\$\{(products|accounts|suppliers|errorCodes|users|sites|employeeRoles|clothingSets)\.(sku|barcode|reference|code|employee_number|name)\}/g;
    expect(strays(lower, /^server\/db\/folded\.ts$/, 'server')).toEqual([]);
    expect(
      named.filter(
        (area) => !sources(`shared/${area}`).some(({ text: source }) => /\b(key|(optional|required)(Key|Code)|(key|code)Text)\b/.test(source)),
      ),
    ).toEqual([]);
  });

  test('no import or re-export renames a name of this project', () => {
    // Names from packages may clash with each other and with Kitroom's own names, for example the parts of Radix.
    const alias = /\b(?:import|export)(?: type)? \{[^}]*\b\w+ as \w+[^}]*\} from '\.[^']*'/g;
    expect(strays(alias, /^$/, 'server', 'shared', 'pwa')).toEqual([]);
    for (const sin of [
      "import { type Cursor, cursor as cursorSchema } from './wire.ts'",
      "import type { Preview as P } from '../client.ts'",
      "export { one as other } from './one.ts'",
    ])
      expect(sin).toMatch(new RegExp(alias.source));
    expect("import { Dialog as Radix } from 'radix-ui'; import * as rows from './rows.ts'").not.toMatch(new RegExp(alias.source));
  });

  test('only shared/is-email.ts decides what a valid email address is', () => {
    const judges = /\bz\s*\.email\(|\.email\(\)|\bemailRegex|validity\.valid/g;
    expect(strays(judges, /^$/, 'server', 'shared', 'pwa')).toEqual([]);
    for (const sin of ['z.email()', 'z.string().email()', "z\n.email('Enter')"]) expect(sin).toMatch(new RegExp(judges.source));
  });

  test('no input has the type date, because a browser shows such an input in the language of the browser', () => {
    const native = /\btype(?:=\{?|:\s*)["']date["']/g;
    expect(strays(native, /^$/, 'pwa')).toEqual([]);
    for (const sin of ['<input type="date" />', "<TextField type={'date'} />", "{ type: 'date' }"]) expect(sin).toMatch(new RegExp(native.source));
  });

  test('the setter of a useState value is named after the value', () => {
    const misnamed = (text: string): string[] =>
      [...text.matchAll(/const \[(\w+), (\w+)\] = useState\b/g)]
        .filter(([, name = '', setter]) => setter !== `set${name[0]?.toUpperCase()}${name.slice(1)}`)
        .map(([pair]) => pair);
    expect(sources('pwa').flatMap(({ path, text }) => misnamed(text).map((pair) => `${path}: ${pair}`))).toEqual([]);
    expect(misnamed('const [qty, setQty] = useState(0); const [isOpen, setOpen] = useState(false);')).toEqual(['const [isOpen, setOpen] = useState']);
  });

  test('only server/core/stale-version.ts refuses a stale version', () => {
    expect(strays(/'stale_version'/g, /^server\/core\/stale-version\.ts$/, 'server')).toEqual([]);
  });

  test('the code of reports and dashboards changes nothing in the database', () => {
    expect(strays(/\.(insert|update|delete)\(|unitOfWork/g, /^server\/(?!reports\/|dashboards\/)/, 'server')).toEqual([]);
  });
});

/** The selectors of a stylesheet, without the parts in `:not()`. */
const selectorsOf = (text: string): string[] =>
  [...text.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)]
    .map(([, selectors = '']) => selectors.trim())
    .filter((selectors) => !/^(@|from\b|to\b|[\d.]+%)/.test(selectors))
    .flatMap((selectors) => selectors.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim().replace(/:not\((?:[^()]|\([^()]*\))*\)/g, ''));

/** The classes and data attributes that a selector names. */
const namesOf = (selector: string): string[] =>
  [...selector.matchAll(/\.([a-z][\w-]*)|\[(data-[\w-]+)/gi)].map(([, name, data]) => name ?? data ?? '');

/** The classes that a component gives its elements, as far as they are literals. */
const classesUsed = (text: string): string[] =>
  [...text.matchAll(/className=("[^"]*"|\{[^}]*\})/g)]
    .flatMap(([, value = '']) => [...value.matchAll(/["'`]([^"'`$]*)["'`$]/g)].flatMap(([, words = '']) => words.split(/\s+/)))
    .filter(Boolean);

/**
 * The selectors of the PWA that may match elements of another file, and the classes that are used while the file that declares them is not loaded.
 * The stylesheets of pwa/ui count as one, the design system. Every other stylesheet is loaded with its screens, in the order in which a person opens
 * them.
 */
function classFaults(styles: Source[], components: Source[]): string[] {
  const homeOf = (path: string): string => path.replace(/^pwa\/ui\/.*/, 'pwa/ui');
  const selectors = styles.flatMap(({ path, text }) => selectorsOf(text).map((selector) => ({ path, selector, names: namesOf(selector) })));
  const homes = new Map<string, Set<string>>();
  for (const { path, names } of selectors) for (const name of names) homes.set(name, (homes.get(name) ?? new Set()).add(homeOf(path)));
  const shared = selectors
    .filter(({ path, names }) => homeOf(path) !== 'pwa/ui' && !names.some((name) => homes.get(name)?.size === 1))
    .map(({ path, selector }) => `${path}: ${selector.replace(/\s+/g, ' ')} has no class of its file`);
  const areaOf = (path = ''): string | undefined => inArea.exec(path)?.[1];
  const foreign = components.flatMap(({ path, text }) =>
    [...new Set(classesUsed(text))]
      .map((name) => ({ name, own: [...(homes.get(name) ?? [])] }))
      .filter(({ own }) => own.length === 1 && areaOf(own[0]) && areaOf(own[0]) !== areaOf(path))
      .map(({ name, own }) => `${path}: ${name} is declared in ${own[0]}`),
  );
  return [...shared, ...foreign];
}

describe('CSS classes', () => {
  test('a class belongs to one stylesheet, and is used only where that stylesheet is loaded', () => {
    expect(classFaults(filesOf(/\.css$/, 'pwa'), sources('pwa'))).toEqual([]);
  });

  test('no rule names every element after another, because a browser would then style all siblings again at each insertion', () => {
    const everySibling = /\*\s*[+~]\s*\*(?![\w-])/;
    expect(
      filesOf(/\.css$/, 'pwa')
        .filter(({ text }) => everySibling.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
    expect('.flow > * + * {').toMatch(everySibling);
  });

  test('no rule names the page by what is in it, because a browser would then style every cell again at each insertion', () => {
    const pageByContent = /(?:^|[\s,}])(?:body|html|:root|#root)[^\s,{]*:has\(/m;
    // A printed page does not change.
    const onScreen = (text: string): string => text.replace(/@media print \{[\s\S]*?\n\s{0,2}\}\n/g, '');
    expect(
      filesOf(/\.css$/, 'pwa')
        .filter(({ text }) => pageByContent.test(onScreen(text)))
        .map(({ path }) => path),
    ).toEqual([]);
    expect('a {}\nbody:has(.desk .status) .toasts {').toMatch(pageByContent);
  });

  test('components listen to keys of the window by one hook, because an effect after the paint loses a key pressed before it', () => {
    const ownListener = /from 'react'[\s\S]*addEventListener\('keydown'/;
    expect(
      filesOf(/\.tsx?$/, 'pwa')
        .filter(({ text }) => ownListener.test(text))
        .map(({ path }) => path),
      // The guard of taps listens for as long as the page exists.
    ).toEqual(['pwa/ui/tap-guard.ts', 'pwa/ui/use-keydown.ts']);
  });

  test('each kind of fault in the use of classes is recognised', () => {
    const style = (path: string, text: string) => ({ path, text });
    const styles = [
      style('pwa/ui/kit.css', '.card { top: 0 } .phone .card { top: 0 }'),
      style('pwa/office/office.css', '@layer kit { .cell { top: 0 } .lines .cell { top: 0 } @media (width < 9px) { .card > header { top: 0 } } }'),
      style(
        'pwa/editor/editor.css',
        '/* .cell */ .cell:not(.sheet) { top: 0 } .matrix .cell, .matrix > .card { top: 0 } @keyframes turn { from { top: 0 } }',
      ),
    ];
    const components = [
      style('pwa/editor/editor.tsx', "<td className={classNames('matrix', isOpen && 'lines')} />"),
      style('pwa/office/list.tsx', '<td className="lines card" />'),
    ];
    expect(classFaults(styles, components)).toEqual([
      'pwa/office/office.css: .cell has no class of its file',
      'pwa/office/office.css: .card > header has no class of its file',
      'pwa/editor/editor.css: .cell has no class of its file',
      'pwa/editor/editor.tsx: lines is declared in pwa/office/office.css',
    ]);
  });
});

/** By file, why its request needs no `useWrite`: the request changes nothing, or is no action of the signed-in person. */
const notWrites = new Map([
  ['pwa/substitution/substitution.tsx', 'preview'],
  ['pwa/office/substitute-dialog.tsx', 'preview'],
  ['pwa/shortfall/client.ts', 'preview'],
  ['pwa/allowances/client.ts', 'preview'],
  ['pwa/api/release-plan.ts', 'preview'],
  ['pwa/catalogue/client.ts', 'a file of chosen products'],
  ['pwa/session/sign-in-form.tsx', 'sign in'],
  ['pwa/session/ended-sessions.ts', 'sign out'],
  ['pwa/session/confirm-email.tsx', 'a link from an email'],
  ['pwa/impersonate/take.tsx', 'an answer that is never stored'],
  ['pwa/picking/take-back-order.ts', 'the floor, after a question'],
]);

/** The requests in a file that may change something but are sent without the options of `useWrite`: a second press would send them again. */
function writesOfTheirOwn({ path, text }: { path: string; text: string }): string[] {
  const faults: string[] = [];
  const carries = (call: { arguments: readonly Node[] }): boolean => call.arguments.some((part) => /\b(options|key)\b/.test(part.getText()));
  const visit = (node: Node): void => {
    if (isCallExpression(node)) {
      const { expression } = node;
      const name = isPropertyAccessExpression(expression) ? expression.name.text : isIdentifier(expression) ? expression.text : '';
      if (/^(\$(post|put|delete|patch)|sendJson)$/.test(name) && !carries(node)) faults.push(`${path}: ${name}`);
    }
    forEachChild(node, visit);
  };
  if (/\$(post|put|delete|patch)\(|sendJson\(/.test(text)) visit(createSourceFile(path, text, ScriptTarget.Latest, true, ScriptKind.TSX));
  return faults;
}

describe('writes of the PWA', () => {
  test('use the options of useWrite, so that an action is sent once even if its button is pressed several times', () => {
    const faults = sources('pwa').flatMap(writesOfTheirOwn);
    expect(faults.filter((fault) => !notWrites.has(fault.split(':')[0] ?? ''))).toEqual([]);
    expect([...new Set(faults.map((fault) => fault.split(':')[0]))].sort()).toEqual([...notWrites.keys()].sort());
  });

  test('are reported if they lack the options of useWrite', () => {
    const text = "answer(orders.index.$post({ json })); answer(orders.index.$put({ json }, options)); sendJson('DELETE', '/api/pin', json);";
    expect(writesOfTheirOwn({ path: 'pwa/wrong.ts', text })).toEqual(['pwa/wrong.ts: $post', 'pwa/wrong.ts: sendJson']);
  });
});

/** The rules that a module of shared/ exports: functions that return a verdict, or whose names begin with `check`, `may` or `can`. */
function rulesOf({ path, text }: Source): string[] {
  const functions = createSourceFile(path, text, ScriptTarget.Latest, true)
    .statements.filter((statement) => statement.getText().startsWith('export '))
    .flatMap((statement): { name: string; type: string }[] => {
      if (isFunctionDeclaration(statement)) return [{ name: statement.name?.text ?? '', type: statement.type?.getText() ?? '' }];
      if (!isVariableStatement(statement)) return [];
      return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
        initializer && isArrowFunction(initializer) ? [{ name: name.getText(), type: initializer.type?.getText() ?? '' }] : [],
      );
    });
  return functions.filter(({ name, type }) => /^(check|may|can)[A-Z]/.test(name) || type === 'Verdict').map(({ name }) => name);
}

/** Files that call the rules of commands but hold no command: routes, queries, look-ups for many commands, and lists of what a person can do. */
const noVerb = /^server\/order-queries\/|\/(routes|[\w-]+-queries|(find|enforce)-[\w-]+|can|can-pick)\.ts$/;

/** The rules that only one command calls and that are not in the shared file of that command's name. */
function rulesInForeignFiles(modules: Source[]): string[] {
  const usersOf = new Map<string, string[]>();
  for (const { path, text } of modules.filter((module) => !noVerb.test(module.path)))
    for (const [, names = '', target = ''] of text.matchAll(/^import \{([^}]*)\} from '(\.[^']*)'/gm))
      for (const name of names.split(',')) {
        const rule = `${posix.join(posix.dirname(path), target)}: ${name.trim()}`;
        usersOf.set(rule, [...(usersOf.get(rule) ?? []), path]);
      }
  return modules
    .filter(({ path }) => path.startsWith('shared/'))
    .flatMap((module) => rulesOf(module).map((name) => `${module.path}: ${name}`))
    .flatMap((rule) => {
      const users = usersOf.get(rule) ?? [];
      const [verb, ...otherVerbs] = new Set(users.map((path) => posix.basename(path)));
      const isForeign = users.some((path) => path.startsWith('server/')) && !otherVerbs.length && posix.basename(rule.split(':')[0] ?? '') !== verb;
      return isForeign ? [`${rule} belongs in ${verb}`] : [];
    });
}

describe('rules of commands', () => {
  test('a rule that only one command calls is in the file of that command’s name', () => {
    const modules = sources('shared', 'server');
    expect(sources('shared').flatMap(rulesOf).length).toBeGreaterThan(60);
    expect(rulesInForeignFiles(modules)).toEqual([]);
  });

  test('a rule of one command in a file of another name is recognised; a rule that many commands call may be in any file', () => {
    const rule = (path: string, text: string): Source => ({ path, text });
    const modules = [
      rule(
        'shared/ordering/editable.ts',
        'export const checkCancelOrder = (order: Order): Verdict => allow; export function judgeHold(order: Order): Verdict {} export const checkEdit = () => allow;',
      ),
      rule('shared/ordering/hold-order.ts', "import { checkEdit } from './editable.ts';\nexport const checkHoldOrder = (): Verdict => checkEdit();"),
      rule('server/ordering/cancel-order.ts', "import { checkCancelOrder, checkEdit } from '../../shared/ordering/editable.ts';"),
      rule('server/ordering/order-queries.ts', "import { checkCancelOrder } from '../../shared/ordering/editable.ts';"),
      rule(
        'server/ordering/hold-order.ts',
        "import { type Order, judgeHold } from '../../shared/ordering/editable.ts';\nimport { checkHoldOrder } from '../../shared/ordering/hold-order.ts';",
      ),
    ];
    expect(rulesInForeignFiles(modules)).toEqual([
      'shared/ordering/editable.ts: checkCancelOrder belongs in cancel-order.ts',
      'shared/ordering/editable.ts: judgeHold belongs in hold-order.ts',
    ]);
  });
});

/** Names that docs/glossary.md has replaced, as parts of an identifier. */
const replaced = /^(rounds?|moments?|papers?|stor(y|ies)|deeds?|sight|said|told|patience)$/;
/** Whole names that were replaced. */
const replacedWhole = new Set([
  ...['releaseToPicking', 'checkStartRound', 'start_pick', 'askCarrier', 'castOrders', 'CastOrder', 'unkept_character'],
  ...['there', 'ahead', 'announced', 'readdressed'],
]);
const somewhere = new RegExp([replaced.source.slice(1, -1), ...replacedWhole].join('|'), 'i');
/** Whether a text may contain a replaced name; if not, it need not be parsed. */
const mayHaveReplaced = (text: string): boolean => somewhere.test(text) || text.includes('MOST');
/** Fields of stored or sent data, which keep their old names. */
const fields = new Map([
  ['told', /^(tests\/)?pwa\/offline\//],
  ['round', /^server\/allocation\/reopen-order\.ts$/],
  ['round_to', /^(tests|shared|server|pwa)\/(catalogue|db\/tables)\//],
]);

/** The identifiers of a source, and the parts of its file name, that contain a replaced name. */
function replacedNames({ path, text }: { path: string; text: string }): string[] {
  const names = new Set((path.split('/').at(-1) ?? '').split(/[-.]/).filter((part) => replaced.test(part)));
  const visit = (node: Node): void => {
    if (isIdentifier(node) || isPrivateIdentifier(node)) {
      const parts = node.text.replace('#', '').split(/_|(?<=[a-z0-9])(?=[A-Z])/);
      const isOld = parts.some((part) => replaced.test(part.toLowerCase())) || replacedWhole.has(node.text) || /^MOST(_|$)/.test(node.text);
      if (isOld && !node.parent.getText().startsWith('Math.round')) names.add(node.text);
    }
    forEachChild(node, visit);
  };
  if (mayHaveReplaced(text)) visit(createSourceFile(path, text, ScriptTarget.Latest, true, path.endsWith('x') ? ScriptKind.TSX : ScriptKind.TS));
  return [...names].filter((name) => !fields.get(name)?.test(path)).map((name) => `${path}: ${name}`);
}

describe('names', () => {
  test('no identifier uses a name that the glossary has replaced', () => {
    expect(sources('shared', 'server', 'pwa', 'tests', 'scripts').flatMap(replacedNames)).toEqual([]);
  });

  test('a replaced name is recognised in camelCase, snake_case, constants and private names', () => {
    const text = 'const there = 0, openRound = 1, said = 2, MOST_LABELS = 3, in_round = 4, background = 5; class A { #told = Math.round(almost); }';
    expect(replacedNames({ path: 'a.ts', text })).toEqual(
      ['there', 'openRound', 'said', 'MOST_LABELS', 'in_round', '#told'].map((name) => `a.ts: ${name}`),
    );
    expect(replacedNames({ path: 'open-round.ts', text: 'can.start_pick' })).toEqual(['open-round.ts: round', 'open-round.ts: start_pick']);
  });
});

/** The status line below the title of a decision, which names the later decisions that change or replace the decision. */
const statusLine = /^# .+\n\nStatus: (?:accepted|(?:changed|replaced) by (\[\d{4}\]\(.+\))) · \d{4}-\d{2}-\d{2}\n/;
/** The line in which a decision names the earlier decisions that it changes or replaces. */
const changesLine = /^(?:Changes|Replaces) (\[\d{4}\]\(.+)$/m;

/** The paths of the Markdown files that a part of a page links to. */
const linkTargets = (path: string, text = ''): string[] =>
  [...text.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, target = '']) => posix.join(posix.dirname(path), target));

/**
 * The faults of decisions: a missing status or row in the index, a change that only one of two decisions names, and links to decisions and areas
 * that do not exist.
 */
function decisionFaults(pages: Source[], index: Source): string[] {
  const paths = new Set([...pages.map(({ path }) => path), index.path]);
  const statuses = pages.map(({ path, text }) => ({ path, status: statusLine.exec(text) }));
  const changed = new Set(statuses.flatMap(({ path, status }) => linkTargets(path, status?.[1]).map((later) => `${later} changes ${path}`)));
  const changes = new Set(
    pages.flatMap(({ path, text }) => linkTargets(path, changesLine.exec(text)?.[1]).map((earlier) => `${path} changes ${earlier}`)),
  );
  const indexed = new Set(linkTargets(index.path, index.text));
  const numberOf = (path: string): string | undefined => /\/(\d{4})-/.exec(path)?.[1];
  return [
    ...pages
      .filter(({ path }, n) => pages.slice(0, n).some((earlier) => numberOf(path) !== undefined && numberOf(earlier.path) === numberOf(path)))
      .map(({ path }) => `${path}: another decision has this number`),
    ...statuses.filter(({ status }) => !status).map(({ path }) => `${path}: no status`),
    ...[...changed].filter((change) => !changes.has(change)).map((change) => `${change}: only the earlier page says so`),
    ...[...changes].filter((change) => !changed.has(change)).map((change) => `${change}: only the later page says so`),
    ...pages.filter(({ path }) => !indexed.has(path)).map(({ path }) => `${path}: not in the index`),
    ...[index, ...pages].flatMap(({ path, text }) =>
      linkTargets(path, text)
        .filter((target) => /^docs\/(areas|decisions)\//.test(target) && !paths.has(target))
        .map((target) => `${path}: ${target} does not exist`),
    ),
  ];
}

describe('decisions', () => {
  const index = 'docs/decisions/README.md';

  test('every decision has a status, is in the index, and links to the decisions that it changes or that change it', () => {
    const pages = filesOf(/\.md$/, 'docs/decisions', 'docs/areas').filter(({ path }) => path !== index);
    expect(pages.length).toBeGreaterThan(80);
    expect(decisionFaults(pages, { path: index, text: readFileSync(join(root, index), 'utf8') })).toEqual([]);
  });

  test('each kind of fault in a decision is recognised', () => {
    const page = (name: string, status: string, text = ''): Source => ({
      path: `docs/decisions/${name}.md`,
      text: `# Title\n\n${status}\n\n${text}\n`,
    });
    const pages = [
      page('0001-a', 'Status: changed by [0002](0002-b.md) · 2026-11-21'),
      page('0002-b', 'Status: accepted · 2026-11-22', 'See [0009](0009-z.md).'),
      page('0003-c', 'Status: accepted · 2026-11-23', 'Changes [0002](0002-b.md) (a limit).'),
      page('0004-d', '*November 2026*'),
      page('0003-e', 'Status: accepted · 2026-11-24'),
    ];
    const rows = '[0001](0001-a.md) [0002](0002-b.md) [0003](0003-c.md) [0003](0003-e.md)';
    expect(decisionFaults(pages, { path: index, text: rows })).toEqual([
      'docs/decisions/0003-e.md: another decision has this number',
      'docs/decisions/0004-d.md: no status',
      'docs/decisions/0002-b.md changes docs/decisions/0001-a.md: only the earlier page says so',
      'docs/decisions/0003-c.md changes docs/decisions/0002-b.md: only the later page says so',
      'docs/decisions/0004-d.md: not in the index',
      'docs/decisions/0002-b.md: docs/decisions/0009-z.md does not exist',
    ]);
  });
});

/** The rows of the first table below a heading, each as an array of cells. */
const tableBelow = (text: string, heading: string): string[][] =>
  (text.split(`${heading}\n`)[1]?.match(/(?:^\|.*\n)+/m)?.[0] ?? '')
    .split('\n')
    .slice(2, -1)
    .map((row) => row.split('|').map((cell) => cell.trim()));

/** The faults of the map: app folders that are neither in the map nor server folders, and folders in the map that do not exist or need no entry. */
function mapFaults(map: string, app: readonly string[], server: readonly string[]): string[] {
  const namesIn = (text = ''): string[] => [...text.matchAll(/`([\w-]+)`/g)].flatMap(([, name]) => name ?? []);
  const rows = tableBelow(map, '## Areas with two names').map(([, ofApp, ofServer]) => [namesIn(ofApp), namesIn(ofServer)] as const);
  const others = namesIn(/^No area of the server: .*$/m.exec(map)?.[0]);
  const named = new Set([...rows.flatMap(([ofApp]) => ofApp), ...others]);
  return [
    ...app.filter((folder) => !server.includes(folder) && !named.has(folder)).map((folder) => `pwa/${folder}: not in the map`),
    ...[...named].filter((folder) => !app.includes(folder)).map((folder) => `pwa/${folder} does not exist`),
    ...[...named].filter((folder) => server.includes(folder)).map((folder) => `pwa/${folder} and server/${folder} have one name`),
    ...rows.flatMap(([, ofServer]) => ofServer.filter((folder) => !server.includes(folder)).map((folder) => `server/${folder} does not exist`)),
  ];
}

/** The file of the invented example in docs/add-a-mutation.md. */
const inventedFile = '/set-pick-note.ts';

/** The files that a page names in backticks although they do not exist. */
const missingPaths = (text: string): string[] =>
  [...text.matchAll(/`((?:server|shared|pwa|tests|docs|scripts)\/[\w./-]+\.(?:tsx?|css|mjs|json))`/g)]
    .flatMap(([, path = '']) => path)
    .filter((path) => !path.endsWith(inventedFile) && !existsSync(join(root, path)));

describe('files that documents name', () => {
  const foldersOf = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((one) => (one.isDirectory() && one.name !== 'dist' ? one.name : []));
  const pageOf = (path: string): string => readFileSync(join(root, path), 'utf8');

  test('docs/architecture.md maps each area of the app to the server', () => {
    expect(mapFaults(pageOf('docs/architecture.md'), foldersOf('pwa'), foldersOf('server'))).toEqual([]);
  });

  test('every file that the README and the guides name exists', () => {
    const guides = [
      'README.md',
      'CONTRIBUTING.md',
      ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : [])),
    ];
    expect(guides.flatMap((path) => missingPaths(pageOf(path)).map((missing) => `${path}: ${missing}`))).toEqual([]);
  });

  test('a folder that is missing from the map and a file that does not exist are recognised', () => {
    const map =
      '## Areas with two names\n\n| `pwa/` | `server/` |\n|---|---|\n| `desk` | `gone` |\n| `both` | `people` |\n\nNo area of the server: `ui`.\n';
    expect(mapFaults(map, ['both', 'new', 'people'], ['both', 'people'])).toEqual([
      'pwa/new: not in the map',
      'pwa/desk does not exist',
      'pwa/ui does not exist',
      'pwa/both and server/both have one name',
      'server/gone does not exist',
    ]);
    expect(missingPaths('`server/no-such.ts` and `server/main.ts`')).toEqual(['server/no-such.ts']);
  });
});
