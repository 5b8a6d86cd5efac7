import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Where the API and the documents answer while the page is served by Vite. */
const API_ORIGIN = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

/** Addresses that the server answers itself; every other navigation is a screen. sw.ts holds the same list for the installed app. */
const serverPaths = [
  // The sources in pwa/api are served under the same name.
  '^/api/(?!.*\\.tsx?($|\\?))',
  '/files',
  '/healthz',
  '/readyz',
  '/metrics',
  '^/admin/labels',
  '^/orders/[^/]+/dispatch/[^/]+/delivery-note',
  '^/admin/picking/orders/[^/]+/download',
  '^/notices/[^/]+/download',
];

/**
 * Marks the schemas of shared/ as free of effects, so that a page which uses only the rule beside a schema does not carry zod.
 * A schema that a screen does use stays.
 */
const unusedSchemas: Plugin = {
  name: 'unused-schemas',
  apply: 'build',
  transform(code, id) {
    if (!/\/shared\/.*\.ts$/.test(id) || (!code.includes("from 'zod'") && !code.includes('from "zod"'))) return null;
    const edits: { start: number; end: number }[] = [];
    for (const statement of this.parse(code, { lang: 'ts' }).body) {
      const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
      for (const { init } of declaration.declarations) if (init && init.type === 'CallExpression') edits.push({ start: init.start, end: init.end });
    }
    let marked = code;
    for (const { start, end } of edits.reverse())
      marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => ${marked.slice(start, end)})()${marked.slice(end)}`;
    return { code: marked, map: null };
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    unusedSchemas,
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '.',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: { globPatterns: ['**/*.{js,css,html,svg,png,woff2,wasm}'], maximumFileSizeToCacheInBytes: 4_000_000 },
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
  ],
  worker: { format: 'es' },
  build: { outDir: 'dist', emptyOutDir: true, manifest: true, assetsInlineLimit: 0, target: 'es2022' },
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: API_ORIGIN }])) },
});
