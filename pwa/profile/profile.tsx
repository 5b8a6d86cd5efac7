import { useQuery } from '@tanstack/react-query';
import { isClientRole } from '../../shared/roles.ts';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { readProfile } from './client.ts';
import { KeysCard } from './keys-card.tsx';
import { PasswordForm } from './password-form.tsx';
import './profile.css';
import { ProfileForm, profileKey } from './profile-form.tsx';
import { SavedAddresses } from './saved-addresses.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** The person's own page: name, password, addresses and sessions. */
export default function ProfileScreen() {
  const { session, role } = useSession();
  const profile = useQuery({ queryKey: profileKey, queryFn: ({ signal }) => readProfile(signal), enabled: !session.at_work });
  if (session.at_work)
    return (
      <Page title="Profile">
        <Banner tone="warn">{session.who.user.name} is signed in here. Sign in with your own password to see your profile.</Banner>
      </Page>
    );
  return (
    <Page
      title="Profile"
      sub={profile.data?.primary_role_label}
      actions={isClientRole(role) && <ButtonLink to={`/employees/${session.who.user.id}`}>What you hold</ButtonLink>}
    >
      <div className="profile">
        <div className="profile-part">
          <section className="card" aria-labelledby="profile-about">
            <header>
              <h2 id="profile-about">About you</h2>
            </header>
            <div className="in-card">
              <Loaded query={profile} noun="profile">
                {(data) => <ProfileForm profile={data} />}
              </Loaded>
            </div>
          </section>
          <SavedAddresses />
        </div>
        <div className="profile-part">
          <section className="card" aria-labelledby="profile-password">
            <header>
              <h2 id="profile-password">Password</h2>
            </header>
            <div className="in-card">
              <PasswordForm email={profile.data?.email ?? ''} />
            </div>
          </section>
          {profile.data?.has_password && !session.who.impersonator && <SecondFactor profile={profile.data} />}
          <KeysCard />
          <Sessions />
        </div>
      </div>
    </Page>
  );
}
