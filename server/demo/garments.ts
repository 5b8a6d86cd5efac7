/** Every garment that can be drawn. A product names one of these; its picture is that drawing in the variation's colour. */
const garmentKinds = [
  'polo',
  'tee',
  'shirt',
  'blouse',
  'sweatshirt',
  'hoodie',
  'fleece',
  'jacket',
  'body_warmer',
  'parka',
  'hi_vis_vest',
  'hi_vis_polo',
  'hi_vis_jacket',
  'hi_vis_trouser',
  'trouser',
  'cargo',
  'chino',
  'shorts',
  'coverall',
  'tunic',
  'scrub_top',
  'scrub_trouser',
  'apron',
  'chef_jacket',
  'cap',
  'beanie',
  'glove',
  'belt',
  'boot',
  'shoe',
  'trainer',
  'wellington',
  'sock',
] as const;

export type GarmentKind = (typeof garmentKinds)[number];

/** The two inks of one drawing: the cloth and the seam that is derived from it. */
type Inks = { cloth: string; seam: string };
type Part = (inks: Inks) => string;

const sole = '#3b3833';
const tape = '#dfe3e4';
const tapeEdge = '#9aa0a1';
const contrast = '#2b3648';
const pale = '#f4f2ec';

const stroke = (colour: string, width = 1.6) => `stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;

/** A shape of cloth with its edge. */
const cloth =
  (d: string): Part =>
  ({ cloth, seam }) =>
    `<path d="${d}" fill="${cloth}" ${stroke(seam)}/>`;
/** A stitched line. */
const seam =
  (d: string): Part =>
  ({ seam }) =>
    `<path d="${d}" fill="none" ${stroke(seam)}/>`;
/** A dotted line: pile, quilting stitches, fur. */
const stitches =
  (d: string): Part =>
  ({ seam }) =>
    `<path d="${d}" fill="none" ${stroke(seam, 1.5)} stroke-dasharray="0 4"/>`;
/** The inside of the garment, seen through its opening. */
const inside =
  (d: string): Part =>
  ({ seam }) =>
    `<path d="${d}" fill="${seam}" ${stroke(seam)}/>`;
/** A strap: a narrow ribbon of the cloth with an edge on both sides. */
const strap =
  (d: string, width = 3.4): Part =>
  ({ cloth, seam }) =>
    `<path d="${d}" fill="none" ${stroke(seam, width + 2.6)}/><path d="${d}" fill="none" ${stroke(cloth, width)}/>`;
const fixedPart =
  (fill: string, edge: string, width = 1) =>
  (d: string): Part =>
  () =>
    `<path d="${d}" fill="${fill}" ${stroke(edge, width)}/>`;
const reflective = fixedPart(tape, tapeEdge);
const rubber = fixedPart(sole, sole, 0.8);
const panel = fixedPart(contrast, '#1d2635', 1.6);
const foam = fixedPart(pale, '#a8a294', 1.2);
const metal = fixedPart('#c9c6bd', '#6f6b62', 1.4);

const buttons =
  (x: number, ys: readonly number[], radius = 1.4): Part =>
  ({ seam }) =>
    ys.map((y) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${seam}"/>`).join('');

/** Draws a part and its mirror image: a garment has two sides. */
const pair =
  (...parts: Part[]): Part =>
  (inks) => {
    const body = parts.map((part) => part(inks)).join('');
    return `${body}<g transform="matrix(-1 0 0 1 96 0)">${body}</g>`;
  };

type Point = readonly [number, number];

