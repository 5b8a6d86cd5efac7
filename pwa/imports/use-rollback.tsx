import type { ReactNode } from 'react';
import type { ListedImport } from '../../shared/imports/import.ts';
import { useWrite } from '../api/use-write.ts';
import { countText } from '../ui/count-text.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { rollBackImport } from './client.ts';

/** Undoes an import after a question. Render `dialog` once. */
export function useRollback(onDone?: (id: number) => void): {
  rollBack: (one: Pick<ListedImport, 'id' | 'file_name'>) => Promise<void>;
  busy: boolean;
  dialog: ReactNode;
} {
  const { ask, dialog } = useConfirm();
  const { write, busy } = useWrite({
    send: rollBackImport,
    refresh: [['imports']],
    success: ({ counts }) =>
      counts.kept + counts.failed ? `${countText(counts.undone, 'row')} undone, ${counts.kept + counts.failed} not` : 'The import is undone',
    onSaved: (_, id) => onDone?.(id),
  });
  const rollBack = async ({ id, file_name }: Pick<ListedImport, 'id' | 'file_name'>): Promise<void> => {
    const body = 'Everything that it wrote becomes what it was. What somebody has edited since stays as it is, and what is in use stays too.';
    if (await ask({ title: `Undo the import of ${file_name}?`, body, action: 'Undo the import', destroys: true })) await write(id);
  };
  return { rollBack, busy, dialog };
}
