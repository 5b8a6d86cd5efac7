import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { sendJson } from '../api/send-json.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { BarePage } from './bare-page.tsx';
import { signInProblem } from './sign-in-form.tsx';

/** Requests a link to choose a new password. The response is the same whether or not the address is known. */
export default function ForgotPassword() {
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'busy') return;
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) {
      setProblem('Enter a full email address.');
      return;
    }
    setState('busy');
    setProblem(null);
    try {
      await sendJson('POST', '/api/auth/forgot-password', { email: email.trim() });
      setState('sent');
    } catch (thrown) {
      setProblem(signInProblem(thrown));
      setState('asking');
    }
  };
  return (
    <BarePage title="Forgotten password">
      {state === 'sent' ? (
        <Banner tone="done">If {email.trim()} has an account here, we have sent it a link. The link works once, within 60 minutes.</Banner>
      ) : (
        <form className="sign-in-form" noValidate onSubmit={(event) => void send(event)}>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            error={problem}
            hint="We send a link to choose a new password."
            onChange={(event) => {
              setEmail(event.target.value);
              setProblem(null);
            }}
          />
          <Button type="submit" look="primary" block busy={state === 'busy'} busyText="Sending…" className="sign-in-send">
            Send the link
          </Button>
        </form>
      )}
      <p className="bare-after">
        <Link className="bare-link" to="/sign-in">
          Back to sign in
        </Link>
      </p>
    </BarePage>
  );
}
