import { useState } from 'react';
import type { LinkName } from '../../shared/people/bulk-input.ts';
import { BatchDialog } from '../api/batch-dialog.tsx';
import { type NamedPerson, useChangePeople } from '../api/change-people.ts';
import { InviteDialog } from '../api/invite-dialog.tsx';
import type { Offered } from '../api/sites-and-roles.ts';
import { countText } from '../ui/count-text.ts';
import { Segments } from '../ui/segments.tsx';
import { TickList } from '../ui/tick-list.tsx';

/** An action on many people at once. */
export type PeopleAction = LinkName | 'invite' | 'archive';

const kinds: Record<LinkName, { title: string; one: string; many: string; none: string }> = {
  sites: { title: 'Sites', one: 'site', many: 'sites', none: 'There are no sites.' },
  employee_roles: { title: 'Employee roles', one: 'role', many: 'roles', none: 'There are no roles.' },
  clothing_sets: { title: 'Clothing sets', one: 'set', many: 'sets', none: 'There are no clothing sets.' },
};

interface ManyPeopleProps {
  action: PeopleAction;
  people: readonly NamedPerson[];
  accountId: string | undefined;
  offered: Offered | undefined;
  onClose: (isDone: boolean) => void;
}

/** Changes many people: adds or removes a site, role or set, or invites or archives them. Shows the result for each person by name. */
export function ManyPeople({ action, ...props }: ManyPeopleProps) {
  return action === 'invite' ? <InviteDialog {...props} /> : <ChangeDialog action={action} {...props} />;
}

function ChangeDialog({ action, people, accountId, offered, onClose }: ManyPeopleProps & { action: Exclude<PeopleAction, 'invite'> }) {
  const [isRemoval, setIsRemoval] = useState(false);
  const [chosen, setChosen] = useState<number[]>([]);
  const link = action === 'archive' ? null : action;
  const change = link ? { [isRemoval ? 'remove' : 'add']: { [link]: chosen } } : { archive: true };
  const batches = useChangePeople(accountId, people, change);
  const count = countText(people.length, 'person', 'people');
  const shared = { batches, noun: 'person', onClose, cancel: 'Leave them as they are', csv: { file: `${action}-results.csv`, heading: 'name' } };

  if (action === 'archive')
    return (
      <BatchDialog
        {...shared}
        title={`Archive ${count}?`}
        ask="They cannot sign in any more, and nothing is ordered for them. Their open orders and returns go on; drafts and requests stay with those who may see them."
        start={`Archive ${people.length}`}
        look="destroy"
        cancel="Keep them"
      />
    );
  const kind = kinds[action];
  const items = offered?.[action] ?? [];
  const only = chosen.length === 1 ? items.find(({ id }) => id === chosen[0])?.name : undefined;
  const what = only ?? countText(chosen.length, kind.one, kind.many);
  return (
    <BatchDialog
      {...shared}
      title={`${kind.title} of ${count}`}
      ask={
        isRemoval
          ? 'They lose what is chosen here. Whoever does not have it stays as they are.'
          : 'They get what is chosen here besides what they have. Whoever has it stays as they are.'
      }
      start={
        chosen.length === 0
          ? isRemoval
            ? 'Take away'
            : 'Add'
          : isRemoval
            ? `Take ${what} away from ${people.length}`
            : `Add ${what} to ${people.length}`
      }
      look={isRemoval ? 'destroy' : 'primary'}
      waits={chosen.length === 0 ? `Choose at least one ${kind.one}.` : null}
    >
      <div className="flow">
        <Segments
          label="What happens"
          value={isRemoval ? 'remove' : 'add'}
          onChange={(value) => setIsRemoval(value === 'remove')}
          segments={[
            { value: 'add', label: 'Add' },
            { value: 'remove', label: 'Take away' },
          ]}
        />
        <TickList legend={kind.title} none={kind.none} name={action} offered={items} value={chosen} onChange={setChosen} />
      </div>
    </BatchDialog>
  );
}
