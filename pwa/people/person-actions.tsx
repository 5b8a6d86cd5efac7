import { useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { deletePerson, type Person } from './client.ts';
import { useOrderFor } from './use-order-for.ts';
import type { PeopleScreens } from './use-people-screens.ts';
import { usePersonWrites } from './use-person-writes.ts';

/** What may be done with a stored person besides changing them. */
export function PersonActions({ person, screens }: { person: Person; screens: PeopleScreens }) {
  const { id, name, email, can } = person;
  const isPhone = useIsPhone();
  const [ends, setEnds] = useState<'archive' | 'delete' | null>(null);
  const order = useOrderFor(screens);
  const { invitation, restoration } = usePersonWrites();
  const items: MenuItem[] = [
    { label: 'Items and budgets', icon: 'none', to: screens.wearer(id) },
    ...(can.edit && !person.is_archived ? [{ label: 'Can they order …?', icon: 'search', to: `${screens.wearer(id)}#why` } as const] : []),
    ...(isPhone && !person.is_archived ? [{ label: 'Create New Order', icon: 'plus', onSelect: () => void order.write([id]) } as const] : []),
    ...(can.edit && email && (person.has_password || person.signed_in_at)
      ? [{ label: 'Send reset link', icon: 'mail', to: `/accounts/${person.account_id}/employees/${id}/send-reset` } as const]
      : []),
    ...(can.edit && email && !person.signed_in_at
      ? [{ label: 'Send invitation', icon: 'mail', onSelect: () => void invitation.write(person) } as const]
      : []),
    ...(can.impersonate ? [{ label: 'Impersonate', icon: 'user', to: `/impersonate/take/${id}` } as const] : []),
    ...(isPhone && can.restore ? [{ label: 'Restore', icon: 'retry', onSelect: () => void restoration.write(person) } as const] : []),
    ...(isPhone && can.archive ? (['line', { label: 'Archive', icon: 'none', danger: true, onSelect: () => setEnds('archive') }] as const) : []),
    ...(can.delete ? [{ label: 'Delete', icon: 'trash', danger: true, onSelect: () => setEnds('delete') } as const] : []),
  ];
  return (
    <>
      {!isPhone && !person.is_archived && (
        <Button icon="plus" busy={order.busy} onClick={() => void order.write([id])}>
          Create New Order
        </Button>
      )}
      {!isPhone && can.restore && (
        <Button icon="retry" busy={restoration.busy} onClick={() => void restoration.write(person)}>
          Restore
        </Button>
      )}
      {!isPhone && can.archive && (
        <Button look="danger" onClick={() => setEnds('archive')}>
          Archive
        </Button>
      )}
      <Menu items={items}>
        <IconButton icon="more" label={`Actions for ${name}`} />
      </Menu>
      {ends && (
        <ArchiveDialog
          person={person}
          screens={screens}
          remove={ends === 'delete' ? deletePerson(screens.accountId) : undefined}
          onClose={() => setEnds(null)}
          onDone={screens.leave}
        />
      )}
    </>
  );
}
