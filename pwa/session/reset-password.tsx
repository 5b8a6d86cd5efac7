import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { asApiError } from '../api/api-error.ts';
import { sendJson } from '../api/send-json.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { BarePage } from './bare-page.tsx';
import { signInProblem } from './sign-in-form.tsx';

/** Sets a new password from the link in an email. */
export default function ResetPassword() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
  const [errors, setErrors] = useState<{ password?: string; again?: string; link?: string }>({});
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'busy') return;
    if (password.length < limits.password_min) return setErrors({ password: `Use at least ${limits.password_min} characters.` });
    if (password !== again) return setErrors({ again: 'The two passwords differ.' });
    setState('busy');
    setErrors({});
    try {
      await sendJson('POST', '/api/auth/reset-password', { token, password, password_confirmation: again });
      setState('done');
    } catch (thrown) {
      const { first_messages } = asApiError(thrown);
      setErrors(first_messages.password ? { password: first_messages.password } : { link: first_messages.token ?? signInProblem(thrown) });
      setState('asking');
    }
  };
  const linkFault = token === '' ? 'This link is incomplete. Ask for a new one.' : errors.link;
  return (
    <BarePage title="Choose a new password">
      {state === 'done' ? (
        <Banner tone="done">Your new password is set, and all other sessions have ended.</Banner>
      ) : (
        <form className="sign-in-form" noValidate onSubmit={(event) => void send(event)}>
          {linkFault && <Banner tone="wrong">{linkFault}</Banner>}
          <TextField
            label="New password"
            name="password"
            type="password"
            autoComplete="new-password"
            maxLength={limits.password_max}
            value={password}
            error={errors.password}
            hint={`At least ${limits.password_min} characters. A few words that only you would put together are good.`}
            onChange={(event) => setPassword(event.target.value)}
          />
          <TextField
            label="Repeat it"
            name="password_confirmation"
            type="password"
            autoComplete="new-password"
            value={again}
            error={errors.again}
            onChange={(event) => setAgain(event.target.value)}
          />
          <Button type="submit" look="primary" block busy={state === 'busy'} busyText="Saving…" disabled={token === ''} className="sign-in-send">
            Save the new password
          </Button>
        </form>
      )}
      <p className="bare-after">
        <Link className="bare-link" to={state === 'done' ? '/sign-in' : '/forgot-password'}>
          {state === 'done' ? 'Sign in' : 'Ask for a new link'}
        </Link>
      </p>
    </BarePage>
  );
}
