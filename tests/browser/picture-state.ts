import type { BrowserContext, Route } from '@playwright/test';
import { messages } from '../../shared/messages.ts';

/** `empty`: every list in the server's responses is empty. `failing`: the server answers 500. */
export const pictureStates = ['empty', 'failing'] as const;
export type PictureState = (typeof pictureStates)[number];

/** The paths that get the usual response in every state: the signed-in person and the two streams are not part of a screen's content. */
const ofTheFrame = /^\/api\/(auth\/|sync\/poke$|notifications\/stream$)/;

/** Makes the pages of a context show a state; the person stays signed in. A read is a GET request, or the POST of a tablet's sync. */
export async function putInState(context: BrowserContext, state: PictureState): Promise<void> {
  await context.route(
    ({ pathname }) => pathname.startsWith('/api/') && !ofTheFrame.test(pathname),
    (route) => {
      const request = route.request();
      const isRead = request.method() === 'GET' || new URL(request.url()).pathname === '/api/sync';
      if (!isRead || request.resourceType() === 'image') return route.continue();
      return state === 'failing' ? fail(route) : empty(route);
    },
  );
}

const fail = (route: Route): Promise<void> =>
  route.fulfill({ status: 500, json: { message: messages.unexpected, request_id: '00000000-0000-4000-8000-000000000000' } });

async function empty(route: Route): Promise<void> {
  // If the page is closed before the response arrives, the fetch fails, and no response is needed.
  const response = await route.fetch().catch(() => null);
  if (!response) return;
  const isJson = response.headers()['content-type']?.includes('json') ?? false;
  await route.fulfill(
    isJson ? { response, json: emptied(await response.json(), new URL(route.request().url()).pathname.endsWith('/counts')) } : { response },
  );
}

/** Empties every list in a response, and sets every count to 0. */
function emptied(answer: unknown, isCounts: boolean): unknown {
  if (Array.isArray(answer)) return [];
  if (typeof answer === 'number' && isCounts) return 0;
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, emptied(value, isCounts || /^(sub_)?totals?$|^counts$/.test(key))]));
}
