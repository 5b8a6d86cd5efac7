import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** It takes seconds, so it judges only mutants that all other tests let live. */
const slowest = 'exactly-once.test.ts';

class FastestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlowest = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith(slowest);
    return files.toSorted((a, b) => Number(isSlowest(a)) - Number(isSlowest(b)));
  }
}

/** The tests that judge a mutant: those that need neither a database server nor a browser. */
export default defineConfig({
  test: {
    sequence: { sequencer: FastestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.unit.test.ts'],
          // They draw documents, make a whole demonstration or call npm: seconds for each mutant that they touch, and they test other folders.
          exclude: ['tests/pwa/**', 'tests/documents/documents.unit.test.ts', 'tests/demo/**', 'tests/sbom.unit.test.ts'],
          setupFiles: 'tests/mutation/setup.ts',
        },
      },
      { test: { name: 'pwa', include: ['tests/pwa/**/*.test.{ts,tsx}'], setupFiles: 'tests/mutation/setup.ts', testTimeout: 30_000 } },
    ],
  },
});
