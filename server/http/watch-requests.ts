import type { Server, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** How often a draining server is checked, in milliseconds. */
const LOOK_EVERY = 25;
/** For how many successive checks no request may arrive or be in progress: clients that looked up the address a moment ago still send requests. */
const QUIET_LOOKS = 10;
/** How long a draining server accepts new connections at most, and after how long it cuts all open connections, in milliseconds. */
const ACCEPT_FOR = 4_000;
const ANSWER_FOR = 8_000;

/**
 * Watches the requests of a server. Returns a function that closes the server without resetting connections: it accepts connections until no request
 * is in progress and none arrives, and each answer asks its client to close the connection.
 */
export function watchRequests(server: Server): () => Promise<void> {
  const responses = new Set<ServerResponse>();
  let hasArrival = false;
  let isDraining = false;

  server.on('connection', () => {
    hasArrival = true;
  });
  // Registered before the listener that answers, so that the header can still be set.
  server.prependListener('request', (_request, response) => {
    hasArrival = true;
    responses.add(response);
    response.once('close', () => responses.delete(response));
    if (isDraining) response.setHeader('Connection', 'close');
  });

  /** Resolves when the server is quiet, or at `end` at the latest. Between two checks even a busy event loop handles waiting requests. */
  const quietOr = async (end: number): Promise<void> => {
    for (let looks = 0; looks < QUIET_LOOKS && performance.now() < end; ) {
      hasArrival = false;
      await setTimeout(LOOK_EVERY);
      looks = hasArrival || responses.size ? 0 : looks + 1;
    }
  };

  return async () => {
    const begin = performance.now();
    isDraining = true;
    for (const response of responses) if (!response.headersSent) response.setHeader('Connection', 'close');
    await quietOr(begin + ACCEPT_FOR);
    const closed = new Promise((resolve) => server.close(resolve));
    // A connection without a request, such as browsers open ahead of time, does not delay the end of the server.
    await Promise.race([closed, quietOr(begin + ANSWER_FOR)]);
    server.closeAllConnections();
    await closed;
  };
}
