import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { VitePWA } from 'vite-plugin-pwa';
import { shareChunks } from './shared-chunks.ts';

/** The server of the API and the documents while Vite serves the page. */
const API_ORIGIN = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

/** The version of JavaScript that browsers have to support. */
const TARGET = 'es2022';

/** Leaves the code of the screens out of the service worker: the service worker needs only the paths of the screens. */
const pathsAlone: Plugin = {
  name: 'paths-alone',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('/pwa/routes.tsx') ? { code: code.replace(/import\('[^']+'\)/g, 'Promise.reject()'), map: null } : null),
};

/** Vite serves its own modules, sources (which have an extension) and the page of each screen. The server of the API answers all other requests. */
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
 * Marks the schemas of shared/ as free of side effects, so that a page does not load zod if it uses only the rule in the schema's file. A schema that
 * a screen does use stays, and is loaded by that screen alone: loading a file of shared/ has no effect in itself.
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

/** Marks the part of React Router that only data routers render as free of side effects. The app has no data router, so this part is left out. */
const unusedDataRoutes: Plugin = {
  name: 'unused-data-routes',
  apply: 'build',
  transform: (code, id) =>
    id.includes('/react-router/') ? { code: code.replace(/= (React\d*\.memo\(DataRoutes)/, '= /* @__PURE__ */ $1'), map: null } : null,
};

/** Loads the typeface with the page. If it were loaded only when there is text to render, all the text would be laid out twice. */
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

/** All that the page loads before its screen. */
const app: Rolldown.CodeSplittingGroup = { name: 'app', tags: ['$initial'], priority: 1 };

/** Bundles the modules that several screens share in a few files. A first build, which is not written, shows what each screen needs. */
const sharedChunks: Plugin = {
  name: 'shared-chunks',
  apply: 'build',
  config: async () => {
    const result = await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'silent',
      plugins: [unusedSchemas, unusedDataRoutes, react(), tailwindcss()],
      build: { write: false, minify: false, target: TARGET, rolldownOptions: { output: { codeSplitting: { groups: [app] } } } },
    });
    const chunks = 'output' in result ? result.output.filter((file) => file.type === 'chunk') : [];
    const names = shareChunks(import.meta.dirname, chunks);
    const shared: Rolldown.CodeSplittingGroup = { name: (id) => names.get(id) ?? null, includeDependenciesRecursively: false };
    return { build: { rolldownOptions: { output: { codeSplitting: { groups: [app, shared] } } } } };
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    serverPaths,
    unusedSchemas,
    unusedDataRoutes,
    typeface,
    sharedChunks,
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
        // Setting up a second factor needs the network anyway, so tablets do not store the 160 kB of code that draws QR codes.
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
    // The server sends these compressed copies, so it does not have to compress the app's files while somebody waits.
    compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(js|css|svg)$/, threshold: 1024, logLevel: 'silent' }),
  ],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: TARGET,
    rolldownOptions: {
      output: {
        // The first screen loads the names of all files: one letter less in each saves a sixth of a kilobyte. Seven letters are enough to distinguish
        // the versions of a file.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
});
