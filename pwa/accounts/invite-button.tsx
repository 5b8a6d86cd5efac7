import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { InviteDialog } from '../api/invite-dialog.tsx';
import { useWrite } from '../api/use-write.ts';
import { Button, type ButtonLook } from '../ui/button.tsx';
import { formatCount } from '../ui/count-text.ts';
import { readUninvited, type UninvitedPerson } from './client.ts';

interface InviteButtonProps {
  accountId: number;
  /** How many people have an email address and no invitation. */
  count: number;
  look: ButtonLook;
}

/** Shows the people of an account who are not invited yet, and invites them after one confirmation. */
export function InviteButton({ accountId, count, look }: InviteButtonProps) {
  const [people, setPeople] = useState<readonly UninvitedPerson[] | null>(null);
  const { write, busy } = useWrite({ send: () => readUninvited(accountId), onSaved: setPeople });
  return (
    <>
      <Button look={look} busy={busy} onClick={() => void write()}>
        View and invite {count === 1 ? '1 person' : `these ${formatCount(Math.min(count, limits.page_cap))}`}
      </Button>
      {people && (
        <InviteDialog people={people.map(({ id, name }) => ({ id: String(id), name }))} accountId={String(accountId)} onClose={() => setPeople(null)}>
          <ul className="rows invited">
            {people.map(({ id, name, email }) => (
              <li key={id}>
                <span className="grow strong cut">{name}</span>
                <span className="note cut">{email}</span>
              </li>
            ))}
          </ul>
        </InviteDialog>
      )}
    </>
  );
}
