import { useQuery } from '@tanstack/react-query';
import { useWrite } from '../api/use-write.ts';
import { DeviceRow } from '../session/device-row.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import type { Person } from './client.ts';
import './people.css';
import { readUserSessions, signOutUser } from './user-client.ts';

/** Lists the devices on which one of the provider’s people is signed in. A button ends all their sessions. */
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
              {items.map((device) => (
                <DeviceRow
                  key={device.id}
                  device={device}
                  before={device.impersonator && `${device.impersonator.name} acts as them. `}
                  after={
                    device.address && (
                      <>
                        , from <span className="code">{device.address}</span>
                      </>
                    )
                  }
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog}
    </section>
  );
}
