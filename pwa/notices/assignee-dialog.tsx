import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Alphabet } from '../ui/alphabet.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { letterOf } from '../ui/letter-of.ts';
import { Loaded } from '../ui/loaded.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { type Assignee, toggleAccount, toggleSite } from './assignees.ts';
import { type PickerAccount, readPickerAccounts, readPickerSites } from './office-client.ts';
import { PickTable } from './pick-table.tsx';

interface AssigneeDialogProps {
  chosen: readonly Assignee[];
  onChoose: (chosen: Assignee[]) => void;
  onClose: () => void;
}

const accountOf = ({ id, name, reference, is_archived }: PickerAccount): Omit<Assignee, 'sites'> => ({ id, name, reference, is_archived });

/** Chooses the client companies that see a notice, and optionally the sites to which the notice is limited. */
export function AssigneeDialog({ chosen, onChoose, onClose }: AssigneeDialogProps) {
  const [all, setAll] = useState<Assignee[]>([...chosen]);
  const [inside, setInside] = useState<PickerAccount | null>(null);
  return (
    <Dialog
      open
      width={760}
      title="Modify accounts and sites"
      description={all.length === 0 ? 'No account is chosen: the notice is for all of them.' : `${countText(all.length, 'account')} chosen.`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            onClick={() => {
              onChoose(all);
              onClose();
            }}
          >
            Done
          </Button>
        </>
      }
    >
      {inside ? (
        <Sites account={inside} all={all} onChange={setAll} onBack={() => setInside(null)} />
      ) : (
        <Accounts all={all} onChange={setAll} onOpen={setInside} />
      )}
    </Dialog>
  );
}

interface PartProps {
  all: readonly Assignee[];
  onChange: (all: Assignee[]) => void;
}

function Accounts({ all, onChange, onOpen }: PartProps & { onOpen: (account: PickerAccount) => void }) {
  const [letter, setLetter] = useState('');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const filter = { letter, search, page };
  const query = useQuery({
    queryKey: ['accounts', 'picker', filter],
    queryFn: ({ signal }) => readPickerAccounts(filter, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flow">
      <SearchInput
        value={search}
        label="Search accounts"
        placeholder="Name or reference"
        onSearch={(text) => {
          setSearch(text);
          setPage(1);
        }}
      />
      <Alphabet
        value={letter}
        onChange={(next) => {
          setLetter(next);
          setPage(1);
        }}
      />
      <Loaded query={query} noun="accounts">
        {(accounts) => (
          <PickTable
            noun={['account', 'accounts']}
            headings={['Reference', 'Name', 'Sites']}
            page={accounts}
            onPage={setPage}
            none="No accounts found"
          >
            {accounts.items.map((account, at) => {
              const first = letterOf(account.name);
              const isFirst = at === 0 || letterOf(accounts.items[at - 1]?.name ?? '') !== first;
              return [
                isFirst && (
                  <tr key={`letter-${first}`} className="pick-letter">
                    <th scope="rowgroup" colSpan={4}>
                      {first}
                    </th>
                  </tr>
                ),
                <AccountRow
                  key={account.id}
                  account={account}
                  assignee={all.find(({ id }) => id === account.id)}
                  onToggle={() => onChange(toggleAccount(all, accountOf(account)))}
                  onOpen={() => onOpen(account)}
                />,
              ];
            })}
          </PickTable>
        )}
      </Loaded>
    </div>
  );
}

/** Toggles a row on a press anywhere except on its links and buttons. */
const pressed = (onToggle: () => void) => (event: React.MouseEvent<HTMLElement>) =>
  (event.target as Element).closest('a, button, input') === null && onToggle();

function AccountRow({
  account,
  assignee,
  onToggle,
  onOpen,
}: {
  account: PickerAccount;
  assignee: Assignee | undefined;
  onToggle: () => void;
  onOpen: () => void;
}) {
  const chosenSites = assignee?.sites.length ?? 0;
  const count = account.counts?.sites_count ?? 0;
  return (
    <tr className={assignee ? 'on' : undefined} onClick={pressed(onToggle)}>
      <td>
        <input type="checkbox" aria-label={`Choose ${account.name}`} checked={assignee !== undefined} onChange={onToggle} />
      </td>
      <td className="code">{account.reference}</td>
      <td>
        <a href={`/admin/accounts/${account.id}/edit`} target="_blank" rel="noreferrer">
          {account.name}
        </a>{' '}
        {account.is_archived && <Badge tone="line-only">Archived</Badge>}
      </td>
      <td className="num">
        <Button size="sm" aria-label={`${countText(count, 'site')} of ${account.name}`} onClick={onOpen}>
          {chosenSites > 0 ? `${chosenSites} of ${count}` : count}
        </Button>
      </td>
    </tr>
  );
}

function Sites({ account, all, onChange, onBack }: PartProps & { account: PickerAccount; onBack: () => void }) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const filter = { account_id: account.id, search, page };
  const query = useQuery({
    queryKey: ['sites', 'picker', filter],
    queryFn: ({ signal }) => readPickerSites(filter, signal),
    placeholderData: keepPreviousData,
  });
  const chosen = all.find(({ id }) => id === account.id)?.sites ?? [];
  return (
    <div className="flow">
      <div className="line">
        <button type="button" className="link nowrap" onClick={onBack}>
          Back to accounts
        </button>
        <span className="push sub">
          {chosen.length === 0 ? `All sites of ${account.name}` : `${countText(chosen.length, 'site')} of ${account.name}`}
        </span>
      </div>
      <SearchInput
        value={search}
        label="Search sites"
        placeholder="Name or code"
        onSearch={(text) => {
          setSearch(text);
          setPage(1);
        }}
      />
      <Loaded query={query} noun="sites">
        {(sites) => (
          <PickTable
            noun={['site', 'sites']}
            headings={['Id', 'Name', 'Address line 1', 'Postcode']}
            page={sites}
            onPage={setPage}
            none="No sites to show"
          >
            {sites.items.map((site) => {
              const toggle = (): void => onChange(toggleSite(all, accountOf(account), { id: site.id, name: site.name }));
              const isChosen = chosen.some(({ id }) => id === site.id);
              return (
                <tr key={site.id} className={isChosen ? 'on' : undefined} onClick={pressed(toggle)}>
                  <td>
                    <input type="checkbox" aria-label={`Choose ${site.name}`} checked={isChosen} onChange={toggle} />
                  </td>
                  <td className="code">{site.id}</td>
                  <td>{site.name}</td>
                  <td>{site.delivery_address?.address_line_1}</td>
                  <td className="nowrap">{site.delivery_address?.postcode}</td>
                </tr>
              );
            })}
          </PickTable>
        )}
      </Loaded>
    </div>
  );
}
