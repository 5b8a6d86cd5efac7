/** Mutation testing of the rules and of the offline engine: `npm run mutate`, see docs/decisions/0059-mutation-testing.md. */
export default {
  // Browser tests judge the screens; see the decision.
  mutate: ['shared/**/*.ts', 'pwa/offline/**/*.ts'],
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutate.config.ts' },
  coverageAnalysis: 'perTest',
  // What is computed while a module loads belongs to no test: each such mutant would need all tests.
  ignoreStatic: true,
  ignorePatterns: ['/data/var', '/pwa/dist', '/docs', '/test-results', '/tests/browser', '/tests/bench'],
  reporters: ['clear-text', 'progress', 'html', 'json'],
  clearTextReporter: { reportTests: false, logTests: false },
  htmlReporter: { fileName: 'data/var/mutation/report.html' },
  jsonReporter: { fileName: 'data/var/mutation/report.json' },
  // Mutants whose code and tests are the same as in the last run keep their result.
  incremental: true,
  incrementalFile: 'data/var/mutation/incremental.json',
  tempDirName: 'data/var/mutation/sandbox',
  concurrency: 2,
  // A busy machine must not make a mutant look killed.
  timeoutMS: 30_000,
  timeoutFactor: 3,
};
