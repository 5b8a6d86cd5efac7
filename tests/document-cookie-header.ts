import { documentCookies } from '../server/http/document-cookies.ts';

/** Returns the header with which a browser in this session opens a document as a plain link. `changes` replaces cookies. */
export const documentCookieHeader = (token: string | null, changes: Partial<ReturnType<typeof documentCookies>> = {}): { Cookie: string } => ({
  Cookie: Object.entries({ ...documentCookies(token ?? ''), ...changes })
    .map(([name, value]) => `${name}=${value}`)
    .join('; '),
});
