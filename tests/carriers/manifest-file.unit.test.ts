import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LateAnswer } from '../../server/carriers/carrier.ts';
import { manifestFileCarrier } from '../../server/carriers/manifest-file.ts';
import { consignable } from './consignable.ts';

let root: string;
let out: string;
let inbox: string;
const carrier = () => manifestFileCarrier({ manifest_dir: out, manifest_answer_dir: inbox });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kitroom-manifest-'));
  out = join(root, 'to carrier', 'über');
  inbox = join(root, 'from carrier');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const rowsOf = (file: string): Record<string, string>[] => parse(readFileSync(join(out, file)), { columns: true, bom: true });

describe('files written for the carrier', () => {
  test('a booking writes only one file, which is complete and named by the reference of the booking', async () => {
    expect(await carrier().book(consignable())).toEqual({ outcome: 'pending' });
    expect(readdirSync(out)).toEqual(['D-00012.csv']);
    expect(rowsOf('D-00012.csv')).toEqual([
      {
        reference: 'D-00012',
        service: '220',
        service_name: '220 Parcel',
        weight_kg: '7.5',
        boxes: '2',
        company: 'Northgate Facilities, Leeds Depot',
        contact_name: 'Ann Other',
        contact_phone: '0113 496 0000',
        contact_email: 'ann@northgate.test',
        address_line_1: '1 Quay St',
        address_line_2: '',
        address_line_3: '',
        address_line_4: 'Leeds',
        address_line_5: '',
        postcode: 'LS10 1RT',
      },
    ]);
  });

  test('no cell begins a formula or has a line break; accents and quotes are kept', async () => {
    const evil = consignable({
      company: '=HYPERLINK("http://evil.example")',
      contact_name: '@SUM(A1)\r\nZoë "Z" Müller',
      contact_phone: '+44 113 496 0000',
      contact_email: '-1+1@northgate.test',
      delivery_address: { address_line_1: '+1, High St', postcode: 'LS1 4AP' },
    });
    await carrier().book(evil);
    expect(rowsOf('D-00012.csv')).toMatchObject([
      {
        company: `'=HYPERLINK("http://evil.example")`,
        contact_name: `'@SUM(A1) Zoë "Z" Müller`,
        contact_phone: '0044 113 496 0000',
        contact_email: "'-1+1@northgate.test",
        address_line_1: "'+1, High St",
      },
    ]);
    expect(readFileSync(join(out, 'D-00012.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(2);
  });

  test('a file that the carrier’s software has not fetched yet is not written again', async () => {
    await carrier().book(consignable());
    const first = readFileSync(join(out, 'D-00012.csv'), 'utf8');
    expect(await carrier().book(consignable({ was_asked: true, total_weight: 99 }))).toEqual({ outcome: 'pending' });
    expect(readFileSync(join(out, 'D-00012.csv'), 'utf8')).toBe(first);
  });

  test('an incomplete file left by a crash is replaced by a complete file at the next attempt', async () => {
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, '.D-00012.csv.part'), 'reference,serv');
    expect(await carrier().book(consignable({ was_asked: true }))).toEqual({ outcome: 'pending' });
    expect(readdirSync(out)).toEqual(['D-00012.csv']);
    expect(rowsOf('D-00012.csv')).toHaveLength(1);
  });

  test('a file that the carrier’s software may have imported is not written again: a person has to check', async () => {
    await carrier().book(consignable());
    rmSync(join(out, 'D-00012.csv'));
    expect(await carrier().book(consignable({ was_asked: true }))).toMatchObject({ outcome: 'unknown', reason: expect.stringContaining('D-00012') });
    expect(readdirSync(out)).toEqual([]);
  });

  test('nothing is booked when the folder cannot be written to, and the message names the folder', async () => {
    writeFileSync(join(root, 'to carrier'), 'a file where the folder should be');
    expect(await carrier().book(consignable())).toMatchObject({ outcome: 'not_booked', reason: expect.stringContaining('to carrier') });
    rmSync(join(root, 'to carrier'));
    expect(await carrier().book(consignable())).toEqual({ outcome: 'pending' });
  });
});

describe('files read from the carrier', () => {
  const now = new Date('2026-11-21T09:00:00.000Z');
  const seconds = (n: number): Date => new Date(now.getTime() - n * 1000);
  const putFile = (name: string, text: string | Uint8Array, age = 10): void => {
    mkdirSync(inbox, { recursive: true });
    writeFileSync(join(inbox, name), text);
    utimesSync(join(inbox, name), seconds(age), seconds(age));
  };
  const inFolder = (folder = ''): string[] =>
    existsSync(join(inbox, folder)) ? readdirSync(join(inbox, folder)).filter((name) => name.includes('.')) : [];
  const read = async (say: (answer: LateAnswer) => string | null = () => null): Promise<LateAnswer[]> => {
    const answers: LateAnswer[] = [];
    await carrier().answers?.(async (answer) => {
      answers.push(answer);
      return say(answer);
    }, now);
    return answers;
  };
  const bookedAnswer = (reference: string, tracking_number: string | null, consignment_number: string | null = null): LateAnswer => ({
    reference,
    booking: { outcome: 'booked', tracking_number, consignment_number },
  });

  test('numbers and refusals are read from a file, which is then moved to the done folder', async () => {
    putFile('answers.csv', 'reference,consignment_number,tracking_number,error\nD-00012,C1,JD1,\nD-00013,,,Postcode unknown\n');
    expect(await read()).toEqual([
      bookedAnswer('D-00012', 'JD1', 'C1'),
      { reference: 'D-00013', booking: { outcome: 'refused', reason: 'Postcode unknown' } },
    ]);
    expect(inFolder()).toEqual([]);
    expect(inFolder('done')).toEqual(['2026-11-21T09-00-00-000Z-answers.csv']);
    expect(inFolder('rejected')).toEqual([]);
    expect(await read()).toEqual([]);
  });

  test.each([
    ['semicolons and other headings', 'Your Reference;Parcel No\nD-00012;JD1\n'],
    ['tabs, quotes and empty lines', '"Customer Ref"\t"Tracking Number"\r\n\r\n"D-00012"\t"JD1"\r\n'],
    ['a UTF-8 byte order mark', '\uFEFFreference,tracking_number\nD-00012,JD1\n'],
    ['UTF-16 and a byte order mark', Buffer.from('\uFEFFreference,tracking_number\r\nD-00012,JD1\r\n', 'utf16le')],
    ['a cell that a spreadsheet marked as text with an apostrophe', "reference,tracking_number,error\nD-00012,'-JD1,\n"],
  ])('a file with %s is read', async (about, text) => {
    putFile('a.CSV', text);
    expect(await read()).toEqual([bookedAnswer('D-00012', about.startsWith('a cell') ? '-JD1' : 'JD1')]);
  });

  test('a file in a Windows code page is decoded correctly', async () => {
    putFile('a.csv', Buffer.from('reference,error\nD-00012,Stra\xdfe unbekannt: O\x92Neill \x80\n', 'latin1'));
    expect(await read()).toEqual([{ reference: 'D-00012', booking: { outcome: 'refused', reason: 'Straße unbekannt: O’Neill €' } }]);
  });

  test('a file that is still being written waits until it no longer changes', async () => {
    putFile('fresh.csv', 'reference,tracking_number\nD-00012,JD1\n', 1);
    putFile('cut.csv', 'reference,tracking_number\nD-00013,JD00', 30);
    expect(await read()).toEqual([]);
    expect(inFolder()).toEqual(['cut.csv', 'fresh.csv']);
    putFile('fresh.csv', 'reference,tracking_number\nD-00012,JD1\n', 3);
    putFile('cut.csv', 'reference,tracking_number\nD-00013,JD0042', 61);
    expect(await read()).toEqual([bookedAnswer('D-00013', 'JD0042'), bookedAnswer('D-00012', 'JD1')]);
  });

  test('rows without usable values are rejected with their reasons, and the other rows are read', async () => {
    putFile(
      'mixed.csv',
      [
        'reference,tracking_number,error',
        'D-00012,JD1,',
        ',JD2,',
        'D-00014,,',
        'D-00015,JD5,,surplus',
        'D-00016',
        `D-00017,${'9'.repeat(81)},`,
        'D-00018,JD8,',
        '',
      ].join('\n'),
    );
    expect(await read(({ reference }) => (reference === 'D-00018' ? 'no such dispatch' : null))).toEqual([
      bookedAnswer('D-00012', 'JD1'),
      bookedAnswer('D-00018', 'JD8'),
    ]);
    const [name = ''] = inFolder('rejected');
    const rejected: string[][] = parse(readFileSync(join(inbox, 'rejected', name)), { relax_column_count: true });
    expect(rejected.map((row) => row.at(-1))).toEqual([
      'reason',
      'no reference',
      'neither a number nor an error',
      '4 cells where the heading has 3',
      '1 cells where the heading has 3',
      'a number longer than 80 characters',
      'no such dispatch',
    ]);
    expect(inFolder('done')).toHaveLength(1);
  });

  test('a file that lacks the required columns or is not a table is rejected once the file no longer changes', async () => {
    putFile('columns.csv', 'name,colour\nAnn,Navy\n', 61);
    putFile('quote.csv', 'reference,tracking_number\n"D-00012,JD1\n', 61);
    putFile('empty.csv', '', 61);
    putFile('noise.csv', Buffer.from([0, 1, 2, 255, 254, 10]), 61);
    putFile('later.csv', 'reference,tracking_number\n"D-00012,JD1\n', 10);
    expect(await read()).toEqual([]);
    expect(inFolder()).toEqual(['later.csv']);
    expect(inFolder('rejected')).toHaveLength(4);
  });

  test('if one answer of a file cannot be stored, the whole file is read again', async () => {
    putFile('a.csv', 'reference,tracking_number\nD-00012,JD1\nD-00013,JD2\n');
    await expect(
      read(({ reference }) => {
        if (reference === 'D-00013') throw new Error('the database is away');
        return null;
      }),
    ).rejects.toThrow('away');
    expect(inFolder()).toEqual(['a.csv']);
    expect(await read()).toEqual([bookedAnswer('D-00012', 'JD1'), bookedAnswer('D-00013', 'JD2')]);
  });

  test('a repeated row or file is read again, because storing it again changes nothing', async () => {
    putFile('daily.csv', 'reference,tracking_number\nD-00012,JD1\nD-00012,JD1\n');
    expect(await read()).toHaveLength(2);
    putFile('daily.csv', 'reference,tracking_number\nD-00012,JD1\n');
    expect(await read()).toHaveLength(1);
    expect(inFolder('done').length).toBeGreaterThan(0);
  });

  test('folders, hidden files and files without the extension .csv are ignored', async () => {
    putFile('readme.pdf', 'x');
    putFile('.hidden.csv', 'reference,tracking_number\nD-00012,JD1\n');
    mkdirSync(join(inbox, 'folder.csv'));
    expect(await read()).toEqual([]);
  });

  test('if the folder cannot be read, the error names the folder', async () => {
    writeFileSync(inbox, 'a file where the folder should be');
    chmodSync(inbox, 0o600);
    await expect(read()).rejects.toThrow('from carrier');
  });
});
