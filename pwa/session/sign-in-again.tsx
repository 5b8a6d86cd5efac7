import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { isSignInRequested } from './asking.ts';
import { homeOf } from './home-of.ts';
import { SignInForm } from './sign-in-form.tsx';
import { stopImpersonating } from './sign-out.ts';
import { keepSession } from './store.ts';
import { type SignedIn, takeSession } from './take-session.ts';
import { useSession } from './use-session.ts';

/**
 * Asks for the password again in a dialog in front of the screen, so that nothing on the screen is lost. On the floor a person can close the dialog
 * and work on without signing in.
 */
export default function SignInAgain({ isFloor = false }: { isFloor?: boolean }) {
  const { session } = useSession();
  const navigate = useNavigate();
  const [isOther, setIsOther] = useState(false);
  const close = () => isSignInRequested.set(false);
  const take = (signedIn: SignedIn) => {
    takeSession(signedIn);
    close();
  };
  const asOther = () => {
    if (isFloor) return setIsOther(true);
    keepSession(null);
    void navigate('/sign-in');
  };
  const { own } = session;
  if (own && session.is_expired) {
    const back = (): void => {
      void stopImpersonating().then(() => navigate(homeOf(own.who.user.primary_role)));
    };
    return (
      <Dialog
        open
        closable={false}
        onClose={back}
        title={`You no longer act as ${session.who.user.name}`}
        description="It ends by itself after an hour. What is not saved on this screen is lost."
        actions={
          <Button look="primary" onClick={back}>
            Back to {own.who.user.name}
          </Button>
        }
      />
    );
  }
  const person = session.own?.who ?? session.who;
  const keptText = isFloor ? 'Waiting changes are kept on this tablet and sent when you have signed in.' : 'What is on this screen is kept.';
  return (
    <Dialog
      open
      closable={isFloor}
      onClose={close}
      title={session.is_expired ? 'Please sign in again' : 'Sign in'}
      description={session.is_expired ? `Your session has ended. ${keptText}` : keptText}
    >
      <SignInForm key={String(isOther)} email={isOther ? undefined : (person.user.email ?? '')} onSignedIn={take}>
        {!isOther && (
          <Button look="quiet" onClick={asOther}>
            Sign in as somebody else
          </Button>
        )}
      </SignInForm>
    </Dialog>
  );
}
