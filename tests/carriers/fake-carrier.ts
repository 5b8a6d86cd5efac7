import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CarrierRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  body: any;
}

/** How the carrier behaves at one call: responds, or fails. */
export type Behaviour = (call: CarrierRequest, response: ServerResponse, carrier: FakeCarrier) => void | Promise<void>;

/** A carrier's API on a port of its own, which stores bookings and fails as a test requests. */
export interface FakeCarrier {
  url: string;
  /** All calls, oldest first. */
  call: CarrierRequest[];
  /** The numbers of each booking, by its reference. */
  consignments: Map<string, { consignment_number: string; tracking_number: string }>;
  /** The reference of each collection: every booking call sends a courier, even a call that repeats an idempotency key. */
  collections: string[];
  /** The behaviour at each of the next calls; every call after these works. */
  next: Behaviour[];
  /** Makes the booking that a call requests. Returns its numbers. */
  book(call: CarrierRequest): { consignment_number: string; tracking_number: string };
  close(): Promise<void>;
}

export const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
};

/** Each call works. */
const works: Behaviour = (call, response, carrier) => {
  if (call.method === 'POST') return json(response, 201, carrier.book(call));
  const consignment = carrier.consignments.get(decodeURIComponent(call.path.split('/').at(-1) ?? ''));
  json(response, consignment ? 200 : 404, consignment ?? { message: 'Nothing by this reference' });
};

/** The ways in which the carrier fails. */
export const faults = {
  says:
    (status: number, body: unknown = { message: `Status ${status}` }, headers: Record<string, string> = {}): Behaviour =>
    (_request, response) =>
      json(response, status, body, headers),
  /** Books, and cuts the connection before the response is sent. */
  cutsAfterBooking: ((call, response, carrier) => {
    carrier.book(call);
    response.socket?.destroy();
  }) as Behaviour,
  cuts: ((_request, response) => void response.socket?.destroy()) as Behaviour,
  /** Books, and then sends half of its response. */
  garblesAfterBooking: ((call, response, carrier) => {
    carrier.book(call);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"consignment_number": "C1", "tra');
  }) as Behaviour,
  /** Books at once, and responds after `ms` milliseconds. */
  sleepsAfterBooking:
    (ms: number): Behaviour =>
    async (call, response, carrier) => {
      const numbers = carrier.book(call);
      await new Promise((resolve) => setTimeout(resolve, ms));
      json(response, 201, numbers);
    },
  /** Sends a response that never ends. */
  floods: ((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const more = setInterval(() => response.write('x'.repeat(64 * 1024)), 1);
    response.on('close', () => clearInterval(more));
  }) as Behaviour,
};

/** Opens a carrier's API on loopback. */
export async function openCarrier(): Promise<FakeCarrier> {
  const carrier: FakeCarrier = {
    url: '',
    call: [],
    consignments: new Map(),
    collections: [],
    next: [],
    book: ({ body: { reference } }) => {
      carrier.collections.push(reference);
      const n = carrier.consignments.size + 1;
      const numbers = carrier.consignments.get(reference) ?? { consignment_number: `C${n}`, tracking_number: `JD${String(n).padStart(6, '0')}` };
      carrier.consignments.set(reference, numbers);
      return numbers;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const call: CarrierRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text ? JSON.parse(text) : null,
    };
    carrier.call.push(call);
    await (carrier.next.shift() ?? works)(call, response, carrier);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  carrier.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  return carrier;
}
