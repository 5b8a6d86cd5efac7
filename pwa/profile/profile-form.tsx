import { messages } from '../../shared/messages.ts';
import { profileInput } from '../../shared/people/profile-input.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { mailWaits } from '../session/mail-server.ts';
import { OwnPassword } from '../session/own-password.tsx';
import { refreshWho } from '../session/refresh-who.ts';
import { Select, TextField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { type Profile, profiles } from './client.ts';

export const profileKey = ['profile'] as const;

const valuesOf = ({ forenames, surname, email, contact_phone, sex, version }: Profile) => ({
  forenames,
  surname,
  email: email ?? '',
  contact_phone: contact_phone ?? '',
  sex: sex ?? '',
  version,
  current_password: '',
});
type Values = ReturnType<typeof valuesOf>;

/** The person's name and contact details. The role is shown, but cannot be changed here. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const movesEmail = ({ email }: Pick<Values, 'email'>): boolean => email.trim().toLowerCase() !== (profile.email ?? '').toLowerCase();
  const form = useForm({
    schema: profileInput,
    record: profile,
    valuesOf,
    input: ({ email, current_password, ...values }) => ({
      ...values,
      // A person without an email address, such as a wearer who never signs in, can save the form without one.
      ...((email || profile.email) && { email }),
      ...(movesEmail({ email }) && { current_password }),
    }),
    check: (values) => ({ current_password: movesEmail(values) && !values.current_password ? messages.password_needed : null }),
    send: (json, options) => answer(profiles.index.$post({ json }, options)),
    success: 'The profile has been saved',
    refresh: [profileKey],
    onSaved: (savedProfile) => {
      form.reset(valuesOf(savedProfile));
      void refreshWho();
    },
  });

  return (
    <Form form={form} className="profile-form two">
      <TextField label="First names" autoComplete="given-name" {...form.field('forenames')} />
      <TextField label="Surname" autoComplete="family-name" {...form.field('surname')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        hint={
          profile.pending_email
            ? `We sent a link to ${profile.pending_email}.${mailWaits()} Until you open it you sign in with this address.`
            : 'You sign in with it; we write to it.'
        }
        {...form.field('email')}
      />
      {movesEmail(form.values) && (
        <OwnPassword
          hint="You need it to change your email address. We send a link to the new address and a notice to your current one."
          {...form.field('current_password')}
        />
      )}
      <TextField label="Phone" type="tel" autoComplete="tel" {...form.field('contact_phone')} />
      <Select
        label="Sex"
        hint="For garments that come in two cuts"
        options={[
          { value: '', label: 'Not set' },
          { value: 'f', label: 'Female' },
          { value: 'm', label: 'Male' },
        ]}
        {...form.field('sex')}
      />
      <dl className="facts profile-facts">
        <dt>Role</dt>
        <dd>{profile.primary_role_label}</dd>
        {profile.employee_number && (
          <>
            <dt>Employee number</dt>
            <dd className="code">{profile.employee_number}</dd>
          </>
        )}
      </dl>
      <div className="line">
        <Submit form={form} busyText="Saving…" waits={form.isDirty ? null : messages.nothing_changed}>
          Save profile
        </Submit>
      </div>
    </Form>
  );
}
