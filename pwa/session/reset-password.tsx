import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { resetPasswordInput } from '../../shared/auth/auth-input.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { Banner } from '../ui/banner.tsx';
import { BarePage } from '../ui/bare-page.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { auth } from './client.ts';
import { signIn, signInProblem } from './sign-in-form.tsx';
import { takeSession } from './take-session.ts';

/** Sets a new password from the link in an email. Somebody who was invited sets their first one, and is then signed in. */
export default function ResetPassword() {
  const [params] = useSearchParams();
  const isFirst = params.has('first');
  const [isSignedIn, setIsSignedIn] = useState(false);
  const token = params.get('token') ?? '';
  const [isDone, setIsDone] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    schema: resetPasswordInput,
    values: { token, password: '', again: '' },
    check: ({ password, again }) => ({ again: password === again ? null : 'The two passwords differ.' }),
    isGuarded: false,
    send: async (json, options) => {
      setProblem(null);
      const { email } = await answer(auth['reset-password'].$post({ json }, options));
      // If this sign-in fails, for example because the person also has to enter a code, the page leads to the sign-in page.
      return isFirst && email ? signIn(email, json.password).catch(() => null) : null;
    },
    onSaved: (signedIn) => {
      if (signedIn) takeSession(signedIn);
      setIsSignedIn(signedIn !== null);
      setIsDone(true);
    },
    onRefused: (error) => {
      if (error.first_messages.password) return false;
      setProblem(error.first_messages.token ?? signInProblem(error));
      return true;
    },
  });
  const linkFault = token === '' ? 'This link is incomplete. Ask for a new one.' : problem;
  if (isSignedIn) return <Navigate to="/" replace />;
  return (
    <BarePage title={isFirst ? 'Choose your password' : 'Choose a new password'}>
      {isDone ? (
        <Banner tone="done">{isFirst ? 'Your password is set.' : 'Your new password is set, and all other sessions have ended.'}</Banner>
      ) : (
        <Form form={form} className="sign-in-form">
          {linkFault && <Banner tone="wrong">{linkFault}</Banner>}
          <TextField
            label={isFirst ? 'Password' : 'New password'}
            type="password"
            autoComplete="new-password"
            hint={`At least ${limits.password_min} characters. A few words that only you would put together are good.`}
            {...form.field('password')}
          />
          <TextField label="Repeat it" type="password" autoComplete="new-password" {...form.field('again')} />
          <Submit form={form} block busyText="Saving…" className="sign-in-send" waits={token === '' ? 'The link is incomplete.' : null}>
            {isFirst ? 'Save and sign in' : 'Save the new password'}
          </Submit>
        </Form>
      )}
      <p className="bare-after">
        <Link className="bare-link" to={isDone ? '/sign-in' : '/forgot-password'}>
          {isDone ? 'Sign in' : isFirst ? 'Ask for another link' : 'Ask for a new link'}
        </Link>
      </p>
    </BarePage>
  );
}
