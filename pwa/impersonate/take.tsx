import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { roleLabels } from '../../shared/roles.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { keepSession } from '../session/store.ts';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { employees, impersonate } from './client.ts';
import './take.css';

/** Asks whether to act as somebody else, says what that means, and takes their session with one's own kept for the way back. */
export default function TakeImpersonation() {
  const { id = '' } = useParams();
  const { session, who } = useSession();
  const navigate = useNavigate();
  const person = useQuery({ queryKey: ['employees', id], queryFn: () => answer(employees[':id'].$get({ param: { id } })) });
  const take = useWrite({
    send: (_: undefined, options) => answer(impersonate.take[':id'].$post({ param: { id } }, options)),
    onSaved: ({ token, expires_at, ...taken }) => {
      const { own, ...mine } = session;
      keepSession({ token, expires_at, who: taken, own: own ?? mine });
      void navigate('/');
    },
  });

  return (
    <Page title="Act as somebody else" back="/">
      <Loaded query={person} noun="person">
        {(found) => {
          const isSelf = found.id === who.user.id;
          const isSuper = found.primary_role === 'super';
          const refused = isSelf ? 'This is you.' : isSuper ? 'Nobody acts as a super user.' : null;
          return (
            <section className="card take-card">
              <div className="in-card flow">
                <h2>{found.name}</h2>
                <dl className="facts">
                  <dt>Role</dt>
                  <dd>{roleLabels[found.primary_role]}</dd>
                  {found.email && (
                    <>
                      <dt>Email</dt>
                      <dd>{found.email}</dd>
                    </>
                  )}
                  {found.sites.length > 0 && (
                    <>
                      <dt>Sites</dt>
                      <dd>{found.sites.map(({ name }) => name).join(', ')}</dd>
                    </>
                  )}
                </dl>
                {refused ? (
                  <Banner tone="warn" live={false}>
                    {refused}
                  </Banner>
                ) : (
                  <p className="sub">
                    You see what {found.forenames} sees and do what {found.forenames} may do. Everything you change is recorded with both names; a
                    banner leads back to you.
                  </p>
                )}
              </div>
              <footer>
                <ButtonLink to="/">Stay yourself</ButtonLink>
                {!refused && (
                  <Button look="primary" icon="user" busy={take.busy} busyText="One moment" onClick={() => void take.write(undefined)}>
                    Act as {found.name}
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
