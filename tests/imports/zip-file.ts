import { constants, deflateRawSync } from 'node:zlib';

/** A file in a zip file, with its content complete or in pieces. */
export interface Part {
  name: string;
  content: string | Uint8Array | Iterable<string>;
  /** The uncompressed size that the zip's directory names, if it is not the true one. */
  size?: number;
  flags?: number;
  /** The level of compression: 1 is fastest, 9 is smallest. */
  level?: number;
}

/** Compresses each piece separately. Equal pieces are compressed once, so that a large part that repeats one piece is made quickly. */
function packed(content: Part['content'], level: number): { body: Buffer; length: number } {
  const pieces = new Map<string | Uint8Array, { bytes: Buffer; length: number }>();
  const bodies: Buffer[] = [];
  let length = 0;
  for (const piece of typeof content === 'string' || content instanceof Uint8Array ? [content] : content) {
    const one = pieces.get(piece) ?? {
      bytes: deflateRawSync(piece, { level, finishFlush: constants.Z_FULL_FLUSH }),
      length: Buffer.byteLength(piece),
    };
    if (pieces.size < 10) pieces.set(piece, one);
    bodies.push(one.bytes);
    length += one.length;
  }
  return { body: Buffer.concat([...bodies, deflateRawSync('')]), length };
}

/** Returns the bytes of a zip file with these parts in sequence, without checksums. */
export function zipOf(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const bodyOf = new Map<Part, ReturnType<typeof packed>>();
  for (const part of parts) {
    const { name, content, size, flags = 0, level = 1 } = part;
    const { body, length } = bodyOf.get(part) ?? packed(content, level);
    bodyOf.set(part, { body, length });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(body.length, 14);
    fields.writeUInt32LE(size ?? length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), body]);
    bodies.push(local);
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), fields, place, Buffer.from(name));
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

const relations = (links: readonly [id: string, kind: string, target: string][]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links
    .map(
      ([id, kind, target]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

export interface Sheets {
  /** The rows of each sheet as XML, by name. */
  sheets: Record<string, Part['content']>;
  strings?: Part['content'];
  styles?: string;
  /** Attributes of `workbookPr`. */
  properties?: string;
  /** The names of the sheets that are hidden. */
  hidden?: readonly string[];
}

/** Yields the XML of a sheet around the XML of its rows. */
export function* sheetOf(rows: string | Iterable<string>): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet ${namespace}><dimension ref="A1"/><sheetData>`;
  yield* typeof rows === 'string' ? [rows] : rows;
  yield '</sheetData></worksheet>';
}

/** Returns the parts of a workbook. `sheets` has complete XML documents. */
export function workbookParts({ sheets, strings, styles, properties = '', hidden = [] }: Sheets): Part[] {
  const names = Object.keys(sheets);
  const list = names.map((name, i) => `<sheet name="${name}" sheetId="${i + 7}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="rId${i}"/>`);
  const links = names.map((_, i): [string, string, string] => [`rId${i}`, 'worksheet', `worksheets/sheet${i}.xml`]);
  return [
    { name: '_rels/.rels', content: relations([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${namespace} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr ${properties}/><sheets>${list.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([...links, ['rIdA', 'sharedStrings', '/xl/sharedStrings.xml'], ['rIdB', 'styles', 'styles.xml']]),
    },
    ...Object.values(sheets).map((content, i) => ({ name: `xl/worksheets/sheet${i}.xml`, content })),
    ...(strings ? [{ name: 'xl/sharedStrings.xml', content: strings }] : []),
    ...(styles ? [{ name: 'xl/styles.xml', content: styles }] : []),
  ];
}

/** Returns a workbook of one sheet with the XML of its rows. */
export const workbookOf = (rows: string | Iterable<string>, more: Partial<Sheets> = {}): Buffer =>
  zipOf(workbookParts({ sheets: { Sheet1: sheetOf(rows) }, ...more }));

export const stringsOf = (items: string): string => `<sst ${namespace}>${items}</sst>`;

/** Returns the XML of styles, numbered from 0. Each has one of these formats: a format code, or the number of a built-in format. */
export function stylesOf(formats: readonly (string | number)[]): string {
  const codes = formats.map((format, i) =>
    typeof format === 'string' ? `<numFmt numFmtId="${200 + i}" formatCode="${format.replaceAll('"', '&quot;')}"/>` : '',
  );
  const cells = formats.map((format, i) => `<xf numFmtId="${typeof format === 'string' ? 200 + i : format}" applyNumberFormat="1"/>`);
  return `<styleSheet ${namespace}><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${cells.join('')}</cellXfs></styleSheet>`;
}
