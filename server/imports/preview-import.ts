import type { ImportPreview, ImportPreviewInput } from '../../shared/imports/import.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { chooseSheet } from './choose-sheet.ts';
import { previewColumns } from './import-columns.ts';
import { importPath, removeImportFile } from './import-file.ts';
import { findMapping } from './mapping-queries.ts';
import { inPreviewTime } from './reading-time.ts';
import { storeFile } from './store-upload.ts';

/** The sheets, columns and first rows of a file, with the fields that they are likely to feed. Nothing is stored. */
export async function previewImport(
  ctx: Ctx,
  { csv, again, type, sheet, header_row, mapping_name, account_id, delimiter }: ImportPreviewInput,
): Promise<ImportPreview> {
  authorize(policy.run_imports(ctx.actor));
  const { settings } = ctx.services;
  const { stored_as } = await storeFile(ctx, { csv, again });
  try {
    const path = importPath(settings, stored_as);
    const remembered = await findMapping(ctx, { type, name: mapping_name, account_id });
    if (mapping_name && !remembered) throw invalid({ mapping_name: importMessages.mapping_unknown });
    const { sheets, missing, ...place } = await chooseSheet(path, { named: sheet, remembered: remembered?.sheet });
    // If the file lacks the mapping’s sheet, the headings of the chosen sheet may be in another row than the mapping’s.
    const rememberedRow = missing === null ? remembered?.header_row : null;
    const columns = await inPreviewTime((signal) =>
      previewColumns(
        path,
        type,
        { ...place, header_row: header_row ?? rememberedRow ?? null, delimiter: delimiter ?? remembered?.reading?.delimiter ?? null, signal },
        remembered?.mapping ?? {},
      ),
    );
    return { sheets, missing_sheet: missing, ...columns };
  } finally {
    await removeImportFile(settings, stored_as);
  }
}
