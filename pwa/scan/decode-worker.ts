/// <reference lib="webworker" />
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Reads codes from pictures off the main thread, for browsers that have no detector of their own. */

declare const self: DedicatedWorkerGlobalScope;

prepareZXingModule({ overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? reader : prefix + path) } });
let canvas: OffscreenCanvas | null = null;

self.addEventListener('message', ({ data: picture }: MessageEvent<ImageBitmap>) => {
  void textsIn(picture).then(
    (texts) => self.postMessage({ texts }),
    (error: unknown) => self.postMessage({ fault: error instanceof Error ? error.message : String(error) }),
  );
});

async function textsIn(picture: ImageBitmap): Promise<string[]> {
  const { width, height } = picture;
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(picture, 0, 0);
  picture.close();
  // Only formats with a checksum, so that a misread code is rejected.
  const results = await readBarcodes(context.getImageData(0, 0, width, height), {
    formats: ['Code128', 'EANUPC', 'QRCode', 'DataMatrix'],
    tryHarder: true,
    maxNumberOfSymbols: 4,
  });
  return results.filter(({ isValid }) => isValid).map(({ text }) => text);
}
