import { useQueryClient } from '@tanstack/react-query';
import { changePasswordInput } from '../../shared/auth/auth-input.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { OwnPassword } from '../session/own-password.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { auth } from './client.ts';
import { sessionsKey } from './sessions.tsx';

/** A new password for oneself; every other device has to sign in again. */
export function PasswordForm({ email }: { email: string }) {
  const queries = useQueryClient();
  const form = useForm({
    schema: changePasswordInput,
    values: { current_password: '', password: '', password_confirmation: '' },
    send: (json, options) => answer(auth['change-password'].$post({ json }, options)),
    success: 'Your password has been changed',
    onSaved: () => {
      form.reset();
      void queries.invalidateQueries({ queryKey: sessionsKey });
    },
  });
  return (
    <Form form={form} className="profile-form">
      {/* Password managers keep the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <OwnPassword label="Your password now" {...form.field('current_password')} />
      <TextField
        label="New password"
        type="password"
        required
        autoComplete="new-password"
        hint={`At least ${limits.password_min} characters. Your other devices have to sign in again.`}
        {...form.field('password')}
      />
      <TextField label="Repeat it" type="password" required autoComplete="new-password" {...form.field('password_confirmation')} />
      <div className="line">
        <Submit form={form} look="plain" busyText="Saving…" waits={form.isDirty ? null : 'Fill in the three fields first.'}>
          Change password
        </Submit>
      </div>
    </Form>
  );
}
