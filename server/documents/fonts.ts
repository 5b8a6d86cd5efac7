import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of the documents' font. */
export const fontFolder = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');

/** The cuts of the documents' font. */
export const fontFiles = {
  normal: join(fontFolder, 'Roboto-Regular.ttf'),
  bold: join(fontFolder, 'Roboto-Medium.ttf'),
};
