import type { Mirror, MirrorPort } from './ports.ts';

const COOKIE = 'kitroom_tablet';
const YEAR = 31_536_000;

/** How far this tablet is, noted in a cookie: a browser that throws the databases away leaves it. */
export const mirror: MirrorPort = {
  read: () => {
    const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${COOKIE}=`));
    if (!found) return null;
    try {
      return JSON.parse(decodeURIComponent(found.slice(COOKIE.length + 1))) as Mirror;
    } catch {
      return null;
    }
  },
  write: (note) => {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: it has to be written in the same breath, also where there is no cookie store
    document.cookie = `${COOKIE}=${encodeURIComponent(JSON.stringify(note))}; Path=/; Max-Age=${YEAR}; SameSite=Strict${secure}`;
  },
};
