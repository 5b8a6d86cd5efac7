import { mkdirSync, symlinkSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { emptyFolder, type Product, start, stop } from './product.ts';

/** Two servers with one database behind one address. Each has its own data folder, in which both find the same folder of stored files. */
export interface ServerPair {
  servers: Product[];
  /** The address of the balancer, which sends requests to the two servers in turn. */
  address: string;
  /** Makes the next request go to the server that got the last request. */
  repeatTurn: () => void;
  stop: () => Promise<void>;
}

function folderWithSharedFiles(files: string): string {
  const folder = emptyFolder();
  symlinkSync(files, join(folder, 'files'));
  return folder;
}

/** Starts two servers, one after the other, and a balancer in front of them. */
export async function startServerPair(environment: Record<string, string>): Promise<ServerPair> {
  const files = join(emptyFolder(), 'files');
  mkdirSync(files);
  const servers: Product[] = [];
  for (let n = 0; n < 2; n++) servers.push(await start({ data_dir: folderWithSharedFiles(files), environment, start_timeout: 180_000 }));
  let turn = 0;
  const balancer = createServer((incoming, answer) => {
    const { port } = servers[turn++ % servers.length] as Product;
    const outgoing = forward({ port, path: incoming.url, method: incoming.method, headers: incoming.headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  return {
    servers,
    address: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    repeatTurn: () => {
      turn++;
    },
    stop: async () => {
      balancer.closeAllConnections();
      balancer.close();
      await Promise.all(servers.map(stop));
    },
  };
}

/** Returns a function that sends requests to an address, with a token or without. */
export const callerOf =
  (address: string, token?: string) =>
  async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const isForm = body instanceof FormData;
    const headers = {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
      ...more,
    };
    const response = await fetch(address + path, { method, headers, ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}) });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    const answer: any = response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text;
    return { status: response.status, body: answer, headers: response.headers };
  };
