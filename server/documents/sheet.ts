import { sep } from 'node:path';
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces';
import { BODY } from './fit.ts';
import { fontFiles, fontFolder } from './fonts.ts';

pdfmake.setFonts({ Roboto: fontFiles });
// A document consists of its data and two font files; a name or address that looks like a link loads nothing.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fontFolder + sep));

export const ink = '#1b1a17';
export const quiet = '#635f57';
export const hairline = '#b9b4aa';
export const shade = '#f1efea';

/** A 4 x 6 inch label, in points. */
export const labelPage = { width: 288, height: 432 };
export const labelMargin = 16;

/** Lay out and write one document. */
export async function toPdf(definition: TDocumentDefinitions): Promise<Uint8Array> {
  return pdfmake
    .createPdf({
      language: 'en-GB',
      defaultStyle: { font: 'Roboto', fontSize: BODY, color: ink },
      ...definition,
    })
    .getBuffer();
}
