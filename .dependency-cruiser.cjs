// The rooms of the house and the doors between them. A rule's comment is what a person reads when it is broken.

const packages = (names) => `(^|/)node_modules/(${names})(/|$)`;

/** Rooms of the PWA that every area may use; all other folders below pwa/ are areas. */
const pwaRooms = 'ui|scan|offline|api|session|shell|dist|public';

/** Files of an area that only read. */
const reads =
  '(-queries|/queries|/scope|/visible-[^/]+|/figures|/figures-of-people|/on-order|/picked-sku|/qty-free|/qty-owed|/spent-pieces|/supplier-sku|/tallied-days)\\.ts$';

/** The files of the documents that lay out and draw; the others find what a document has in it. */
const drawing = '^server/documents/(?!routes|find-|print|draw-attachment|warm-printers|product-words)';

module.exports = {
  forbidden: [
    {
      name: 'shared-is-pure',
      comment: 'shared/ imports only shared/ and zod, so that the tablet and the server can both believe it.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { pathNot: ['^shared/', packages('zod')] },
    },
    {
      name: 'server-without-pwa',
      comment: 'The server never imports the PWA.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^pwa/' },
    },
    {
      name: 'pwa-sees-routes-only',
      comment: 'Of the server, the PWA knows the routes.ts files and nothing else.',
      severity: 'error',
      from: { path: '^pwa/' },
      to: { path: '^server/', pathNot: '/routes\\.ts$' },
    },
    {
      name: 'pwa-sees-route-types-only',
      comment: 'The PWA takes types from routes.ts (import type), never code.',
      severity: 'error',
      from: { path: '^pwa/' },
      to: { path: '^server/.*/routes\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'hono-at-the-edge',
      comment: 'Only routes.ts, server/http, app.ts and run-product.ts know hono; commands and queries do not know that HTTP exists.',
      severity: 'error',
      from: { path: '^server/', pathNot: ['/routes\\.ts$', '^server/http/', '^server/(app|run-product)\\.ts$'] },
      to: { path: packages('hono|@hono/[^/]+|hono-openapi') },
    },
    {
      name: 'hono-client-in-api',
      comment: 'In the PWA only the clients, those of an area and those of pwa/api, know hono.',
      severity: 'error',
      from: { path: '^pwa/', pathNot: '^pwa/(api/|[^/]+/[a-z-]*client\\.ts$)' },
      to: { path: packages('hono|@hono/[^/]+|hono-openapi') },
    },
    {
      name: 'app-mounts-routes',
      comment: 'Within the server only app.ts imports a routes.ts.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/app\\.ts$' },
      to: { path: '/routes\\.ts$' },
    },
    {
      name: 'routes-decide-nothing',
      comment: 'A routes.ts neither authorises nor reads or writes data: its commands and queries do, whoever calls them.',
      severity: 'error',
      from: { path: '^server/.*/routes\\.ts$' },
      to: { path: ['^shared/policy\\.ts$', '^server/core/problem\\.ts$', '^server/(db|audit/audit\\.ts)', packages('drizzle-orm')] },
    },
    {
      name: 'engine-inside-db',
      comment: 'Only server/db knows which engine runs; the SQLite types, which stand for both, may be named anywhere.',
      severity: 'error',
      from: { path: '^(server|shared)/', pathNot: '^server/db/' },
      to: {
        path: [packages('better-sqlite3|pg|drizzle-orm/(sqlite-core|pg-core|better-sqlite3|node-postgres)'), '^server/db/dialect\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'dexie-inside-offline',
      comment: 'Only pwa/offline knows Dexie.',
      severity: 'error',
      from: { path: '^(pwa|shared|server)/', pathNot: '^pwa/offline/' },
      to: { path: packages('dexie|dexie-react-hooks') },
    },
    {
      name: 'ui-knows-no-area',
      comment: 'The design system imports itself, shared/ and packages.',
      severity: 'error',
      from: { path: '^pwa/ui/' },
      to: { path: '^(pwa|server)/', pathNot: '^pwa/ui/' },
    },
    {
      name: 'scan-knows-no-area',
      comment: 'The scanner hands over codes; it imports itself, the design system, shared/ and packages.',
      severity: 'error',
      from: { path: '^pwa/scan/' },
      to: { path: '^(pwa|server)/', pathNot: '^pwa/(scan|ui)/' },
    },
    {
      name: 'areas-apart',
      comment: 'Areas of the PWA do not import each other; what two of them need belongs to ui, offline, api or session.',
      severity: 'error',
      from: { path: `^pwa/(?!(?:${pwaRooms})/)([^/]+)/` },
      to: { path: '^pwa/[^/]+/', pathNot: [`^pwa/(${pwaRooms})/`, '^pwa/$1/'] },
    },
    {
      name: 'no-cycles',
      comment: 'No file depends on itself by way of others.',
      severity: 'error',
      from: { path: '^(shared|server|pwa)/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'reports-read',
      comment: 'Reports and dashboards read; they import queries, never a command.',
      severity: 'error',
      from: { path: '^server/(reports|dashboards)/' },
      to: {
        path: '^server/[^/]+/',
        pathNot: ['^server/(core|db|http|sessions|documents|reports|dashboards)/', reads],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'drawn-on-threads',
      comment: 'Only the threads of the printers load what draws documents: the server starts, and stays, without those libraries.',
      severity: 'error',
      from: { path: '^server/', pathNot: drawing },
      to: { path: drawing, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'known-packages',
      comment: 'Every imported package is in package.json, not merely somewhere in node_modules.',
      severity: 'error',
      from: { path: '^(shared|server|pwa)/' },
      to: { dependencyTypes: ['npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^pwa/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css', '.json'],
    },
  },
};
