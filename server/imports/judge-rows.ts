import { importMessages } from '../../shared/imports/messages.ts';
import type { Ctx } from '../core/context.ts';
import type { CellFault, Judged } from './import-row.ts';
import type { Importer } from './importer.ts';
import type { ReadRow } from './read-rows.ts';
import { RowClaims } from './settle-rows.ts';

/** The keys of the rows that were read so far, with the first row of each. */
export type Keys = Map<string, number>;

/** Remembers the keys of a row; a key that an earlier row already has is a fault of this row. */
export function faultsOfKeys(importer: Pick<Importer<never>, 'keysOf'>, keys: Keys, row: ReadRow): CellFault[] {
  return importer.keysOf(row).flatMap(({ field, key }) => {
    const first = keys.get(key);
    if (first === undefined) keys.set(key, row.row);
    return first === undefined || first === row.row ? [] : [{ field, message: importMessages.key_twice(first) }];
  });
}

/** The first fault of each cell: a fault in the format of a text comes before a fault in its meaning. */
function firstOfEachCell(faults: readonly CellFault[]): CellFault[] {
  const fields = new Set<string | null>();
  return faults.filter(({ field }) => (field !== null && fields.has(field) ? false : fields.add(field)));
}

const faulty = ({ row, key }: Pick<Judged, 'row' | 'key'>, faults: readonly CellFault[]): Judged<never> => ({
  row,
  key,
  status: 'faulty',
  faults: firstOfEachCell(faults),
  fields: [],
  change: null,
});

/** The change that each row would make, in the sequence of the file. Cells that cannot be stored and keys that an earlier row has are faults. */
export async function judgeRows<Change>(
  ctx: Ctx,
  importer: Importer<Change>,
  keys: Keys,
  batch: readonly ReadRow[],
  options: { isRun: boolean },
): Promise<Judged<Change>[]> {
  const faultsByRow = new Map(batch.map((row) => [row.row, [...row.faults, ...faultsOfKeys(importer, keys, row)]]));
  const judged = await importer.judge(ctx, batch, options);
  return judged.map((one, place) => {
    const row = batch[place];
    const faults = [...(faultsByRow.get(one.row) ?? []), ...one.faults];
    return row && faults.length ? faulty(one, faults) : one;
  });
}

/** Settles judged rows that are written in one unit of work: a row is faulty if it takes another record's value that none of these rows gives up. */
export function settled<Change>(judged: readonly Judged<Change>[]): Judged<Change>[] {
  const claims = new RowClaims();
  claims.add(judged);
  const { faults } = claims.settle();
  return judged.map((one) => (faults.has(one.row) ? faulty(one, faults.get(one.row) ?? []) : one));
}
