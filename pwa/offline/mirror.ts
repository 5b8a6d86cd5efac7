import type { Mirror, MirrorPort } from './ports.ts';

const COOKIE = 'kitroom_tablet';
const YEAR = 31_536_000;
/** Milliseconds in which several notes become one: a browser takes longer over a cookie than the screen over a scan. */
const GATHER = 100;
/** After so many more milliseconds it is noted even where the tablet has no quiet moment. */
const MAX_LENGTH = 400;

/** The last note, while it is not in the cookie yet. */
let gathered: Mirror | null = null;
/** What this tab noted last. Reading a cookie stops everything until another process has answered. */
let cached: Mirror | null = null;

/** In a quiet moment, in a browser that knows which those are. */
const whenQuiet = (act: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: MAX_LENGTH });
  else act();
};

/** Another tab may have come further meanwhile. */
function keep(other = noted()): void {
  if (!gathered) return;
  const note = { ...gathered, q: other?.device === gathered.device ? Math.max(other.q, gathered.q) : gathered.q };
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: it has to work where there is no cookie store
  document.cookie = `${COOKIE}=${encodeURIComponent(JSON.stringify(note))}; Path=/; Max-Age=${YEAR}; SameSite=Strict${secure}`;
  gathered = null;
  cached = note;
}

function noteIn(cookie: string | null | undefined): Mirror | null {
  if (!cookie) return null;
  try {
    return JSON.parse(decodeURIComponent(cookie)) as Mirror;
  } catch {
    return null;
  }
}

const noted = (): Mirror | null => {
  const cookie = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return noteIn(cookie?.slice(COOKIE.length + 1));
};

/** Keeps the note without stopping the page for what the cookie says by now, where the browser can tell that meanwhile. */
async function keepQuietly(): Promise<void> {
  if (!('cookieStore' in window)) return keep();
  const cookie = await cookieStore.get(COOKIE).catch(() => null);
  keep(noteIn(cookie?.value));
}

/** How far this tablet is, noted in a cookie: a browser that throws the databases away leaves it. */
export const mirror: MirrorPort = {
  read: () => gathered ?? cached ?? noted(),
  write: (note) => {
    if (!gathered) setTimeout(() => whenQuiet(() => void keepQuietly()), GATHER);
    gathered = note;
  },
};

// A page that goes away has no later moment.
if (typeof window !== 'undefined') window.addEventListener('pagehide', () => keep());
