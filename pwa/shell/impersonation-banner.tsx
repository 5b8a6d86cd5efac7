import { useNavigate } from 'react-router';
import { homeOf } from '../session/home-of.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** Names the person whom somebody impersonates, and has a button that ends the impersonation. */
export default function ImpersonationBanner() {
  const { session, who } = useSession();
  const navigate = useNavigate();
  const { own } = session;
  const back = async () => {
    const { stopImpersonating } = await import('../session/sign-out.ts');
    await stopImpersonating();
    void navigate(own ? homeOf(own.who.user.primary_role) : '/');
  };
  return (
    <div className="impersonation" role="status">
      <Icon name="user" />
      <p className="grow">
        Acting as <strong>{who.user.name}</strong>
        <span className="impersonation-note"> · what you do is recorded with both names</span>
      </p>
      {own && (
        <Button size="sm" onClick={() => void back()}>
          Back to {own.who.user.name}
        </Button>
      )}
    </div>
  );
}
