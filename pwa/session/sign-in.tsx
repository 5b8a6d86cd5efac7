import { Link, Navigate, useSearchParams } from 'react-router';
import { BarePage } from '../ui/bare-page.tsx';
import { whoWorks } from './at-work.ts';
import { DemoSignIns } from './demo-sign-ins.tsx';
import { homeOf } from './home-of.ts';
import { SignInForm } from './sign-in-form.tsx';
import { takeSession } from './take-session.ts';
import { useMaybeSession } from './use-session.ts';

/** The address if it is one of this product, else null: a link must not lead a signed-in person elsewhere. */
const safeNext = (next: string | null): string | null => (next?.startsWith('/') && !next.startsWith('//') && !next.startsWith('/\\') ? next : null);

/** The sign-in page. */
export default function SignIn() {
  const [params] = useSearchParams();
  const session = useMaybeSession();
  if (session && !session.is_expired) return <Navigate to={safeNext(params.get('next')) ?? homeOf(whoWorks(session).user.primary_role)} replace />;
  return (
    <BarePage title="Sign in">
      <SignInForm onSignedIn={takeSession}>
        <p>
          <Link className="bare-link" to="/forgot-password">
            Forgotten your password?
          </Link>
        </p>
      </SignInForm>
      <DemoSignIns onSignedIn={takeSession} />
    </BarePage>
  );
}
