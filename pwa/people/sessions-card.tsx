import { useQuery } from '@tanstack/react-query';
import { useWrite } from '../api/use-write.ts';
import { deviceWords } from '../session/device-words.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import type { Person } from './client.ts';
import './people.css';
import { readUserSessions, signOutUser } from './user-client.ts';

/** Where one of the provider’s people is signed in, and the button that ends all of it. */
export function SessionsCard({ user: { id, name } }: { user: Person }) {
  const queryKey = ['users', 'sessions', id];
  const sessions = useQuery({ queryKey, queryFn: ({ signal }) => readUserSessions(id, signal) });
  const { ask, dialog } = useConfirm();
  const end = useWrite({
    send: (_: undefined, options) => signOutUser(id, options),
    success: ({ ended }) => `${name} is signed out of ${countText(ended, 'device')}`,
    refresh: [queryKey],
  });
  const askToEnd = async (): Promise<void> => {
    const body = <p>Each of their devices asks for the password again. What waits on a tablet stays there and is sent after the next sign-in.</p>;
    if (await ask({ title: `Sign ${name} out everywhere?`, body, action: 'Sign out everywhere', keep: 'Cancel', destroys: true }))
      void end.write(undefined);
  };
  return (
    <section className="card" aria-labelledby="user-sessions">
      <header>
        <h2 id="user-sessions" className="grow">
          Signed in
        </h2>
        {sessions.data && sessions.data.items.length > 0 && (
          <Button size="sm" look="danger" busy={end.busy} onClick={() => void askToEnd()}>
            Sign out everywhere
          </Button>
        )}
      </header>
      <Loaded
        query={sessions}
        noun="devices"
        waiting={
          <div className="in-card">
            <SkeletonText lines={2} />
          </div>
        }
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="in-card sub">They are signed in nowhere.</p>
          ) : (
            <ul className="rows">
              {items.map(({ id: session_id, device_name, user_agent, address, impersonator, last_seen_at, created_at }) => (
                <li key={session_id}>
                  <div className="grow">
                    <p className="strong cut">{device_name ?? deviceWords(user_agent) ?? 'Unknown device'}</p>
                    <p className="note small">
                      {impersonator && `${impersonator.name} acts as them. `}
                      Last used <DateText value={last_seen_at} form="moment" />, since <DateText value={created_at} />
                      {address && (
                        <>
                          , from <span className="code">{address}</span>
                        </>
                      )}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog}
    </section>
  );
}
