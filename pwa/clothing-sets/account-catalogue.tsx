import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { OfficeSet } from '../../shared/clothing-sets/clothing-set.ts';
import { AccountTabs } from '../api/account-tabs.tsx';
import { findSets, readAccount } from '../api/accounts.ts';
import { useSaveState } from '../api/use-save-state.ts';
import { useWrite } from '../api/use-write.ts';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Menu } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { SaveState } from '../ui/save-state.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { readSet, removeSet } from './client.ts';
import './clothing-sets.css';
import { CopyDialog } from './copy-dialog.tsx';
import { DecorationsCard } from './decorations-card.tsx';
import { ExcludedSitesCard } from './excluded-sites-card.tsx';
import { NameDialog } from './name-dialog.tsx';
import { refreshAccount } from './refresh.ts';
import { setAddress, useSetView } from './set-address.ts';
import { SetProducts } from './set-products.tsx';
import { SetSwitcher } from './set-switcher.tsx';
import { WearersCard } from './wearers-card.tsx';

/** One clothing set of a client company at a time: the set's products and prices, its wearers, and the excluded sites. */
export default function AccountCatalogue() {
  const { accountId = '', categoryId } = useParams();
  const navigate = useNavigate();
  const view = useSetView();
  const { hash } = useLocation();
  const [isNaming, setIsNaming] = useState(() => new URLSearchParams(hash.slice(1)).get('set') === 'new');
  const account = useQuery({ queryKey: ['accounts', 'one', accountId], queryFn: ({ signal }) => readAccount(accountId, signal) });
  const sets = useQuery({ queryKey: ['clothing-sets', 'list', accountId], queryFn: ({ signal }) => findSets(accountId, '', signal) });
  const setId = view.clothing_set_id ?? sets.data?.items[0]?.id;
  const set = useQuery({
    queryKey: ['clothing-sets', 'one', accountId, setId ?? 0],
    queryFn: ({ signal }) => readSet(accountId, setId ?? 0, signal),
    enabled: setId !== undefined,
    placeholderData: sets.data?.items.find(({ id }) => id === setId),
  });
  const show = (id: number | null): void => void navigate(setAddress(accountId, id));
  const isPhone = useIsPhone();
  const saveState = useSaveState();
  const newSet = (
    <Button icon="plus" look={sets.data?.total === 0 ? 'primary' : 'quiet'} onClick={() => setIsNaming(true)}>
      New set
    </Button>
  );
  return (
    <Page
      title={account.data?.name ?? 'Clothing sets'}
      name={account.data ? `Clothing sets · ${account.data.name}` : undefined}
      sub={account.data && <span className="code">{account.data.reference}</span>}
      back={`/admin/accounts/${accountId}/edit`}
      strip={<AccountTabs id={accountId} current="catalogue" />}
      actions={
        !isPhone &&
        set.data && (
          <>
            <ExportMenu path={`/admin/accounts/${accountId}/clothing-sets/export`} />
            <ButtonLink to={asClient(set.data)}>{AS_CLIENT}</ButtonLink>
          </>
        )
      }
      foot={
        !isPhone &&
        set.data && (
          <>
            <SaveState state={saveState} />
            <span className="note">An empty price is the product’s own</span>
          </>
        )
      }
    >
      {sets.isError && !sets.isFetching && !sets.data ? (
        <LoadFailed noun="clothing sets" error={sets.error} retry={() => void sets.refetch()} />
      ) : !sets.data ? (
        <SkeletonText lines={10} />
      ) : sets.data.total === 0 ? (
        <EmptyState title="No clothing sets to show" action={newSet}>
          <p>A clothing set holds what people of this client may order, at its prices. A set of another client can be copied to this one.</p>
        </EmptyState>
      ) : (
        <>
          <div className="set-head">
            <SetSwitcher accountId={accountId} sets={sets.data.items} total={sets.data.total} current={set.data} onChange={({ id }) => show(id)} />
            {!isPhone && newSet}
            {set.data && <SetActions accountId={accountId} set={set.data} onNew={() => setIsNaming(true)} onDeleted={() => show(null)} />}
          </div>
          {set.data ? (
            <div className="split set-split">
              <SetProducts key={set.data.id} set={set.data} categoryId={categoryId} account={account.data} />
              <div className="set-aside" key={`aside-${set.data.id}`}>
                <WearersCard accountId={accountId} set={set.data} />
                <ExcludedSitesCard accountId={accountId} set={set.data} />
                <DecorationsCard accountId={accountId} set={set.data} />
              </div>
            </div>
          ) : set.isError && !set.isFetching ? (
            <LoadFailed noun="clothing set" error={set.error} retry={() => void set.refetch()} />
          ) : (
            <SkeletonText lines={10} />
          )}
        </>
      )}
      {isNaming && <NameDialog accountId={accountId} stored={undefined} onSaved={({ id }) => show(id)} onClose={() => setIsNaming(false)} />}
    </Page>
  );
}

