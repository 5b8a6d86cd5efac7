import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { emptyFolder, start } from './product.ts';

test('a stopped product answers what it has begun, takes nothing new, and ends well', async () => {
  const product = await start({ data_dir: emptyFolder() });
  const body = JSON.stringify({ email: 'nobody@example.test', password: 'not the password' });
  const socket = connect(product.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = `POST /api/auth/login HTTP/1.1\r\nHost: kitroom\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  await new Promise<void>((resolve) => socket.write(head + body.slice(0, 10), () => resolve()));
  await new Promise((resolve) => setTimeout(resolve, 200));

  // Another client keeps its connection open without asking anything.
  await (await fetch(`${product.url}/healthz`)).text();
  product.kill('SIGTERM');
  product.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect(fetch(`${product.url}/healthz`)).rejects.toThrow();

  const asked = Date.now();
  socket.write(body.slice(10));
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 422 /);
  expect(answer).toContain('"errors"');
  expect(await product.ended).toEqual({ code: 0, signal: null, stderr: '' });
  expect(Date.now() - asked).toBeLessThan(3000);
});

test('Ctrl+C is a stop like any other', async () => {
  const product = await start({ data_dir: emptyFolder() });
  product.kill('SIGINT');
  expect(await product.ended).toEqual({ code: 0, signal: null, stderr: '' });
});
