import { type ReactNode, useState } from 'react';
import type { Once } from '../api/transport.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { leftOn } from '../ui/left-on.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { deletePerson, type Person } from './client.ts';
import { useOrderFor } from './use-order-for.ts';
import type { PeopleScreens } from './use-people-screens.ts';
import { usePersonWrites } from './use-person-writes.ts';

/** The actions on a client's person, besides the form. */
export function PersonActions({ person, screens }: { person: Person; screens: PeopleScreens }) {
  const { id, account_id, can, is_archived } = person;
  const isPhone = useIsPhone();
  const order = useOrderFor(screens);
  const { invitation } = usePersonWrites();
  const mayOrder = !is_archived && leftOn(person.leaves_on) === null;
  const items: MenuItem[] = [
    { label: 'Items and budgets', icon: 'none', to: screens.wearer(id) },
    ...(can.edit && !is_archived ? [{ label: 'Can they order …?', icon: 'search', to: `${screens.wearer(id)}#why` } as const] : []),
    ...(isPhone && mayOrder ? [{ label: 'Create New Order', icon: 'plus', onSelect: () => void order.write([id]) } as const] : []),
  ];
  return (
    <AccessActions
      person={person}
      items={items}
      resetScreen={`/accounts/${account_id}/employees/${id}/send-reset`}
      onInvite={() => void invitation.write(person)}
      records={screens}
      remove={deletePerson(screens.accountId)}
      onDone={screens.leave}
    >
      {!isPhone && mayOrder && (
        <Button icon="plus" busy={order.busy} onClick={() => void order.write([id])}>
          Create New Order
        </Button>
      )}
    </AccessActions>
  );
}

interface AccessActionsProps {
  person: Person;
  /** Menu entries above those that every person has. */
  items?: readonly MenuItem[];
  /** The address of the screen that sends a link to choose a password. */
  resetScreen: string;
  onInvite: () => void;
  /** The addresses of an order and of a return. */
  records: Pick<PeopleScreens, 'order' | 'return'>;
  /** Deletes the person; only the office can restore them. */
  remove: (id: number, options: Once) => Promise<unknown>;
  /** Called once the person is archived or deleted. */
  onDone: () => void;
  /** Buttons before those of this component. */
  children?: ReactNode;
}

/** The actions on anybody's access: invite, reset, impersonate, archive, restore and delete. */
export function AccessActions({ person, items: first = [], resetScreen, onInvite, records, remove, onDone, children }: AccessActionsProps) {
  const { id, name, email, can } = person;
  const isPhone = useIsPhone();
  const [ends, setEnds] = useState<'archive' | 'delete' | null>(null);
  const { restoration } = usePersonWrites();
  const items: MenuItem[] = [
    ...first,
    ...(can.edit && email && (person.has_password || person.signed_in_at)
      ? [{ label: 'Send reset link', icon: 'mail', to: resetScreen } as const]
      : []),
    ...(can.edit && email && !person.signed_in_at ? [{ label: 'Send invitation', icon: 'mail', onSelect: onInvite } as const] : []),
    ...(can.impersonate ? [{ label: 'Impersonate', icon: 'user', to: `/impersonate/take/${id}` } as const] : []),
    ...(isPhone && can.restore ? [{ label: 'Restore', icon: 'retry', onSelect: () => void restoration.write(person) } as const] : []),
    ...(isPhone && can.archive ? (['line', { label: 'Archive', icon: 'none', danger: true, onSelect: () => setEnds('archive') }] as const) : []),
    ...(can.delete ? [{ label: 'Delete', icon: 'trash', danger: true, onSelect: () => setEnds('delete') } as const] : []),
  ];
  return (
    <>
      {children}
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
      {items.length > 0 && (
        <Menu items={items}>
          <IconButton icon="more" label={`Actions for ${name}`} />
        </Menu>
      )}
      {ends && (
        <ArchiveDialog
          person={person}
          screens={records}
          remove={ends === 'delete' ? remove : undefined}
          onClose={() => setEnds(null)}
          onDone={onDone}
        />
      )}
    </>
  );
}