/** Joins a left half and its mirror image into one closed outline. The half is drawn from top centre to bottom centre, with M, L and C. */
function whole(half: string): string {
  const steps = [...half.matchAll(/([MLC])([^MLC]*)/g)].map(([, verb, rest = '']) => {
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    const points: Point[] = [];
    for (let i = 0; i + 1 < numbers.length; i += 2) points.push([numbers[i] ?? 0, numbers[i + 1] ?? 0]);
    return { verb, points };
  });
  const mirrored = ([x, y]: Point) => `${Number((96 - x).toFixed(2))} ${y}`;
  const back: string[] = [];
  for (let i = steps.length - 1; i > 0; i--) {
    const step = steps[i];
    const end = steps[i - 1]?.points.at(-1);
    if (!step || !end) continue;
    back.push(step.verb + [...step.points.slice(0, -1).reverse(), end].map(mirrored).join(' '));
  }
  return `${half}${back.join('')}Z`;
}

const longSleeved = whole('M48 18C42 18 37 16 36 12L20 19L6 76L19 80L27 47L27 87L48 87');
const jacketBody = whole('M48 17.500C43 17.500 38.500 16 36 13L19 20L5 76L18 80L27 46L27 87L48 87');
const trouserOutline = 'M30 7h36l9 82H54l-6-48-6 48H21Z';
const standCollar = cloth('M36 13 38 5h20l2 8-12 10Z');
const shirtCollar = [inside('M40 7C44 9 52 9 56 7L48 15Z'), pair(cloth('M40 6.500 34 13 41 25 48 15Z'))];
const cuffs = pair(seam('M7.500 69.500 20.500 73.500'));
const armholes = pair(seam('M27.500 47 29.500 27'));
const fly = seam('M29 15h38M48 15v26M36 7v8M60 7v8M32 16c0 6-1 9-4 11M64 16c0 6 1 9 4 11');
const hems = seam('M22 84h20M54 84h20');

