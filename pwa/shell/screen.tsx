import { type ComponentType, lazy, Suspense, useLayoutEffect } from 'react';
import type { RouteRow } from '../routes.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { screensLoading } from './screens-loading.ts';

const screens = new Map<RouteRow['load'], ComponentType>();

/** Loads a screen. If the screen reads the API, the query client is loaded at the same time. */
async function fetchScreen(row: RouteRow): Promise<{ default: ComponentType }> {
  if (row.reads_device_only) return row.load();
  const [{ default: Inner }, { WithQueries }] = await Promise.all([row.load(), import('../api/with-queries.tsx')]);
  return {
    default: () => (
      <WithQueries>
        <Inner />
      </WithQueries>
    ),
  };
}

/** Loads the screen of a row of the route table before somebody opens the screen, so that it then appears at once. */
export async function screenAhead(row: RouteRow): Promise<void> {
  const fetched = await fetchScreen(row);
  if (!screens.has(row.load)) screens.set(row.load, fetched.default);
}

/** The title of a screen that is loading. */
function ScreenLoading({ title }: { title: string }) {
  useLayoutEffect(() => {
    screensLoading.set(screensLoading.get() + 1);
    return () => screensLoading.set(screensLoading.get() - 1);
  }, []);
  return (
    <Page title={title}>
      <SkeletonText lines={4} />
    </Page>
  );
}

/** The screen of a row of the route table. Each screen is loaded only once. */
export function Screen({ row }: { row: RouteRow }) {
  let Loaded = screens.get(row.load);
  if (!Loaded) {
    Loaded = lazy(() => fetchScreen(row));
    screens.set(row.load, Loaded);
  }
  return (
    <Suspense fallback={<ScreenLoading title={row.title} />}>
      <Loaded />
    </Suspense>
  );
}
