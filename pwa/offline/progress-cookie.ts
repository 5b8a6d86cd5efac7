import { withLaterActions } from './loss.ts';
import type { ProgressPort, TabletProgress } from './ports.ts';

const COOKIE = 'kitroom_tablet';
const YEAR = 31_536_000;
/** Milliseconds in which several notes are merged into one, because a browser writes a cookie more slowly than the screen shows a scan. */
const MERGE_DELAY = 100;
/** After this many more milliseconds the note is written even if the tablet has not been idle. */
const MAX_DELAY = 400;

/** The last note, until it is written to the cookie. */
let gathered: TabletProgress | null = null;
/** The note that this tab last wrote. It is cached because a read of the cookie blocks the page until another process has answered. */
let cached: TabletProgress | null = null;

/** Calls `act` when the browser is idle, or at once if the browser cannot tell. */
const whenQuiet = (act: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: MAX_DELAY });
  else act();
};

/** Writes this tab's note to the cookie, with the later actions of another tab that the cookie knows. */
function keep(other = noted()): void {
  if (!gathered) return;
  const note = withLaterActions(gathered, other);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: it has to work where there is no cookie store
  document.cookie = `${COOKIE}=${encodeURIComponent(JSON.stringify(note))}; Path=/; Max-Age=${YEAR}; SameSite=Strict${secure}`;
  gathered = null;
  cached = note;
}

function noteIn(cookie: string | null | undefined): TabletProgress | null {
  if (!cookie) return null;
  try {
    return JSON.parse(decodeURIComponent(cookie)) as TabletProgress;
  } catch {
    return null;
  }
}

const noted = (): TabletProgress | null => {
  const cookie = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return noteIn(cookie?.slice(COOKIE.length + 1));
};

/** Stores the note without blocking the page, if the browser can read the cookie asynchronously. */
async function keepQuietly(): Promise<void> {
  if (!('cookieStore' in window)) return keep();
  const cookie = await cookieStore.get(COOKIE).catch(() => null);
  keep(noteIn(cookie?.value));
}

/** The progress of this tablet, stored in a cookie, because a browser that evicts the databases keeps its cookies. */
export const progress: ProgressPort = {
  read: () => gathered ?? cached ?? noted(),
  write: (note) => {
    if (!gathered) setTimeout(() => whenQuiet(() => void keepQuietly()), MERGE_DELAY);
    gathered = note;
  },
};

// A page that is being closed cannot write the note later.
if (typeof window !== 'undefined') window.addEventListener('pagehide', () => keep());
