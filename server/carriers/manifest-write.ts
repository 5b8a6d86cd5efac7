import { constants } from 'node:fs';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { flushFolder } from '../files/flush-folder.ts';
import type { Booking, Consignable } from './carrier.ts';
import { serviceName } from './shipping-services.ts';

/** A cell on one line: importing programs fail at line breaks, even in quotes. */
const flat = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** A number in the format for dialling, without the plus that a spreadsheet reads as a formula. */
const dialled = (phone: string | null): string => flat(phone).replace(/^\+/, '00');

const columns: Record<string, (dispatch: Consignable) => string | number> = {
  reference: ({ reference }) => reference,
  service: ({ service_key }) => service_key,
  service_name: ({ service_key }) => serviceName(service_key),
  weight_kg: ({ total_weight }) => total_weight,
  boxes: ({ total_items }) => total_items,
  company: ({ company }) => flat(company),
  contact_name: ({ contact_name }) => flat(contact_name),
  contact_phone: ({ contact_phone }) => dialled(contact_phone),
  contact_email: ({ contact_email }) => flat(contact_email),
  address_line_1: ({ delivery_address }) => flat(delivery_address.address_line_1),
  address_line_2: ({ delivery_address }) => flat(delivery_address.address_line_2),
  address_line_3: ({ delivery_address }) => flat(delivery_address.address_line_3),
  address_line_4: ({ delivery_address }) => flat(delivery_address.address_line_4),
  address_line_5: ({ delivery_address }) => flat(delivery_address.address_line_5),
  postcode: ({ delivery_address }) => flat(delivery_address.postcode),
};

/** One booking as the file that carriers' software imports: UTF-8, CRLF, a heading, no cell that a spreadsheet would run. */
const manifestCsv = (dispatch: Consignable): string =>
  stringify([Object.values(columns).map((cell) => cell(dispatch))], {
    header: true,
    columns: Object.keys(columns),
    record_delimiter: 'windows',
    escape_formulas: true,
  });

const exists = (path: string): Promise<boolean> =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  );

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Write a booking to the folder that the carrier's software watches. The file is written completely and then renamed, once, to a name that the
 * software imports. If an earlier attempt may have renamed the file and the file is gone, only a person can tell whether it was imported.
 */
export async function writeManifest(folder: string, dispatch: Consignable): Promise<Booking> {
  const file = join(folder, `${dispatch.reference}.csv`);
  const part = join(folder, `.${dispatch.reference}.csv.part`);
  try {
    await mkdir(folder, { recursive: true });
    if (await exists(file)) return { outcome: 'pending' };
    if (dispatch.was_asked && !(await exists(part)))
      return {
        outcome: 'unknown',
        reason: `Look in the carrier's software for ${dispatch.reference}: it is not known whether its file was imported.`,
      };
    // A part file that remains after a crash proves that nothing was imported, so the part has the same name in all attempts.
    await writeFile(part, manifestCsv(dispatch), { flush: true });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    return { outcome: 'not_booked', reason: `The carrier's file cannot be written: ${reasonOf(error)}` };
  }
  await flushFolder(folder);
  return { outcome: 'pending' };
}
