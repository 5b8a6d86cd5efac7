import { writeFileSync } from 'node:fs';
import bwipjs from 'bwip-js/node';
import sharp from 'sharp';

const width = 640;
const height = 480;

/** Writes a film (y4m) for Chromium's fake camera: each code in Code 128 for a second, with a second of bare wall before each code. */
export async function writeFilm(path: string, codes: readonly string[]): Promise<void> {
  const colourless = Buffer.alloc((width * height) / 2, 128);
  const wall = Buffer.alloc(width * height, 200);
  const frames: Buffer[] = [];
  for (const text of codes) {
    const bars = await bwipjs.toBuffer({ bcid: 'code128', text, scale: 2, height: 30, padding: 12, backgroundcolor: 'FFFFFF' });
    const picture = await sharp({ create: { width, height, channels: 3, background: { r: 200, g: 200, b: 200 } } })
      .composite([{ input: await sharp(bars).resize({ width: 560, fit: 'inside', kernel: 'nearest' }).toBuffer(), gravity: 'centre' }])
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The raw output has one or three channels; the first is the brightness.
    const { channels } = picture.info;
    const grey = Buffer.alloc(width * height);
    for (let dot = 0; dot < grey.length; dot++) grey[dot] = picture.data[dot * channels] ?? 0;
    const second = (luma: Buffer) => Array.from({ length: 5 }, () => Buffer.concat([Buffer.from('FRAME\n'), luma, colourless]));
    frames.push(...second(wall), ...second(grey));
  }
  writeFileSync(path, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`), ...frames]));
}
