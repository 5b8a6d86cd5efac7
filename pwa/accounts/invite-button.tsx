import { limits } from '../../shared/limits.ts';
import { useWrite } from '../api/use-write.ts';
import { Button, type ButtonLook } from '../ui/button.tsx';
import { formatCount } from '../ui/count-text.ts';
import { readUninvited, type UninvitedPerson } from './client.ts';

interface InviteButtonProps {
  accountId: number;
  /** How many people have an email address and no invitation. */
  count: number;
  look: ButtonLook;
  /** Called with these people, who are then shown and invited. */
  onRead: (people: readonly UninvitedPerson[]) => void;
}

/** Reads the people of an account who are not invited yet. */
export function InviteButton({ accountId, count, look, onRead }: InviteButtonProps) {
  const { write, busy } = useWrite({ send: () => readUninvited(accountId), onSaved: onRead });
  return (
    <Button look={look} busy={busy} onClick={() => void write()}>
      View and invite {count === 1 ? '1 person' : `these ${formatCount(Math.min(count, limits.page_cap))}`}
    </Button>
  );
}
