// Draws the installable app's icons from the mark in pwa/public/icon.svg. Run by hand when the mark changes; its PNGs are committed.
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const folder = new URL('../pwa/public/', import.meta.url);
const mark = await readFile(new URL('icon.svg', folder));

/** The mark alone on its own colour, inside the middle 60%, which the mask of every launcher leaves visible. */
const maskable = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" fill="#174a7c"/>' +
    '<path transform="translate(10 10) scale(.72) translate(-10 -10)" d="M6 4v12M14 4.500 7.500 10 14 15.500" fill="none" stroke="#fff" stroke-width="2.4"/></svg>',
);

const draw = async (svg, size, name) =>
  writeFile(
    new URL(name, folder),
    await sharp(svg, { density: (72 * size) / 20 })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toBuffer(),
  );

await Promise.all([
  draw(mark, 192, 'icon-192.png'),
  draw(mark, 512, 'icon-512.png'),
  draw(maskable, 180, 'icon-180.png'),
  draw(maskable, 512, 'icon-maskable-512.png'),
]);
