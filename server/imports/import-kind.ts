import type { Ctx } from '../core/context.ts';
import type { Judged, NotWritten, Recorded, StoredChange, UndoResult } from './import-row.ts';
import type { ImportAbout, Importer } from './importer.ts';
import { faultsOfKeys, judgeRows, type Keys, settled } from './judge-rows.ts';
import type { ReadRow } from './read-rows.ts';

/** Judges and writes the batches of one file of any type, in their sequence. Remembers the keys of the rows that were read. */
export interface BatchImporter {
  /** Remember the keys of rows that an earlier run wrote. */
  remember(rows: readonly ReadRow[]): void;
  /** Returns, for each row of a batch, the change that it would make. */
  judge(ctx: Ctx, batch: readonly ReadRow[]): Promise<Judged[]>;
  /** Judge a batch and write those of its rows that have no faults, in the unit of work of `ctx`. */
  write(ctx: Ctx, batch: readonly ReadRow[]): Promise<{ judged: Judged[]; results: (Recorded | NotWritten)[] }>;
  /** Ids and names of the people who are missing from the complete file that was read; none for a type that archives nobody. */
  missing(ctx: Ctx): Promise<{ id: number; key: string }[]>;
  /** Archive some of the missing people. */
  archive(ctx: Ctx, missing: readonly { id: number; key: string }[]): Promise<(Recorded | NotWritten)[]>;
}

/** One type of import. */
export interface ImportKind {
  /** Says why a file cannot be imported with the chosen fields; null if it can. */
  faultOf(about: ImportAbout): string | null;
  /** Reads the data that all rows share. */
  begin(ctx: Ctx, about: ImportAbout): Promise<BatchImporter>;
  /** Undo these changes in their given sequence; null for a type that cannot be rolled back. */
  undo: ((ctx: Ctx, changes: readonly StoredChange[]) => Promise<UndoResult[]>) | null;
}

function batchImporter<Change>(importer: Importer<Change>): BatchImporter {
  const keys: Keys = new Map();
  return {
    remember: (rows) => {
      for (const row of rows) faultsOfKeys(importer, keys, row);
    },
    judge: (ctx, batch) => judgeRows(ctx, importer, keys, batch, { isRun: false }),
    write: async (ctx, batch) => {
      const judged = settled(await judgeRows(ctx, importer, keys, batch, { isRun: true }));
      const results = await importer.write(
        ctx,
        judged.filter(({ change }) => change !== null),
      );
      return { judged, results };
    },
    missing: async (ctx) => (await importer.missing?.(ctx, keys)) ?? [],
    archive: async (ctx, missing) => (await importer.archive?.(ctx, missing)) ?? [],
  };
}

/** Defines a type of import. Only its importer uses `Change`, which describes what is written for a row. */
export const importKind = <Change>({
  begin,
  ...kind
}: Omit<ImportKind, 'begin'> & { begin(ctx: Ctx, about: ImportAbout): Promise<Importer<Change>> }): ImportKind => ({
  ...kind,
  begin: async (ctx, about) => batchImporter(await begin(ctx, about)),
});
