import type { NewImport } from '../../shared/imports/import.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { copyImportFile, importFileName, importPath, presentImportFile, removeImportFile, storeImportFile } from './import-file.ts';
import { findImport } from './import-queries.ts';
import { type ImportPlan, planImport } from './plan-import.ts';
import { enforceOwn } from './run-import.ts';

/** Store the file of an upload, or a copy of the file of an import that the caller may change. */
export async function storeFile(ctx: Ctx, { csv, again }: Pick<NewImport, 'csv' | 'again'>): Promise<{ stored_as: string; file_name: string }> {
  const { settings } = ctx.services;
  if (csv) return { stored_as: await storeImportFile(settings, csv), file_name: importFileName(csv.name) };
  const former = await findImport(ctx, again ?? 0);
  enforceOwn(ctx, former);
  return { stored_as: await copyImportFile(settings, await presentImportFile(settings, former.stored_as)), file_name: former.file_name };
}

/** Store an uploaded file, assign its columns to fields, and let `store` create the import. If one of these steps fails, the file is removed. */
export async function storeUpload<Result>(ctx: Ctx, input: NewImport, store: (plan: ImportPlan) => Promise<Result>): Promise<Result> {
  authorize(policy.run_imports(ctx.actor));
  const { settings } = ctx.services;
  const { stored_as, file_name } = await storeFile(ctx, input);
  try {
    return await store({ ...(await planImport(ctx, input, importPath(settings, stored_as))), file_name, stored_as });
  } catch (error) {
    await removeImportFile(settings, stored_as);
    throw error;
  }
}
