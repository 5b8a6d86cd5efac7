import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { asApiError } from '../api/api-error.ts';
import { sendJson } from '../api/send-json.ts';
import { Banner } from '../ui/banner.tsx';
import { BarePage } from '../ui/bare-page.tsx';
import { Button } from '../ui/button.tsx';
import { signInProblem } from './sign-in-form.tsx';

/** Confirms a new email address from the link in an email. The person has to press a button, because some programs open every link. */
export default function ConfirmEmail() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setState('busy');
    setProblem(null);
    try {
      await sendJson('POST', '/api/auth/confirm-email', { token });
      setState('done');
    } catch (cause) {
      setProblem(asApiError(cause).first_messages.token ?? signInProblem(cause));
      setState('asking');
    }
  };
  const fault = token === '' ? 'This link is incomplete. Open it again from the email.' : problem;
  return (
    <BarePage title="Confirm your email address">
      {state === 'done' ? (
        <Banner tone="done">This is your email address now. You sign in with it from now on.</Banner>
      ) : (
        <div className="sign-in-form">
          {fault && <Banner tone="wrong">{fault}</Banner>}
          <p>Once confirmed, you sign in with this address and we write to it.</p>
          <Button
            look="primary"
            block
            busy={state === 'busy'}
            busyText="Confirming…"
            disabled={token === ''}
            className="sign-in-send"
            onClick={() => void confirm()}
          >
            Confirm this address
          </Button>
        </div>
      )}
      <p className="bare-after">
        <Link className="bare-link" to={state === 'done' ? '/profile' : '/sign-in'}>
          {state === 'done' ? 'Open Kitroom' : 'Sign in'}
        </Link>
      </p>
    </BarePage>
  );
}
