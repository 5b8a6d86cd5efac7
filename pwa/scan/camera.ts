import { cleanCode, LEAST_CHARACTERS } from '../../shared/scan/clean-code.ts';
import { newlySeen, type Seen } from './debounce.ts';
import { openReader, type PictureReader } from './picture-reader.ts';

/** Milliseconds between two pictures that are read. */
const BETWEEN = 100;

export interface CameraEvents {
  /** Called with each code that the camera newly sees. */
  onCode: (text: string) => void;
  /** Called once reading has begun, with the name of the reader. */
  onReady: (reader: PictureReader['name']) => void;
  onFault: (message: string) => void;
}

const faultText = (error: unknown): string => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError')
    return 'This browser does not have permission to use the camera. Allow it in the settings of the site, then try again.';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'This device has no camera.';
  if (name === 'NotReadableError') return 'Another app is using the camera.';
  return error instanceof Error ? error.message : 'The camera could not be started.';
};

/** Reads codes from the camera and reports each code when it comes into view. The returned function stops the reading. */
export function watchCamera(video: HTMLVideoElement, { onCode, onReady, onFault }: CameraEvents): () => void {
  let isStopped = false;
  let stream: MediaStream | undefined;
  let reader: PictureReader | undefined;
  let lastSeen: Seen = new Map();

  const stop = (): void => {
    isStopped = true;
    for (const track of stream?.getTracks() ?? []) track.stop();
    reader?.close();
  };

  const look = async (): Promise<void> => {
    if (!navigator.mediaDevices) throw new Error('The camera needs a safe (https) address.');
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
      audio: false,
    });
    if (isStopped) return stop();
    video.srcObject = stream;
    await video.play();
    reader = await openReader();
    if (isStopped) return stop();
    onReady(reader.name);
    while (!isStopped) {
      if (video.videoWidth > 0 && !document.hidden) {
        const read = await reader.read(await createImageBitmap(video));
        const texts = read.map(cleanCode).filter(({ length }) => length >= LEAST_CHARACTERS);
        const step = newlySeen(lastSeen, texts, performance.now());
        lastSeen = step.seen;
        if (!isStopped) for (const text of step.fresh) onCode(text);
      }
      await new Promise((resolve) => setTimeout(resolve, BETWEEN));
    }
  };

  look().catch((error: unknown) => {
    const wasStopped = isStopped;
    stop();
    if (!wasStopped) onFault(faultText(error));
  });
  return stop;
}
