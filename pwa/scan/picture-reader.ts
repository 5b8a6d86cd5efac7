/** Reads the codes in a picture. */
export interface PictureReader {
  /** The detector that reads the codes; the test page shows its name. */
  name: 'built into this browser' | 'ZXing';
  read: (picture: ImageBitmap) => Promise<string[]>;
  close: () => void;
}

/** The part of the browser's own detector that this file uses; TypeScript has no type for the detector yet. */
interface NativeDetector {
  detect: (picture: ImageBitmap) => Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats: () => Promise<string[]>;
}

/** The formats of this product's own labels and of the makers' labels. A detector that lacks one of these formats is not used. */
const requiredFormats = ['code_128', 'ean_13'];
const useful = [...requiredFormats, 'ean_8', 'upc_a', 'upc_e', 'qr_code', 'data_matrix'];

async function native(): Promise<PictureReader | null> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Detector || !requiredFormats.every((format) => formats.includes(format))) return null;
  const detector = new Detector({ formats: useful.filter((format) => formats.includes(format)) });
  return {
    name: 'built into this browser',
    read: async (picture) => {
      const codes = await detector.detect(picture);
      picture.close();
      return codes.map(({ rawValue }) => rawValue);
    },
    close: () => undefined,
  };
}

/** ZXing in a worker of its own; one picture at a time. */
function zxing(): PictureReader {
  const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' });
  return {
    name: 'ZXing',
    read: (picture) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<{ texts: string[] } | { fault: string }>) =>
          'texts' in data ? resolve(data.texts) : reject(new Error(data.fault));
        worker.onerror = (event) => reject(new Error(event.message || 'The code reader could not be loaded.'));
        worker.postMessage(picture, [picture]);
      }),
    close: () => worker.terminate(),
  };
}

/** The reader of this browser, or else the one in the worker. */
export const openReader = async (): Promise<PictureReader> => (await native()) ?? zxing();
