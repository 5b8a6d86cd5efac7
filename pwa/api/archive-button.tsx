import type { QueryKey } from '@tanstack/react-query';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import type { Once } from './transport.ts';
import { useWrite } from './use-write.ts';

interface Archivable {
  name: string;
  archived: boolean;
  version: number;
}

interface ArchiveButtonProps {
  record: Archivable;
  /** The effect of archiving, as text for the confirmation. */
  effect: string;
  send: (change: { archived: boolean; version: number }, options: Once) => Promise<Archivable>;
  refresh: readonly QueryKey[];
  /** Other actions on the record, before *Archive*. */
  others?: readonly (MenuItem & { label: string; onSelect: () => void })[];
}

/** Archives a record after a confirmation, or restores it. On a phone the action is in a menu, so that the record's name can fill the heading. */
export function ArchiveButton({ record: { name, archived, version }, effect, send, refresh, others = [] }: ArchiveButtonProps) {
  const isPhone = useIsPhone();
  const { ask, dialog } = useConfirm();
  const { busy, write } = useWrite({
    send,
    success: (changed) => `${changed.name} has been ${changed.archived ? 'archived' : 'restored'}`,
    refresh,
  });
  const setArchived = async (): Promise<void> => {
    if (archived || (await ask({ title: `Archive ${name}?`, body: <p>{effect}</p>, action: 'Archive', destroys: true })))
      void write({ archived: !archived, version });
  };
  const label = archived ? 'Restore' : 'Archive';
  return (
    <>
      {isPhone ? (
        <Menu items={[...others, { label, icon: archived ? 'retry' : 'none', danger: !archived, onSelect: () => void setArchived() }]}>
          <IconButton icon="more" label={`Actions for ${name}`} busy={busy} />
        </Menu>
      ) : (
        <>
          {archived && <Badge tone="line-only">Archived</Badge>}
          {others.map((other) => (
            <Button key={other.label} onClick={other.onSelect}>
              {other.label}
            </Button>
          ))}
          <Button look={archived ? undefined : 'danger'} busy={busy} onClick={() => void setArchived()}>
            {label}
          </Button>
        </>
      )}
      {dialog}
    </>
  );
}
