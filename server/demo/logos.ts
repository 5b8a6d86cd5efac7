import { type StoredFile, storeDrawing } from '../files/store-file.ts';

/** The demo's clients that have a logo, as it is stitched and printed: flat shapes in two inks on a transparent ground. */
const logoKinds = ['gate', 'harbour'] as const;
export type LogoKind = (typeof logoKinds)[number];

const drawings: Record<LogoKind, string> = {
  gate: `<path d="M256 40 64 132v300h72V196l120-58 120 58v236h72V132Z" fill="#c8102e"/>
    <path d="M168 432V236h44l88 118V236h44v196h-44l-88-118v118Z" fill="#5b6770"/>`,
  harbour: `<path d="M256 44c-70 70-152 108-152 196 0 84 68 152 152 152s152-68 152-152c0-88-82-126-152-196Z" fill="#2f9c95"/>
    <path d="M232 168h48v56h56v48h-56v56h-48v-56h-56v-48h56Z" fill="#ffffff"/>
    <path d="M72 420c61-34 123-34 184 0s123 34 184 0v40c-61 34-123 34-184 0s-123-34-184 0Z" fill="#1f4fa3"/>`,
};

/** A logo as an SVG of 512 by 512. */
const drawLogo = (kind: LogoKind): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">${drawings[kind]}</svg>`;

/** Draw the clients' logos and store them. Call it before the unit of work. */
export async function storeLogos(data_dir: string): Promise<Map<LogoKind, StoredFile>> {
  const logos = new Map<LogoKind, StoredFile>();
  for (const kind of logoKinds) logos.set(kind, await storeDrawing(data_dir, drawLogo(kind)));
  return logos;
}
