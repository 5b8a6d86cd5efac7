import { useWrite } from '../api/use-write.ts';
import { Button, type ButtonLook } from '../ui/button.tsx';
import { createFirstSite, type SiteOwner } from './client.ts';

/** Adds the first site of an account, with the account's own address. */
export function FirstSiteButton({ account, look }: { account: SiteOwner; look: ButtonLook }) {
  const { write, busy } = useWrite({
    send: createFirstSite,
    success: ({ name }) => `Site ${name} has been added`,
    refresh: [['accounts'], ['sites']],
  });
  return (
    <Button look={look} busy={busy} onClick={() => void write(account)}>
      Use its address
    </Button>
  );
}
