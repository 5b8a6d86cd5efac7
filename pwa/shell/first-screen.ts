import { firstFloorRow, firstRows } from './first-floor.ts';
import { floorStatusBar } from './floor-status.tsx';
import { countedTabs } from './floor-tabs.tsx';
import { scanAnywhere } from './frame.tsx';
import { screenAhead } from './screen.tsx';

/** After this many milliseconds the screen is rendered with the parts that have been loaded. */
const MAX_WAIT = 1_000;

/**
 * Resolves when the app's first screen can be rendered in one step. In several steps, as code and rows arrive, a tablet would
 * render a first screen of the floor five times.
 */
export async function firstScreen(): Promise<void> {
  if (!firstFloorRow) return;
  const parts = [screenAhead(firstFloorRow), floorStatusBar.preload(), countedTabs.preload(), scanAnywhere.preload()];
  await Promise.race([Promise.allSettled([firstRows, ...parts]), new Promise((resolve) => setTimeout(resolve, MAX_WAIT))]);
}
