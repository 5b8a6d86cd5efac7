import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { roleLabels } from '../../shared/roles.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { useOwnPassword } from '../session/own-password.tsx';
import { keepSession } from '../session/store.ts';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { employees, impersonate } from './client.ts';
import './take.css';

/** Asks whether to impersonate somebody, shows what that means, and starts their session; one's own is kept for the way back. */
export default function TakeImpersonation() {
  const { id = '' } = useParams();
  const { session, who } = useSession();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  /** Null until the server requires a code. */
  const [totp, setTotp] = useState<string | null>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const person = useQuery({ queryKey: ['employees', id], queryFn: () => answer(employees[':id'].$get({ param: { id } })) });
  const take = useWrite({
    send: (json: { reason: string; password: string; totp?: string }) => answer(impersonate.take[':id'].$post({ param: { id }, json })),
    onSaved: ({ token, expires_at, ...taken }) => {
      const { own, ...mine } = session;
      keepSession({ token, expires_at, who: taken, own: own ?? mine });
      void navigate('/');
    },
    onRefused: (error) => {
      if (error.first_messages.totp && totp === null) setTotp('');
      return Object.keys(error.first_messages).length > 0;
    },
  });
  const { password, field: passwordField, isGiven } = useOwnPassword({ label: 'Your own password', name: 'password', error: take.errors.password });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (take.busy) return;
    const newFaults: Record<string, string> = {};
    if (!reason.trim()) newFaults.reason = messages.reason_needed;
    if (totp?.trim() === '') newFaults.totp = messages.totp_needed;
    setFaults(newFaults);
    if (isGiven() && Object.keys(newFaults).length === 0) void take.write({ reason, password, ...(totp !== null && { totp }) });
  };
  const field = (name: string, value: string, set: (value: string) => void) => ({
    name,
    value,
    required: true,
    error: faults[name] || take.errors[name],
    onChange: (event: { target: { value: string } }) => {
      set(event.target.value);
      setFaults({ ...faults, [name]: '' });
    },
  });

  return (
    <Page title="Act as somebody else" back="/">
      <Loaded query={person} noun="person">
        {(newFaults) => {
          const isSelf = newFaults.id === who.user.id;
          const isSuper = newFaults.primary_role === 'super';
          const refused = isSelf ? 'This is you.' : isSuper ? 'Nobody acts as a super user.' : null;
          return (
            <section className="card take-card">
              <div className="in-card flow">
                <h2>{newFaults.name}</h2>
                <dl className="facts">
                  <dt>Role</dt>
                  <dd>{roleLabels[newFaults.primary_role]}</dd>
                  {newFaults.email && (
                    <>
                      <dt>Email</dt>
                      <dd>{newFaults.email}</dd>
                    </>
                  )}
                  {newFaults.sites.length > 0 && (
                    <>
                      <dt>Sites</dt>
                      <dd>{newFaults.sites.map(({ name }) => name).join(', ')}</dd>
                    </>
                  )}
                </dl>
                {refused ? (
                  <Banner tone="warn" live={false}>
                    {refused}
                  </Banner>
                ) : (
                  <>
                    <p className="sub">
                      You see what {newFaults.forenames} sees and do what {newFaults.forenames} may do, for up to 60 minutes. Everything you change is
                      recorded with both names; a banner leads back to you.
                    </p>
                    <form id="take" className="flow" noValidate onSubmit={send}>
                      <TextField label="Why" maxLength={limits.reason} hint="It is stored with the record." {...field('reason', reason, setReason)} />
                      {passwordField}
                      {totp !== null && (
                        <TextField
                          label="Code"
                          inputMode="numeric"
                          autoComplete="one-time-code"
                          hint="The six digits that your authenticator app shows."
                          {...field('totp', totp, setTotp)}
                        />
                      )}
                    </form>
                  </>
                )}
              </div>
              <footer>
                <ButtonLink to="/">Stay yourself</ButtonLink>
                {!refused && (
                  <Button look="primary" icon="user" busy={take.busy} busyText="One moment" type="submit" form="take">
                    Act as {newFaults.name}
                  </Button>
                )}
              </footer>
            </section>
          );
        }}
      </Loaded>
    </Page>
  );
}
