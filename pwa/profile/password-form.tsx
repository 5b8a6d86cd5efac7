import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Why } from '../ui/why.tsx';
import { auth } from './client.ts';
import { sessionsKey } from './sessions.tsx';

const empty = { current_password: '', password: '', password_confirmation: '' };

/** A new password for oneself; every other device has to sign in again. */
export function PasswordForm({ email }: { email: string }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState(empty);
  const isEmpty = Object.values(typed).every((text) => text === '');
  const [faults, setFaults] = useState<Partial<typeof empty>>({});
  const change = useWrite({
    send: (json: typeof empty, options) => answer(auth['change-password'].$post({ json }, options)),
    success: 'Your password has been changed',
    onSaved: () => {
      setTyped(empty);
      void queries.invalidateQueries({ queryKey: sessionsKey });
    },
    onRefused: (error) => Object.keys(error.first_messages).length > 0,
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (change.busy) return;
    const newFaults: Partial<typeof empty> = {};
    if (!typed.current_password) newFaults.current_password = 'Enter your password.';
    if (typed.password.length < limits.password_min) newFaults.password = messages.password_too_short;
    if (typed.password !== typed.password_confirmation) newFaults.password_confirmation = messages.password_differs;
    setFaults(newFaults);
    if (Object.keys(newFaults).length === 0) void change.write(typed);
  };
  const field = (name: keyof typeof empty) => ({
    name,
    type: 'password',
    required: true,
    maxLength: limits.password_max,
    value: typed[name],
    error: faults[name] ?? change.errors[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: event.target.value });
      setFaults({ ...faults, [name]: undefined });
    },
  });
  return (
    <form className="profile-form" noValidate onSubmit={send}>
      {/* Password managers keep the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField label="Your password now" autoComplete="current-password" {...field('current_password')} />
      <TextField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${limits.password_min} characters. Your other devices have to sign in again.`}
        {...field('password')}
      />
      <TextField label="Repeat it" autoComplete="new-password" {...field('password_confirmation')} />
      <div className="line">
        <Button type="submit" busy={change.busy} busyText="Saving…" disabled={isEmpty} aria-describedby={isEmpty ? 'password-waits' : undefined}>
          Change password
        </Button>
        <Why id="password-waits">{isEmpty ? 'Fill in the three fields first.' : null}</Why>
      </div>
    </form>
  );
}
