import { Link, Navigate, useSearchParams } from 'react-router';
import { BarePage } from '../ui/bare-page.tsx';
import { DemoSignIns } from './demo-sign-ins.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { takeSession } from './take-session.ts';
import { useMaybeSession } from './use-session.ts';

/** Accepts only addresses within Kitroom, because a link must not lead a person from the sign-in to another website. */
const safeNext = (next: string | null): string => (next?.startsWith('/') && !next.startsWith('//') && !next.startsWith('/\\') ? next : '/');

/** The sign-in page. */
export default function SignIn() {
  const [params] = useSearchParams();
  const session = useMaybeSession();
  if (session && !session.is_expired) return <Navigate to={safeNext(params.get('next'))} replace />;
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
