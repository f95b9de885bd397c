import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { TEST_SETS, type TestSet } from './scripts/test-sets.ts';

/** The set of this run. Without one, `npx vitest run test/http/partner/search.test.ts` finds every test. */
const set = process.env.IHC_TEST_SET as TestSet | undefined;
const folders = set === undefined ? ['src', 'web/src', 'test'] : TEST_SETS[set];

/** Tests of processes wait longest. At the end of a run, one of them alone would keep the others waiting. */
class CoreFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isCore = ({ moduleId }: TestSpecification) => /\/test\/(core|walks)\//.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isCore), ...sorted.filter((file) => !isCore(file))];
  }
}

export default defineConfig({
  test: {
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    globalSetup: set === 'fast' ? [] : ['test/support/global-setup.ts'],
    sequence: { sequencer: CoreFirst },
    pool: 'threads',
    isolate: false,
    // For two cores. Most tests wait for the database, so four files at a time keep both busy; a page in the browser
    // keeps a core busy by itself.
    maxWorkers: set === 'browser' ? 2 : 4,
    // Longer than the 30 s of an action in the browser, whose message tells what was waited for.
    // A check that is repeated has 30 s too: a busy machine must not fail a test.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
