import { ButtonLink } from './button.tsx';
import { useIsPhone } from './use-media.ts';

/** The link to a new record, as the next step of a list. */
export function CreateLink({ to, children }: { to: string; children: string }) {
  const isPhone = useIsPhone();
  return (
    <ButtonLink to={to} look="primary" icon="plus" block={isPhone}>
      {children}
    </ButtonLink>
  );
}
