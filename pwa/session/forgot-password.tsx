import { useState } from 'react';
import { Link } from 'react-router';
import { forgotPasswordInput } from '../../shared/auth/auth-input.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { Banner } from '../ui/banner.tsx';
import { BarePage } from '../ui/bare-page.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { auth } from './client.ts';
import { signInProblem } from './sign-in-form.tsx';

/** Requests a link to choose a new password. The response is the same whether or not the address is known. */
export default function ForgotPassword() {
  const [sent, setSent] = useState<{ to: string; sends_mail: boolean } | null>(null);
  const form = useForm({
    schema: forgotPasswordInput,
    values: { email: '' },
    check: ({ email }) => ({ email: /^\S+@\S+\.\S+$/.test(email.trim()) ? null : 'Enter a full email address.' }),
    isGuarded: false,
    send: (json, options) => answer(auth['forgot-password'].$post({ json }, options)),
    onSaved: ({ sends_mail }, { email }) => setSent({ to: email, sends_mail }),
    onRefused: (error) => {
      form.hook.setError('email', { message: signInProblem(error) });
      return true;
    },
  });
  return (
    <BarePage title="Forgotten password">
      {sent?.sends_mail ? (
        <Banner tone="done">If {sent.to} has an account here, we have sent it a link. The link works once, within 60 minutes.</Banner>
      ) : sent ? (
        <Banner tone="warn">No mail server is set here, so no link is sent. Ask the office for a password.</Banner>
      ) : (
        <Form form={form} className="sign-in-form">
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            hint="We send a link to choose a new password."
            {...form.field('email')}
          />
          <Submit form={form} block busyText="Sending…" className="sign-in-send">
            Send the link
          </Submit>
        </Form>
      )}
      <p className="bare-after">
        <Link className="bare-link" to="/sign-in">
          Back to sign in
        </Link>
      </p>
    </BarePage>
  );
}
