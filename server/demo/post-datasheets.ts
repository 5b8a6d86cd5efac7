import { productDatasheets } from '../db/tables/index.ts';
import { registerFile } from '../files/register-file.ts';
import { type StoredFile, storeFile } from '../files/store-file.ts';
import type { DemoWorld } from './demo-world.ts';

interface Sheet {
  /** The code of the style. */
  code: string;
  name: string;
  lines: readonly string[];
}

const sheets: readonly Sheet[] = [
  {
    code: 'BT01',
    name: 'Safety data: EN ISO 20345 S3',
    lines: [
      'S3 Safety Boot',
      'EN ISO 20345:2022 S3 FO SR',
      'Toe cap: steel, 200 J',
      'Midsole: steel',
      'Sole: dual density, oil resistant',
      'Replace after any impact.',
    ],
  },
  {
    code: 'HV01',
    name: 'Conformity: EN ISO 20471 class 2',
    lines: [
      'Hi-Vis Vest',
      'EN ISO 20471:2013 class 2',
      'Background 0.59 m2, tape 0.13 m2',
      'Wash at 40, at most 25 times',
      'Do not bleach or iron the tape.',
    ],
  },
];

/** Makes a PDF of one page of plain text: a few objects, followed by a table of their offsets. */
function pdfOf([title = '', ...rest]: readonly string[]): Buffer {
  const textOf = (line: string): string => `(${line.replace(/[\\()]/g, '\\$&')}) Tj`;
  const text = `BT /F1 22 Tf 72 760 Td ${textOf(title)} /F1 12 Tf 0 -36 Td ${rest.map((line) => `${textOf(line)} 0 -20 Td`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const starts = objects.map((object, i) => {
    const start = pdf.length;
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const places = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Store the makers' data sheets. Call it before the unit of work. */
export const storeDatasheets = (data_dir: string): Promise<StoredFile[]> =>
  Promise.all(sheets.map(({ lines }) => storeFile(data_dir, one(pdfOf(lines)), { kinds: ['pdf'], max: 10_000 })));

/** Attach the data sheets to the styles that have to meet a standard. */
export async function postDatasheets({ db, catalogue, today }: DemoWorld, files: readonly StoredFile[]): Promise<void> {
  const now = today.toISOString();
  for (const [i, { code, name }] of sheets.entries()) {
    const style = catalogue.styles.get(code);
    const file = files[i];
    if (!style || !file) throw new Error(`The demo has no style ${code}`);
    const file_id = await registerFile({ db, now }, file);
    await db
      .insert(productDatasheets)
      .values({ product_id: style.id, file_id, name, file_name: `${code.toLowerCase()}-datasheet.pdf`, created_at: now });
  }
}
