import { firstFloorRow, firstRows } from './first-floor.ts';
import { floorStatusBar } from './floor-status.tsx';
import { countedTabs } from './floor-tabs.tsx';
import { scanAnywhere } from './frame.tsx';
import { screenAhead } from './screen.tsx';

/** After so many milliseconds the screen is drawn with what there is. */
const MAX_WAIT = 1_000;

/**
 * Resolves when the screen that the app opens with can be drawn in one piece: piece by piece, as code and rows come, a tablet draws a
 * first screen of the floor five times over.
 */
export async function firstScreen(): Promise<void> {
  if (!firstFloorRow) return;
  const parts = [screenAhead(firstFloorRow), floorStatusBar.ahead(), countedTabs.ahead(), scanAnywhere.ahead()];
  await Promise.race([Promise.allSettled([firstRows, ...parts]), new Promise((resolve) => setTimeout(resolve, MAX_WAIT))]);
}
