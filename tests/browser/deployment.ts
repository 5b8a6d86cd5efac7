import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { extname, join } from 'node:path';

/** A server in front of Kitroom's server. It can serve another build of the app than the server behind it. */
export interface Deployment {
  port: number;
  deploy: (dist: string) => void;
  close: () => Promise<void>;
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Opens a server for the app's build on a free port of loopback. Requests for which the build has no file go to the API at the port `behind`. */
export async function openDeployment(behind: number): Promise<Deployment> {
  let dist: string | null = null;
  const server = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    const isPage = incoming.method === 'GET' && (incoming.headers.accept ?? '').includes('text/html');
    const file = dist && join(dist, isPage ? 'index.html' : pathname);
    if (dist && file?.startsWith(dist) && existsSync(file) && statSync(file).isFile()) {
      answer.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream', 'Cache-Control': 'no-cache' });
      answer.end(readFileSync(file));
      return;
    }
    // A file of another build no longer exists after a deployment, so the server behind this one must not serve it.
    if (dist && pathname.startsWith('/assets/')) {
      answer.writeHead(404).end();
      return;
    }
    const onward = request(
      { host: '127.0.0.1', port: behind, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port on loopback.');
  return {
    port: address.port,
    deploy: (next) => {
      dist = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