const drawings: Record<GarmentKind, readonly Part[]> = {
  polo: [
    cloth('M35 13 17 21 5 43l15 7 5-8v43h46V42l5 8 15-7-12-22-18-8c-4 7-22 7-26 0Z'),
    seam('M9.500 36.500 23 43M86.500 36.500 73 43M25 80h46M44 28v17h8V28'),
    inside('M39 9C43 11 53 11 57 9L48 18Z'),
    pair(cloth('M39 8 34 13.500 43 26 48 17.500Z')),
    buttons(48, [31, 37.5]),
  ],
  tee: [
    cloth('M35 12 17 20 5 42l15 7 5-8v44h46V41l5 8 15-7-12-22-18-8c-4 8-22 8-26 0Z'),
    seam('M9.500 35.500 23 42M86.500 35.500 73 42M25 80h46M31 14c5 11 29 11 34 0'),
  ],
  shirt: [
    cloth(whole('M48 16C43 16 39 14 37 12L20 19L6 74L18 78L27 46L26 83C33 87 41 88 48 88')),
    pair(seam('M7.500 68 19.500 72.500'), seam('M27.500 46 29.500 27')),
    seam('M44.500 22v65.500M51.500 22v65.500M57 37h10v8l-5 3-5-3Z'),
    ...shirtCollar,
    buttons(48, [30, 41, 52, 63, 74]),
  ],
  blouse: [
    cloth(whole('M48 28L40 10L28 14C20 18 17 34 12 52L23 56L30 38C32 48 33 54 31 61C29 68 27 76 27 84C34 87 41 88 48 88')),
    pair(seam('M13.200 47.500 24.500 51.500'), seam('M30 38C30 31 29 27 31 20'), seam('M39 46C38 56 38 66 36 76')),
    inside('M40 9C44 11 52 11 56 9L48 30Z'),
    seam('M48 30v58'),
    pair(cloth('M40 8.500 33 13 36 24 41 23 48 31 43 16Z')),
    buttons(51.5, [38, 49, 60, 71]),
  ],
  sweatshirt: [
    cloth(longSleeved),
    cuffs,
    armholes,
    seam('M27 80h42M32.500 13.800C36 26 60 26 63.500 13.800M44.500 23 48 29 51.500 23'),
    seam('M33 80.500v6M39 80.500v6M45 80.500v6M51 80.500v6M57 80.500v6M63 80.500v6'),
  ],
  hoodie: [
    cloth('M36 17 20 23 6 76l13 4 8-31v38h42V49l8 31 13-4-14-53-16-6Z'),
    cloth('M33 18C29 0 67 0 63 18c-3 9-27 9-30 0Z'),
    inside('M38 17c-2-11 22-11 20 0-3 6-17 6-20 0Z'),
    seam('M44 24v14M52 24v14M27 49l2-20M69 49l-2-20M8 69l13 4M88 69l-13 4M27 81h42M36 58h24l7 18H29Z'),
  ],
  fleece: [
    cloth(longSleeved),
    stitches('M34 55h10M54 55h12M34 63h10M54 63h12M34 71h10M54 71h12M34 47h10M13 60 21 62M14.500 53 22.500 55M16.500 45 24 47'),
    standCollar,
    armholes,
    cuffs,
    seam('M48 8v79M27 82h42M54 36h11v10H54ZM19.500 27C28 37 38 39 48 39M48 39C58 39 68 37 76.500 27'),
  ],
  jacket: [
    cloth(jacketBody),
    standCollar,
    seam('M48 23v64M48 23V8M27 46l2-19M69 46l-2-19M7 69l13 4M89 69l-13 4M34 60l5 13M62 60l-5 13M54 36h10M27 82h42M19.500 26 30 35h36l10.500-9'),
  ],
  body_warmer: [
    cloth(whole('M48 17C43 17 40 16 37 12L24 17C26 29 23 37 18 43L20 87L48 87')),
    standCollar,
    seam('M48 8v79M25 31h46M20 43.500h56M19 54.500h58M19.500 65.500h57M20 76.500h56'),
  ],
  parka: [
    cloth(whole('M48 20L36 15L20 22L7 71L19 75L26 51L23 91L48 91')),
    cloth('M31 20C24-1 72-1 65 20c-4 9-30 9-34 0Z'),
    inside('M38 17.500c-2-11 22-11 20 0-3 6-17 6-20 0Z'),
    stitches('M32.500 19C27 3 69 3 63.500 19'),
    pair(seam('M26 51 28.500 29'), seam('M8.500 65.500 20.500 69.500'), seam('M28.500 67v14h12V67'), cloth('M27 63h15v6H27Z')),
    seam('M44 26v65M52 26v65M26 55h18M52 55h18'),
    buttons(48, [34, 48, 62, 76], 1.5),
  ],
  hi_vis_vest: [
    cloth('M31 9h9c2 13 14 13 16 0h9l9 7c-3 13-1 21 5 26v45H17V42c6-5 8-13 5-26Z'),
    reflective('M29 10.500h7L37.500 52h-8ZM67 10.500h-7L58.500 52h8ZM17 50h62v9H17ZM17 68h62v9H17Z'),
    seam('M48 19v68M17 83h62'),
  ],
  hi_vis_polo: [
    cloth('M35 13 17 21 5 43l15 7 5-8v43h46V42l5 8 15-7-12-22-18-8c-4 7-22 7-26 0Z'),
    pair(reflective('M31 15h7v32h-7Z')),
    reflective('M25 47h46v8H25ZM25 63h46v8H25Z'),
    seam('M9.500 36.500 23 43M86.500 36.500 73 43M25 80h46M44 28v17h8V28'),
    inside('M39 9C43 11 53 11 57 9L48 18Z'),
    pair(cloth('M39 8 34 13.500 43 26 48 17.500Z')),
    buttons(48, [31, 37.5]),
  ],
  hi_vis_jacket: [
    cloth(jacketBody),
    pair(panel('M5 76 6.500 69.500 20 73.800 18 80Z')),
    panel('M27 79h42v8H27Z'),
    pair(
      reflective('M31 16h7v35h-7Z'),
      reflective('M13.500 42.500 26.300 46.500 24.800 53 12 49Z'),
      reflective('M10.200 56 23.200 60 21.400 66.500 8.600 62.500Z'),
    ),
    reflective('M27 49h42v8H27ZM27 64h42v8H27Z'),
    panel('M36 13 38 5h20l2 8-12 10Z'),
    seam('M48 23v64M27 46l2-19M69 46l-2-19'),
  ],
  hi_vis_trouser: [
    cloth(trouserOutline),
    fly,
    reflective(
      'M24.900 53h20.600l-.9 7.500H24.100ZM71.100 53H50.500l.9 7.500h20.500ZM23.100 69h20.400l-.9 7.500H22.300ZM72.900 69H52.500l.9 7.500h20.300Z',
    ),
    hems,
  ],
  trouser: [
    cloth(trouserOutline),
    fly,
    pair(
      cloth('M24.500 53.500 42.500 54.500 41 73.500 23 72.500Z'),
      seam('M24.200 58 42 59'),
      cloth('M27.500 20.500 39 22 37.500 38 31 38.500 26 35.500Z'),
      seam('M27 26 38.500 27.500'),
    ),
    hems,
  ],
  cargo: [
    cloth(trouserOutline),
    fly,
    pair(cloth('M22.500 45.500 36 46.500 34 65 20.500 63.500Z'), cloth('M22 43.500 37 45 36.400 51.500 21.400 50Z'), buttons(29, [48.3])),
    hems,
  ],
  chino: [
    cloth(whole('M48 7L30 7L23 89L41 89L48 38')),
    seam(
      'M29.500 14h37M48 14v24M52 14c1 9 0 13-4 16M34 7v7M62 7v7M31 15C34 21 31 27 28 30M65 15C62 21 65 27 68 30M23.500 83.500h18.200M54.300 83.500h18.200',
    ),
    pair(seam('M38 22C36 46 34 66 32 83')),
    buttons(48, [10.5]),
  ],
  shorts: [
    cloth(whole('M48 16L27 16L17 76L43 79L48 54')),
    seam('M26 25h44M48 25v29M33 16v9M63 16v9M30 26c0 7-2 11-6 12M66 26c0 7 2 11 6 12M18 70.500l25.800 3M78 70.500l-25.800 3'),
    pair(cloth('M22.500 50 36 52 34 66.500 20.500 64.500Z'), seam('M21.900 54.500 35.400 56.500')),
    buttons(48, [20.5]),
  ],
  coverall: [
    cloth(whole('M48 12L40 8L26 13L9 53L20 58L31 38L31 52L25 92L45 92L48 64')),
    pair(
      seam('M11.500 48.500 22 53.500'),
      seam('M31 38 31.500 25'),
      cloth('M34 27h10v9H34Z'),
      seam('M34 30.500h10'),
      seam('M25.800 87.500H45.200'),
      seam('M31 53c2 4 1 8-2 11'),
      cloth('M40 7 35 11.500 42 21 48 13Z'),
    ),
    seam('M48 14v50M31 47.500h34M31 52.500h34'),
  ],
  tunic: [
    cloth(whole('M48 15L40 11L27 15L12 41L26 48L30 40C32 52 29 64 26 87L48 87')),
    pair(foam('M14.600 36.500 28.400 43.500 26 48 12 41Z'), seam('M30 40 30.500 26'), cloth('M31 64h11.500v14H31Z'), seam('M31 68h11.500')),
    foam('M39 11.500 41 6h14l2 5.500-9 6Z'),
    seam('M48 17.500 57 27v60M34 33h9v9h-9Z'),
    buttons(53.2, [28, 37, 46, 55], 1.5),
  ],
  scrub_top: [
    cloth(whole('M48 34L39 11L25 15L9 42L24 50L29 42L27 87L48 87')),
    inside('M39 11C43 14 53 14 57 11L48 33Z'),
    seam('M34 12.500 48 40.500 62 12.500M29 42l.5-14M67 42l-.5-14M11.300 38 26.300 45.500M84.700 38 69.700 45.500M55 44h12v12H55ZM55 47.500h12'),
    pair(seam('M27.600 66H42v16')),
    seam('M27 82.500h42'),
  ],
  scrub_trouser: [
    cloth(whole('M48 8L29 8L17 89L43 89L48 42')),
    seam('M28 17h40M48 17v25M31 18c1 6-1 11-5 13M65 18c-1 6 1 11 5 13M17.700 84h26M78.300 84h-26'),
    seam('M33 9v7M38 9v7M43 9v7M53 9v7M58 9v7M63 9v7M46 17C43 22 43 27 44 31M50 17C53 22 53 25 52 28'),
  ],
  apron: [
    strap('M35.500 24C32-1 64-1 60.500 24', 3),
    pair(strap('M21 48C13 50 9 57 11 67', 2.6)),
    cloth('M34 22h28c0 14 6 20 14 22v44H20V44c8-2 14-8 14-22Z'),
    seam('M34.500 27h27M20 83h56M32 55h32v17H32ZM48 55v17'),
  ],
  chef_jacket: [
    cloth(whole('M48 17L37 12L20 19L6 76L19 80L27 47L27 87L48 87')),
    pair(cloth('M5.500 75.500 8.300 65 21.500 69 19 80Z'), seam('M27.500 47 29.500 27')),
    inside('M38.500 7C43 9 53 9 57.500 7L48 15Z'),
    pair(cloth('M39 5.500 36 14 46 22.500 48 15Z')),
    seam('M46 22.500C39 28 37.500 33 37.500 41V87'),
    buttons(42.5, [33, 44, 55, 66], 2),
    buttons(56, [33, 44, 55, 66], 2),
  ],
  cap: [
    cloth('M17 57C13 32 29 17 48 17s35 15 31 40C62 50 34 50 17 57Z'),
    seam('M48 17v35M34 21C28 30 27 42 28.500 52.500M62 21C68 30 69 42 67.500 52.500'),
    cloth('M17 56C34 49 62 49 79 56c7 6 11 13 9 20C66 65 30 65 8 76c-2-7 2-14 9-20Z'),
    stitches('M14 66C34 57 62 57 82 66'),
    inside('M44.500 16.500C44.500 13 51.500 13 51.500 16.500Z'),
  ],
  beanie: [
    cloth('M20 60C17 4 79 4 76 60Z'),
    seam('M30 58C29 42 32 26 40 20M42 58C41 42 43 28 46 19M54 58C55 42 53 28 50 19M66 58C67 42 64 26 56 20'),
    cloth('M20 55h56c3 0 4 1 4 4v18c0 3-1 4-4 4H20c-3 0-4-1-4-4V59c0-3 1-4 4-4Z'),
    seam('M24 60v16M32 60v16M40 60v16M48 60v16M56 60v16M64 60v16M72 60v16'),
  ],
  glove: [
    cloth(
      'M31 74C31 70 29 66 26 63L13 50C8 44 15 37 21 42L32 51 30 23C30 15 40 15 40.500 23L43 43 43.500 15C43.500 7 54 7 54 15L54.500 43 58 19C59 11 69 13 68 21L65.500 47 70 33C72 26 81 28 79 36L71 63C69 68 68 70 68 74Z',
    ),
    seam('M32 51C37 54 40 58 41 63M35 70C44 66 56 66 65 70'),
    cloth('M30 74h39v14H30Z'),
    seam('M36 77v8M43 77v8M50 77v8M57 77v8M63 77v8'),
  ],
  belt: [
    inside('M9 41C9 22 87 22 87 41C87 58 9 58 9 41Z'),
    cloth('M9 41C9 60 87 60 87 41V57C87 77 9 77 9 57Z'),
    stitches('M11 52C16 69 80 69 85 52'),
    buttons(62, [63], 1.5),
    buttons(69, [61.5], 1.5),
    buttons(76, [59], 1.5),
    metal('M35 52h22v23H35ZM40 57v13h12V57Z'),
    metal('M39 62h14v3H39Z'),
  ],
  boot: [
    cloth('M28 10h31v32c8 7 27 6 29 19v13H22c0-13 5-16 6-30Z'),
    seam('M28 20h31M71 51c-3 7-3 15-2 23M28 44c6 4 10 14 10 30M47 27h12M47 34h12M48 41h12M52 48h12'),
    rubber('M19 74h70v6c0 3-1 5-3 5H56l-3-4H43l-2 4H19Z'),
  ],
  shoe: [
    inside('M18 45C24 50 34 49 41 42L52 51 30 60Z'),
    cloth('M17 44C23 52 36 51 42 42L57 53C67 60 87 58 89 70V75H14C13 64 14 52 17 44Z'),
    seam('M72 60C68 65 68 70 69 75M32 51.500C34 60 35 68 35 75M36 56C44 57 50 56 57 53M45 54 50 47.500M51 56.500 56 52M16 62C21 64 25 69 26 75'),
    rubber('M12 74h79v5c0 3-1 4-3 4H48l-3-3H36l-2 3H12Z'),
  ],
  trainer: [
    cloth('M17 43C22 52 36 50 42 39L58 52C66 58 84 58 88 68V73H14C13 62 14 51 17 43Z'),
    seam('M70 58C64 62 63 68 64 73M34 50C38 54 46 54 52 52M45 51 50 45M51 54.500 56 50M56 57.500 62 54M16 57C24 58 28 65 29 73'),
    foam('M37 73 45 57h4.500L43 73ZM48 73 53.500 60H58L53.500 73Z'),
    foam('M12 72C34 76 66 70 90 70v6c0 4-3 6-7 6H17c-4 0-5-3-5-10Z'),
    rubber('M14 80h74c-1 3-3 4-6 4H19c-3 0-4-1-5-4Z'),
  ],
  wellington: [
    cloth('M29 8h31l-1 40C63 58 87 57 89 72v3H24C23 58 31 40 29 8Z'),
    seam('M29.400 15.500h30.400M29 47C38 44 50 44 59 48M27.500 53C37 50 52 51 61.500 54M73 60C69 65 69 70 70 75M33 22v8M25 66C31 64 38 66 44 75'),
    rubber('M21 74h70v6c0 3-1 5-3 5H57l-3-4H43l-2 4H21Z'),
  ],
  sock: [
    cloth('M35 7h27v39C62 54 68 59 77 64 90 71 86 88 71 87 60 86 50 83 43 75 35 67 35 57 35 47Z'),
    seam('M35 20h27M40 8v11M45.500 8v11M51 8v11M56.500 8v11M35.500 53C45 53 51 61 45 77M75 63C67 68 65 77 69 87'),
    seam('M35 26h27M35 29.500h27'),
  ],
};

type Lch = { l: number; c: number; h: number };

/** The colour in OKLCH: equal steps of lightness look equal, so every cloth gets a seam of the same strength. */
function toLch(hex: string): Lch {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const [r, g, b] = [channel(1), channel(3), channel(5)];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b2 = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short, c: Math.hypot(a, b2), h: Math.atan2(b2, a) };
}

function toHex({ l, c, h }: Lch): string {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channel = (linear: number) => {
    const clipped = Math.min(1, Math.max(0, linear));
    const value = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short)}${channel(
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
  )}${channel(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)}`;
}

/** The seam of a cloth: darker on a light cloth, lighter on a dark one, so that it is visible on both. */
function seamColour(hex: string): string {
  const { l, c, h } = toLch(hex);
  return toHex({ l: l > 0.42 ? l - 0.17 : l + 0.17, c, h });
}

/** The picture of a garment in one colour (`#rrggbb`): a standalone SVG without script or style sheet. */
export function drawGarment(kind: GarmentKind, hex: string): string {
  const inks = { cloth: hex, seam: seamColour(hex) };
  const body = drawings[kind].map((part) => part(inks)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="512" height="512">${body}</svg>`;
}