const AS_CLIENT = 'See it as the client';
/** The address at which the client's people see the set. */
const asClient = ({ id, account }: OfficeSet): string => `/products#account_id=${account.id}&clothing_set_id=${id}`;

interface SetActionsProps {
  accountId: string;
  set: OfficeSet;
  onNew: () => void;
  onDeleted: () => void;
}

/**
 * Renames, copies or deletes the set that is shown: by buttons on a desktop, by a menu on a phone. The menu also has the actions that are elsewhere
 * on a desktop.
 */
function SetActions({ accountId, set, onNew, onDeleted }: SetActionsProps) {
  const isPhone = useIsPhone();
  const [open, setOpen] = useState<'rename' | 'copy' | null>(null);
  const { ask, dialog } = useConfirm();
  const removal = useWrite({
    send: removeSet(accountId),
    success: `${set.name} has been deleted`,
    refresh: refreshAccount,
    onSaved: onDeleted,
  });
  const askRemove = async (): Promise<void> => {
    const { people_count } = set.counts;
    const wearers = people_count === 0 ? 'Nobody wears it.' : `${countText(people_count, 'person loses', 'people lose')} it.`;
    const yes = await ask({
      title: 'Are you sure you want to delete this clothing set?',
      body: (
        <p>
          <strong>{set.name}</strong>: {wearers} Drafts keep their lines from it, and cannot be submitted with them. Orders that are submitted go on.
        </p>
      ),
      action: 'Delete clothing set',
      destroys: true,
    });
    if (yes) void removal.write(set.id);
  };
  return (
    <span className="line push">
      {isPhone ? (
        <Menu
          items={[
            { label: 'New set', icon: 'plus', onSelect: onNew },
            { label: 'Rename', icon: 'none', onSelect: () => setOpen('rename') },
            { label: 'Copy', icon: 'copy', onSelect: () => setOpen('copy') },
            { label: AS_CLIENT, icon: 'none', to: asClient(set) },
            'line',
            { label: 'Delete', icon: 'trash', danger: true, onSelect: () => void askRemove() },
          ]}
        >
          <IconButton icon="more" look="plain" label={`Actions for ${set.name}`} />
        </Menu>
      ) : (
        <>
          <Button look="quiet" onClick={() => setOpen('rename')}>
            Rename
          </Button>
          <Button look="quiet" icon="copy" onClick={() => setOpen('copy')}>
            Copy
          </Button>
          <Button look="quiet" className="set-delete" busy={removal.busy} onClick={() => void askRemove()}>
            Delete
          </Button>
        </>
      )}
      {open === 'rename' && <NameDialog accountId={accountId} stored={set} onSaved={() => undefined} onClose={() => setOpen(null)} />}
      {open === 'copy' && <CopyDialog accountId={accountId} set={set} onClose={() => setOpen(null)} />}
      {dialog}
    </span>
  );
}
