import { formatDate } from '../../shared/uk-time.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { countText } from '../ui/count-text.ts';
import { useStore } from '../ui/store.ts';
import { signingOut } from './before-sign-out.ts';

/** Shows, before a person signs out, the changes that would stay on this device. */
export default function SignOutDialog() {
  const isOpen = useStore(signingOut);
  const waiting = isOpen?.waiting ?? 0;
  return (
    <ConfirmDialog
      open={isOpen !== null}
      title={`Sign out with ${countText(waiting, 'change')} waiting?`}
      action="Sign out"
      keep="Stay signed in"
      onConfirm={() => isOpen?.answer(true)}
      onClose={() => isOpen?.answer(false)}
    >
      <div className="flow">
        <p>
          {waiting === 1 ? 'It stays' : 'They stay'} on this tablet{isOpen?.since ? `, the first from ${formatDate(isOpen.since, 'time')},` : ''} and{' '}
          {waiting === 1 ? 'is' : 'are'} sent under the name of whoever did {waiting === 1 ? 'it' : 'them'} once somebody signs in here again.
        </p>
        <p>Without a network nobody can sign in. To give the tablet to somebody else now, choose Hand over this tablet instead.</p>
      </div>
    </ConfirmDialog>
  );
}
