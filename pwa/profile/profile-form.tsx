import { type FormEvent, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { profileFields } from '../../shared/people/profile-input.ts';
import '../../shared/plain-words.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { useOwnPassword } from '../session/own-password.tsx';
import { refreshWho } from '../session/refresh-who.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { Why } from '../ui/why.tsx';
import { type Profile, profiles } from './client.ts';

export const profileKey = ['profile'] as const;

const texts = ['forenames', 'surname', 'email', 'contact_phone'] as const;
type Typed = Record<(typeof texts)[number] | 'sex', string>;

const typedOf = (profile: Profile): Typed => ({
  forenames: profile.forenames,
  surname: profile.surname,
  email: profile.email ?? '',
  contact_phone: profile.contact_phone ?? '',
  sex: profile.sex ?? '',
});

/** The person's name and contact details. The role is shown, but cannot be changed here. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const before = typedOf(profile);
  const [typed, setTyped] = useState(before);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [other, setOther] = useState<Profile | null>(null);
  const isDirty = (Object.keys(before) as (keyof Typed)[]).some((name) => typed[name] !== before[name]);
  useUnsavedGuard(isDirty);
  const movesEmail = typed.email.trim().toLowerCase() !== before.email.toLowerCase();

  const save = useWrite({
    send: (json: Record<string, unknown>, options) => answer(profiles.index.$post({ json }, options)),
    success: 'The profile has been saved',
    refresh: [profileKey],
    onSaved: (saved) => {
      setTyped(typedOf(saved));
      own.clear();
      void refreshWho();
    },
    onRefused: (error) => {
      if (error.code === 'stale_version') setOther(error.current as Profile);
      return error.code === 'stale_version' || Object.keys(error.first_messages).length > 0;
    },
  });
  const own = useOwnPassword({
    name: 'current_password',
    hint: 'You need it to change your email address. We send a link to the new address and a notice to your current one.',
    error: save.errors.current_password,
    missing: messages.password_needed,
  });
  const send = (version: number): void => {
    // A person without an email address, such as a wearer who never signs in, can save the form without one.
    const checked = (typed.email || profile.email ? profileFields : profileFields.omit({ email: true })).safeParse(typed);
    const newFaults: Record<string, string> = {};
    for (const { path, message } of checked.error?.issues ?? []) newFaults[String(path[0])] ??= message;
    setFaults(newFaults);
    const isProven = !movesEmail || own.isGiven();
    if (!checked.success || !isProven || Object.keys(newFaults).length > 0) return;
    setOther(null);
    void save.write({ ...checked.data, ...(movesEmail && { current_password: own.password }), version });
  };
  const field = (name: keyof Typed) => ({
    name,
    value: typed[name],
    error: faults[name] ?? save.errors[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: event.target.value });
      if (faults[name]) setFaults({ ...faults, [name]: '' });
    },
  });

  return (
    <form
      className="profile-form two"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!save.busy) send(profile.version);
      }}
    >
      {other && (
        <Banner tone="warn">
          <span className="grow">
            Your profile was changed elsewhere meanwhile, to {[other.name, other.email, other.contact_phone].filter(Boolean).join(', ')}.
          </span>
          <Button size="sm" onClick={() => send(other.version)}>
            Save mine
          </Button>
        </Banner>
      )}
      <TextField label="First names" autoComplete="given-name" maxLength={limits.name} required {...field('forenames')} />
      <TextField label="Surname" autoComplete="family-name" maxLength={limits.name} required {...field('surname')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={limits.email}
        hint={
          profile.pending_email
            ? `We sent a link to ${profile.pending_email}. Until you open it you sign in with this address.`
            : 'You sign in with it; we write to it.'
        }
        {...field('email')}
      />
      {movesEmail && own.field}
      <TextField label="Phone" type="tel" autoComplete="tel" maxLength={limits.contact_phone} {...field('contact_phone')} />
      <Select
        label="Sex"
        hint="For garments that come in two cuts"
        options={[
          { value: '', label: 'Not said' },
          { value: 'f', label: 'Female' },
          { value: 'm', label: 'Male' },
        ]}
        {...field('sex')}
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
        <Button
          type="submit"
          look="primary"
          busy={save.busy}
          busyText="Saving…"
          disabled={!isDirty}
          aria-describedby={isDirty ? undefined : 'profile-waits'}
        >
          Save profile
        </Button>
        <Why id="profile-waits">{isDirty ? null : messages.nothing_changed}</Why>
      </div>
    </form>
  );
}
