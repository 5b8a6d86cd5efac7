import { expect, test, vi } from 'vitest';

test('the upload of a file is cancelled after five minutes', async () => {
  vi.stubGlobal('window', { addEventListener: () => undefined });
  const { once } = await import('../../../pwa/api/transport.ts');
  const { uploadFile } = await import('../../../pwa/imports/client.ts');
  const time = new AbortController();
  const waits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((wait) => {
    waits.push(wait);
    return time.signal;
  });
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );
  const upload = uploadFile({ csv: new File(['sku,count'], 'count.csv'), type: 'stock' }, once());
  time.abort(new DOMException('too late', 'TimeoutError'));
  await expect(upload).rejects.toThrow('too late');
  expect(waits).toEqual([300_000]);
});
