import { useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { keepSession } from './store.ts';
import { takeSession } from './take-session.ts';
import { useSession } from './use-session.ts';

/** Asks for the password again over the screen, so that nothing on it is lost. */
export default function SignInAgain() {
  const { who, session } = useSession();
  const navigate = useNavigate();
  const asOther = () => {
    keepSession(null);
    void navigate('/sign-in');
  };
  const person = session.own?.who ?? who;
  return (
    <Dialog
      open
      closable={false}
      onClose={() => undefined}
      title="Please sign in again"
      description="Your session has ended. What is on this screen is kept."
    >
      <SignInForm email={person.user.email ?? ''} onSignedIn={takeSession}>
        <Button look="quiet" onClick={asOther}>
          Sign in as somebody else
        </Button>
      </SignInForm>
    </Dialog>
  );
}
