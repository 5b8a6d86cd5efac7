import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { VitePWA } from 'vite-plugin-pwa';

/** The server of the API and the documents while Vite serves the page. */
const API_ORIGIN = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

/** Takes the screens themselves out of the service worker, which needs only their paths. */
const pathsAlone: Plugin = {
  name: 'paths-alone',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('/pwa/routes.tsx') ? { code: code.replace(/import\('[^']+'\)/g, 'Promise.reject()'), map: null } : null),
};

/** Vite serves sources, which have an extension, its own modules, and its page for each screen; the server of the API answers everything else. */
const serverPaths: Plugin = {
  name: 'server-paths',
  apply: 'serve',
  config: () => ({ server: { proxy: { '^/': { target: API_ORIGIN } } } }),
  configureServer({ config, ssrLoadModule }) {
    for (const options of Object.values(config.server.proxy ?? {}))
      if (typeof options === 'object')
        options.bypass = async ({ url = '/' }) => {
          const [path = '/'] = url.split('?');
          const isSource = /^\/@|\/node_modules\/|\.(?!csv|json|pdf|zip)\w+$/.test(path);
          return isSource || (await ssrLoadModule('/shell/is-screen.ts')).isScreen(path) ? url : undefined;
        };
  },
};

/**
 * Marks the schemas of shared/ as free of side effects, so that a page which uses only the rule beside a schema does not load zod.
 * A schema that a screen does use stays, and is loaded by that screen alone: loading a file of shared/ has no effect in itself.
 */
const unusedSchemas: Plugin = {
  name: 'unused-schemas',
  apply: 'build',
  transform(code, id) {
    if (!/\/shared\/.*\.ts$/.test(id)) return null;
    const edits: { start: number; end: number }[] = [];
    for (const statement of this.parse(code, { lang: 'ts' }).body) {
      const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
      for (const { init } of declaration.declarations) if (init && init.type === 'CallExpression') edits.push({ start: init.start, end: init.end });
    }
    let markedCode = code;
    for (const { start, end } of edits.reverse())
      markedCode = `${markedCode.slice(0, start)}/* @__PURE__ */ (() => ${markedCode.slice(start, end)})()${markedCode.slice(end)}`;
    return { code: markedCode, map: null, moduleSideEffects: false };
  },
};

/** Marks the part of React Router that its data routers alone render as free of side effects: the app has no data router, and does not load it. */
const unusedDataRoutes: Plugin = {
  name: 'unused-data-routes',
  apply: 'build',
  transform: (code, id) =>
    id.includes('/react-router/') ? { code: code.replace(/= (React\d*\.memo\(DataRoutes)/, '= /* @__PURE__ */ $1'), map: null } : null,
};

/** Loads the typeface with the page: loaded only once there is text to render, it would cause a second layout of all the text. */
const typeface: Plugin = {
  name: 'typeface',
  apply: 'build',
  transformIndexHtml: (_html, { bundle = {} }) =>
    Object.keys(bundle)
      .filter((name) => name.endsWith('.woff2'))
      .map((name) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
        injectTo: 'head' as const,
      })),
};

/** Makes a test of file paths: true for a path that begins like one of `these` and not like one of `those`. */
const among = (these: readonly string[], those: readonly string[] = []) => {
  const begins = (id: string, paths: readonly string[]): boolean => paths.some((path) => id.startsWith(join(import.meta.dirname, '..', path)));
  return (id: string): boolean => begins(id, these) && !begins(id, those);
};

/**
 * The modules of the floor's first screens besides those of every screen. A tablet without a network starts with a few more files,
 * not with thirty: each costs it as much time as rendering ten rows.
 */
const floor = among(
  [
    'pwa/offline/',
    'pwa/picking/format-pick-time',
    'pwa/picking/pick-list',
    'pwa/picking/use-other-trolleys',
    'pwa/picking/picking.css',
    'pwa/picking/start-pick',
    'pwa/scan/camera-button',
    'pwa/scan/camera-open',
    'pwa/scan/scan-handlers',
    'pwa/scan/keyboard',
    'pwa/scan/scan.css',
    'pwa/scan/search-or-scan',
    'pwa/scan/settings',
    'pwa/scan/signal',
    'pwa/scan/use-scan',
    'pwa/scan/wedge',
    'pwa/shell/destination',
    'pwa/shell/scan-anywhere',
    'pwa/ui/floor-stage',
    'pwa/ui/order-row',
    'pwa/ui/show-refusal',
    ...['apply-mutations', 'change-bins', 'floor', 'mutation', 'overlay', 'pick-mutation', 'receipt-mutation', 'share-received'].map(
      (name) => `shared/sync/${name}`,
    ),
  ],
  ['answer-schema', 'bin-sheet', 'ended-store', 'lock-screen', 'lock-tablet', 'queue-screen', 'queue-view', 'skus-here'].map(
    (name) => `pwa/offline/${name}.`,
  ),
);

/** The small modules that they share with most other screens. */
const kit = among([
  ...['api/send-json', 'session/ended-sessions', 'offline/ended-store'].map((name) => `pwa/${name}.`),
  ...['address-line', 'badge', 'banner', 'bar', 'bin-plate', 'chip', 'count-text', 'date-text', 'empty-state', 'garment-tile'].map(
    (name) => `pwa/ui/${name}.`,
  ),
  ...['repeat-guard', 'repeat-window', 'required-by', 'search-input', 'segments', 'skeleton', 'status-bar', 'swatch'].map(
    (name) => `pwa/ui/${name}.`,
  ),
  ...['tab-links', 'tap-guard', 'use-growing'].map((name) => `pwa/ui/${name}.`),
  ...[
    'address-lines',
    'clean-key',
    'collate',
    'due-state',
    'folded',
    'life-cycle',
    'limits',
    'list-text',
    'messages',
    'group-by',
    'invisible',
    'once',
    'uk-time',
    'verdict',
    'catalogue/compare-sizes',
    'catalogue/size-of',
    'dispatch/dispatch-number',
    'documents/document-urls',
    'picking/other-trolleys',
    'picking/pick-states',
    'picking/walking-order',
    'prep/by-wearer',
    'prep/check-bag',
    'prep/decoration',
    'purchasing/receive-lines',
    'purchasing/tote',
    'returns/return-number',
    'returns/send-back',
    'stock/judge-bin',
  ].map((name) => `shared/${name}.ts`),
  ...['scan/bag-code', 'scan/box-code', 'scan/check-digit', 'scan/clean-code', 'scan/gs1', 'scan/gtin', 'scan/is-code-of', 'scan/resolve-scan'].map(
    (name) => `shared/${name}.ts`,
  ),
  ...['digest', 'outcomes', 'pin', 'protocol', 'refusal-facts', 'task-name'].map((name) => `shared/sync/${name}.ts`),
]);

/** What screens with data share. Without these groups a screen loads up to fifty files, of which half have less than 2 kB. */
const shared = {
  /** Holds one input with its label and fault. The sign-in has little more. */
  field: among(
    ['copy-button', 'field', 'field-name', 'message-slot', 'request-id', 'reveal', 'use-held-during-press'].map((name) => `pwa/ui/${name}.`),
  ),
  /** Takes a person's name and password. */
  credentials: among(['sign-in-form', 'take-session'].map((name) => `pwa/session/${name}.`)),
  /** Reads and writes the server's data. */
  data: among([
    ...['@tanstack/query-core/', '@tanstack/react-query/'].map((name) => `node_modules/${name}`),
    ...['is-same-input', 'query-client', 'string-query', 'use-write', 'with-queries'].map((name) => `pwa/api/${name}.`),
    ...['load-failed', 'loaded'].map((name) => `pwa/ui/${name}.`),
  ]),
  /** Shows orders. */
  orders: among([
    'pwa/api/order-news.',
    'pwa/ordering/client.',
    'pwa/ordering/order-data.',
    'pwa/ordering/order-words.',
    'pwa/ui/money.',
    'pwa/ui/progress-badges.',
    'shared/money.',
  ]),
  /** Checks input by the server's rules. */
  schemas: among([
    'node_modules/zod/',
    ...['address', 'calendar-date', 'code-text', 'fields', 'is-email', 'ordering/order-input', 'spreadsheet-marks', 'text'].map(
      (name) => `shared/${name}.`,
    ),
  ]),
  /** Asks a question, or holds one small task, above a screen. */
  dialog: among([
    ...['compose-refs', 'context', 'dialog', 'alert-dialog', 'dismissable-layer', 'focus-guards', 'focus-scope', 'id', 'portal', 'presence'].map(
      (name) => `node_modules/@radix-ui/react-${name}/`,
    ),
    ...['primitive', 'slot', 'use-callback-ref', 'use-controllable-state', 'use-effect-event', 'use-escape-keydown', 'use-layout-effect'].map(
      (name) => `node_modules/@radix-ui/react-${name}/`,
    ),
    ...[
      '@radix-ui/primitive/',
      'aria-hidden/',
      'get-nonce/',
      'react-remove-scroll',
      'react-style-singleton/',
      'tslib/',
      'use-callback-ref/',
      'use-sidecar/',
    ].map((name) => `node_modules/${name}`),
    ...['confirm-dialog', 'dialog', 'use-confirm', 'use-focus-back', 'use-typed-guard', 'use-unsaved-guard'].map((name) => `pwa/ui/${name}.`),
  ]),
  /** Is shared by screens of the office alone, which their users open one after another. */
  office: among([
    ...['alphabet', 'labels-dialog', 'sku-combobox', 'stock-effect', 'yes-no'].map((name) => `pwa/ui/${name}.`),
    ...[
      'archive-button',
      'catalogue',
      'over-budget',
      'picture-field',
      'search-skus',
      'supplier-choice',
      'supplier-filter',
      'use-draft-purchase-orders',
    ].map((name) => `pwa/api/${name}.`),
    ...['accounts/accounts.css', 'accounts/client.', 'allocation/allocation.css', 'allocation/client.', 'allocation/run-words.'].map(
      (name) => `pwa/${name}`,
    ),
    ...['brand-filter', 'catalogue.css', 'cell-edits', 'cell-saves', 'client', 'edit-cell', 'edited-rows', 'product-fields', 'use-cell-edits'].map(
      (name) => `pwa/catalogue/${name}`,
    ),
    ...['client', 'office-words', 'office.css', 'person-choice', 'use-key'].map((name) => `pwa/office/${name}`),
    ...['client', 'matrix-fields', 'matrix-values', 'product-editor.css', 'refresh', 'sku-preview', 'tab-address'].map(
      (name) => `pwa/product-editor/${name}`,
    ),
    ...['client', 'order-lines', 'purchase-order-words', 'purchasing.css', 'receipt-refresh', 'saved-field', 'use-save-order'].map(
      (name) => `pwa/purchasing/${name}`,
    ),
    ...['error-codes/client.', 'suppliers/client.', 'supplier-returns/client.', 'supplier-returns/supplier-returns.css'].map((name) => `pwa/${name}`),
    ...['custom-product', 'discontinued-words', 'is-discontinued', 'price-input', 'product.', 'sku-fields', 'variations'].map(
      (name) => `shared/catalogue/${name}`,
    ),
    ...['documents/sku-label', 'purchasing/purchase-order.', 'purchasing/receipt.', 'substitution/substitute.'].map((name) => `shared/${name}`),
  ]),
  /** Opens a list of actions beside a button. */
  menu: among([
    'node_modules/@floating-ui/',
    ...['arrow', 'collection', 'direction', 'dropdown-menu', 'menu', 'popper', 'roving-focus', 'use-is-hydrated', 'use-size'].map(
      (name) => `node_modules/@radix-ui/react-${name}/`,
    ),
    'pwa/ui/menu.',
  ]),
  /** Shows a page of records as a table, or as cards on a phone. */
  list: among([
    'node_modules/@tanstack/react-virtual/',
    'node_modules/@tanstack/virtual-core/',
    'pwa/ui/data-table',
    ...['export-menu', 'group-heading', 'more-cells', 'segments', 'selection', 'tick', 'use-as-left', 'use-list-keys', 'use-list-state'].map(
      (name) => `pwa/ui/${name}.`,
    ),
  ]),
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    serverPaths,
    unusedSchemas,
    unusedDataRoutes,
    typeface,
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '.',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        buildPlugins: { vite: [pathsAlone] },
        globPatterns: ['**/*.{js,css,html,svg,png,woff2,wasm}'],
        // A second factor is set up with a network; 160 kB of QR code need not be on every tablet.
        globIgnores: ['**/qr-code-*.js'],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
      manifest: {
        id: '/',
        name: 'Kitroom',
        short_name: 'Kitroom',
        description: 'Uniform and workwear ordering and fulfilment',
        lang: 'en-GB',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#f5f3ef',
        theme_color: '#174a7c',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
      },
    }),
    // The server sends these copies, and compresses nothing of the app while somebody waits.
    compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(js|css|svg)$/, threshold: 1024, logLevel: 'silent' }),
  ],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: {
        // The first screen loads the names of all files: one letter less each is a sixth of a kilobyte. Seven tell the versions of a file apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 3 },
            { name: 'floor', test: floor, includeDependenciesRecursively: false, priority: 2 },
            { name: 'kit', test: kit, includeDependenciesRecursively: false, priority: 1 },
            ...Object.entries(shared).map(([name, test]) => ({ name, test, includeDependenciesRecursively: false })),
          ],
        },
      },
    },
  },
});
