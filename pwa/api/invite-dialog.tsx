import type { ReactNode } from 'react';
import { mailWaits } from '../session/mail-server.ts';
import { countText } from '../ui/count-text.ts';
import { BatchDialog } from './batch-dialog.tsx';
import { type NamedPerson, useChangePeople } from './change-people.ts';

interface InviteDialogProps {
  people: readonly NamedPerson[];
  accountId: string | undefined;
  onClose: (isDone: boolean) => void;
  /** Shown below the question, such as a list of the people. */
  children?: ReactNode;
}

/** Invites people after one confirmation, and shows the result for each by name. */
export function InviteDialog({ people, accountId, onClose, children }: InviteDialogProps) {
  const batches = useChangePeople(accountId, people, { invite: true });
  return (
    <BatchDialog
      batches={batches}
      noun="person"
      title={`Invite ${countText(people.length, 'person', 'people')}`}
      ask={`Each gets an email with a link to choose a password. Whoever has signed in already, or has no email address, is left out and named.${mailWaits()}`}
      start={`Invite ${people.length}`}
      cancel="Leave them as they are"
      csv={{ file: 'invite-results.csv', heading: 'name' }}
      onClose={onClose}
    >
      {children}
    </BatchDialog>
  );
}
