import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { impersonateInput } from '../../shared/auth/auth-input.ts';
import { messages } from '../../shared/messages.ts';
import { roleLabels } from '../../shared/roles.ts';
import { readAccount } from '../api/accounts.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { mailWaits } from '../session/mail-server.ts';
import { OwnPassword } from '../session/own-password.tsx';
import { keepSession } from '../session/store.ts';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { impersonate, users } from './client.ts';
import './take.css';

/** Asks whether to impersonate a person, explains the effect, and starts that person's session. The super's own session is stored for the return. */
export default function TakeImpersonation() {
  const { id = '' } = useParams();
  const { session, who } = useSession();
  const navigate = useNavigate();
  /** True once the server has asked for a TOTP code. */
  const [needsCode, setNeedsCode] = useState(false);
  const person = useQuery({ queryKey: ['users', 'any', id], queryFn: () => answer(users[':id'].$get({ param: { id } })) });
  const account_id = person.data?.account_id ?? null;
  const account = useQuery({
    queryKey: ['accounts', 'one', String(account_id)],
    enabled: account_id !== null,
    queryFn: ({ signal }) => readAccount(String(account_id), signal),
  });
  /** Whether the person gets an email afterwards. */
  const isNotified = !!person.data?.email && account.data?.notify_impersonated !== false;
  const form = useForm({
    schema: impersonateInput,
    values: { reason: '', password: '', totp: '' },
    input: ({ totp, ...rest }) => ({ ...rest, ...(needsCode && { totp }) }),
    check: ({ reason, totp }) => ({
      reason: reason.trim() ? null : messages.reason_needed,
      totp: needsCode && totp.trim() === '' ? messages.totp_needed : null,
    }),
    send: (json) => answer(impersonate.take[':id'].$post({ param: { id }, json })),
    onSaved: ({ token, expires_at, ...response }) => {
      const { own, ...ownSession } = session;
      keepSession({ token, expires_at, who: response, own: own ?? ownSession });
      void navigate('/');
    },
    onRefused: (error) => {
      if (error.first_messages.totp) setNeedsCode(true);
      return false;
    },
  });

  return (
    <Page title="Act as somebody else" back="/">
      <Loaded query={person} noun="person">
        {(other) => {
          const isSelf = other.id === who.user.id;
          const isSuper = other.primary_role === 'super';
          const refusalText = isSelf ? 'This is you.' : isSuper ? 'Nobody acts as a super user.' : null;
          return (
            <section className="card take-card">
              <div className="in-card flow">
                <h2>{other.name}</h2>
                <dl className="facts">
                  <dt>Role</dt>
                  <dd>{roleLabels[other.primary_role]}</dd>
                  {other.email && (
                    <>
                      <dt>Email</dt>
                      <dd>{other.email}</dd>
                    </>
                  )}
                  {other.sites.length > 0 && (
                    <>
                      <dt>Sites</dt>
                      <dd>{other.sites.map(({ name }) => name).join(', ')}</dd>
                    </>
                  )}
                </dl>
                {refusalText ? (
                  <Banner tone="warn" live={false}>
                    {refusalText}
                  </Banner>
                ) : (
                  <>
                    <p className="sub">
                      You see what {other.forenames} sees and do what {other.forenames} may do, for up to 60 minutes. Everything you change is
                      recorded with both names; a banner leads back to you.
                      {isNotified && ` Afterwards ${other.forenames} gets an email with your name, the times and the reason.${mailWaits()}`}
                    </p>
                    <Form form={form} className="flow">
                      <TextField
                        label="Why"
                        required
                        hint={isNotified ? `It is stored with the record, and ${other.forenames} reads it.` : 'It is stored with the record.'}
                        {...form.field('reason')}
                      />
                      <OwnPassword label="Your own password" {...form.field('password')} />
                      {needsCode && (
                        <TextField
                          label="Code"
                          required
                          inputMode="numeric"
                          autoComplete="one-time-code"
                          hint="The six digits that your authenticator app shows."
                          {...form.field('totp')}
                        />
                      )}
                    </Form>
                  </>
                )}
              </div>
              <footer>
                <ButtonLink to="/">Stay yourself</ButtonLink>
                {!refusalText && (
                  <Submit form={form} icon="user" busyText="One moment">
                    Act as {other.name}
                  </Submit>
                )}
              </footer>
            </section>
          );
        }}
      </Loaded>
    </Page>
  );
}
