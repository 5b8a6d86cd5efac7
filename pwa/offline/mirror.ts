import type { Mirror, MirrorPort } from './ports.ts';

const COOKIE = 'kitroom_tablet';
const YEAR = 31_536_000;
/** Milliseconds in which several notes become one: a browser takes longer over a cookie than the screen over a scan. */
const GATHER = 100;

/** The last note, while it is not in the cookie yet. */
let gathered: Mirror | null = null;

function keep(): void {
  if (!gathered) return;
  // Another tab may have come further meanwhile.
  const other = noted();
  const note = { ...gathered, q: other?.device === gathered.device ? Math.max(other.q, gathered.q) : gathered.q };
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: it has to work where there is no cookie store
  document.cookie = `${COOKIE}=${encodeURIComponent(JSON.stringify(note))}; Path=/; Max-Age=${YEAR}; SameSite=Strict${secure}`;
  gathered = null;
}

function noted(): Mirror | null {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${COOKIE}=`));
  if (!found) return null;
  try {
    return JSON.parse(decodeURIComponent(found.slice(COOKIE.length + 1))) as Mirror;
  } catch {
    return null;
  }
}

/** How far this tablet is, noted in a cookie: a browser that throws the databases away leaves it. */
export const mirror: MirrorPort = {
  read: () => gathered ?? noted(),
  write: (note) => {
    if (!gathered) setTimeout(keep, GATHER);
    gathered = note;
  },
};

// A page that goes away has no later moment.
if (typeof window !== 'undefined') window.addEventListener('pagehide', keep);
