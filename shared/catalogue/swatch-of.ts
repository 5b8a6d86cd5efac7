/** The colours that garments are sold in, by name. */
const swatches: Readonly<Record<string, string>> = {
  black: '#1c1c1e',
  white: '#ffffff',
  natural: '#efe6d2',
  navy: '#1f2a44',
  'royal blue': '#1f4fa3',
  'sky blue': '#8fbfe6',
  'pale blue': '#c3d9ee',
  'hospital blue': '#5b93c9',
  teal: '#1f6f78',
  red: '#c1272d',
  burgundy: '#6d1f35',
  pink: '#e59ab5',
  orange: '#e2711d',
  yellow: '#f2c230',
  'bottle green': '#14432f',
  'aqua green': '#2f9c95',
  'lime green': '#8cc63f',
  olive: '#5a5f3a',
  grey: '#84888d',
  'graphite grey': '#4a4e54',
  'heather grey': '#a9acb1',
  lilac: '#b79fd0',
  purple: '#57327f',
  khaki: '#b3a27a',
  stone: '#d3c8b2',
  honey: '#b5813f',
  brown: '#5c4130',
  'hi-vis yellow': '#e4ee35',
  'hi-vis orange': '#ff7420',
};

/** The swatch for the name of a colour, the same for all products; else the product’s own hex value, or null if that is unknown as well. */
export const swatchOf = ({ name, hex }: { name: string; hex?: string | null | undefined }): string | null =>
  swatches[name.trim().toLowerCase()] ?? hex ?? null;
