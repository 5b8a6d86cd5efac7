import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the service answers one call, or does not answer it. */
export type Behaviour = (response: ServerResponse) => void;

/** An address service on a port of its own. */
export interface FakeService {
  url: string;
  /** All calls, oldest first. */
  requests: { path: string; authorization: string | undefined }[];
  /** The behaviour for each of the next calls; after these, the service returns two addresses for every postcode. */
  next: Behaviour[];
  close(): Promise<void>;
}

export const reply =
  (status: number, body: unknown): Behaviour =>
  (response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));

export const faults: Record<string, Behaviour> = {
  'closes the connection': (response) => void response.socket?.destroy(),
  'stops in the middle of a response': (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' });
    response.write('{"result": [');
    setTimeout(() => response.socket?.destroy(), 20);
  },
  'sends half of the JSON': reply(200, '{"result": [{"line_1"'),
  'sends other JSON': reply(200, { hello: 'there' }),
  'refuses a key without credit': reply(402, { code: 4020, message: 'Key balance depleted' }),
  'refuses the key as unknown': reply(401, { code: 4010, message: 'Invalid key' }),
  'answers 404': reply(404, 'Not found'),
  'has a fault of its own': reply(500, { code: 5000, message: 'oops' }),
  'redirects to another address': (response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/stolen' }).end(),
  'does not answer': () => {},
  'sends a response without an end': (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const more = setInterval(() => response.write('x'.repeat(64 * 1024)), 1);
    response.on('close', () => clearInterval(more));
  },
};

const two = (postcode: string) => ({
  code: 2000,
  message: 'Success',
  result: [
    { line_1: 'Unit 3', line_2: '5 Mill Lane', line_3: 'Holbeck', post_town: 'LEEDS', county: 'West Yorkshire', postcode, udprn: 1 },
    { line_1: '1 Mill Lane', line_2: '', line_3: '', post_town: 'LEEDS', county: '', postcode, udprn: 2 },
  ],
});

/** Open an address service on loopback. */
export async function openService(): Promise<FakeService> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    service.requests.push({ path, authorization: request.headers.authorization });
    const postcode = decodeURIComponent(/postcodes\/([^?]+)/.exec(path)?.[1] ?? '');
    (service.next.shift() ?? reply(200, two(postcode)))(response);
  });
  const service: FakeService = {
    url: '',
    requests: [],
    next: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return service;
}
