// Draws pwa/public/wall.svg, the garments beside the sign-in on wide screens. Run by hand when the drawings change; its result is committed.
import { writeFileSync } from 'node:fs';
import { drawGarment, type GarmentKind } from '../server/demo/garments.ts';

const rows: [GarmentKind, string][][] = [
  [
    ['polo', '#1f2c4d'],
    ['hi_vis_vest', '#ff7a1a'],
    ['trouser', '#4a4d52'],
    ['hoodie', '#1d4a37'],
    ['boot', '#a9773f'],
    ['tee', '#f7f7f5'],
  ],
  [
    ['chef_jacket', '#f7f7f5'],
    ['jacket', '#24242a'],
    ['cap', '#6b1f33'],
    ['hi_vis_jacket', '#e2f01d'],
    ['tunic', '#1f4fb0'],
    ['cargo', '#1f2c4d'],
  ],
  [
    ['fleece', '#6b1f33'],
    ['apron', '#24242a'],
    ['polo', '#1d4a37'],
    ['coverall', '#1f4fb0'],
    ['shirt', '#bcd3ea'],
    ['beanie', '#ff7a1a'],
  ],
];
const [cell, tile, garment] = [160, 144, 112];

const tiles = rows.flatMap((row, y) =>
  row.map(([kind, colour], x) => {
    const body = drawGarment(kind, colour).replace(/^<svg[^>]*>|<\/svg>$/g, '');
    const inset = (tile - garment) / 2;
    return (
      `<g transform="translate(${x * cell + (cell - tile) / 2} ${y * cell + (cell - tile) / 2})"><rect width="${tile}" height="${tile}" rx="8" fill="#efede8"/>` +
      `<g transform="translate(${inset} ${inset}) scale(${(garment / 96).toFixed(4)})">${body}</g></g>`
    );
  }),
);
const width = cell * 6;
const height = cell * rows.length;
writeFileSync(
  new URL('../pwa/public/wall.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${tiles.join('')}</svg>\n`,
);
