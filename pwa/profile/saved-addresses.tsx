import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Address } from '../../shared/address.ts';
import { addressLines } from '../../shared/address-lines.ts';
import { addresses, readAddresses } from '../api/address-select.tsx';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { AddressLine } from '../ui/address-line.tsx';
import { IconButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';

const key = ['addresses'] as const;

/** The addresses that the person has saved while ordering. */
export function SavedAddresses() {
  const addressQuery = useQuery({ queryKey: key, queryFn: ({ signal }) => readAddresses(signal) });
  const { ask, dialog } = useConfirm();
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = useWrite({
    send: (id: number, options) => answer(addresses[':id'].$delete({ param: { id: String(id) } }, options)),
    success: 'The address has been deleted',
    refresh: [key],
    // The heading gets the focus, because the pressed button disappears with the deleted address.
    onSaved: () => heading.current?.focus({ preventScroll: true }),
  });
  const askToRemove = async (address: Address & { id: number }): Promise<void> => {
    const yes = await ask({
      title: 'Delete this address?',
      body: addressLines(address).join(', '),
      action: 'Delete address',
      destroys: true,
    });
    if (yes) await remove.write(address.id);
  };
  return (
    <section className="card" aria-labelledby="profile-addresses">
      <header>
        <h2 id="profile-addresses" ref={heading} tabIndex={-1}>
          Saved addresses
        </h2>
      </header>
      <Loaded
        query={addressQuery}
        noun="addresses"
        waiting={
          <div className="in-card">
            <SkeletonText lines={2} />
          </div>
        }
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No saved addresses to show">
              <p>Tick “Save this address” while you order, and it is offered the next time.</p>
            </EmptyState>
          ) : (
            <ul className="rows">
              {items.map((address) => (
                <li key={address.id} className="profile-row">
                  <Icon name="pin" />
                  <span className="grow">
                    <AddressLine of={address} />
                  </span>
                  <IconButton icon="trash" label={`Delete ${address.address_line_1}`} onClick={() => void askToRemove(address)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog}
    </section>
  );
}
