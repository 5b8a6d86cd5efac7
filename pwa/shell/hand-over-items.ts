import { useNavigate } from 'react-router';
import { isSignInRequested } from '../session/asking.ts';
import { useSession } from '../session/use-session.ts';
import { useFrame } from '../ui/frame-context.ts';
import type { MenuItem } from '../ui/menu.tsx';
import { toast } from '../ui/toast.ts';

/** The menu items about the person who works on this tablet; empty outside the floor. */
export function useHandOver(): MenuItem[] {
  const { session } = useSession();
  const navigate = useNavigate();
  const isFloor = useFrame().kind === 'floor';
  if (!isFloor || !['super', 'warehouse'].includes(session.who.user.primary_role) || session.who.impersonator) return [];
  const handOver = async (): Promise<void> => {
    const { lockTablet } = await import('../offline/lock-tablet.ts');
    const isLocked = await lockTablet();
    if (isLocked === 'not_secure') toast('PINs need a secure address. Open Kitroom by https.', { tone: 'wrong' });
    if (isLocked !== 'no_pin') return;
    toast('Nobody has a PIN on this tablet yet. Set yours first.', { tone: 'wrong' });
    void navigate('/pin');
  };
  return [
    { label: 'Hand over this tablet', icon: 'lock', onSelect: () => void handOver() },
    session.at_work || session.is_expired
      ? { label: 'Sign in with a password', icon: 'user', onSelect: () => isSignInRequested.set(true) }
      : { label: 'Your PIN', icon: 'user', to: '/pin' },
  ];
}
