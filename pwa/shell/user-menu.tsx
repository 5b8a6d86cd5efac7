import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { roleLabels } from '../../shared/roles.ts';
import { useSession } from '../session/use-session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { MenuItem } from '../ui/menu.tsx';
import { MenuOnDemand } from '../ui/menu-on-demand.tsx';
import { useStore } from '../ui/store.ts';
import type { NavEntry } from './current-entry.ts';
import { useHandOver } from './hand-over-items.ts';
import { chooseTheme, type Theme, theme } from './theme.ts';

const fetchSignOut = () => import('../session/sign-out.ts');

const themes: [Theme, string][] = [
  ['device', 'As the device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export interface UserMenuProps {
  /** Whether the menu is open. The frame stores this, because a new screen renders a new menu. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
  iconOnly?: boolean;
  /** The entries of screens to which no other link leads from this screen. */
  nav?: readonly NavEntry[];
}

/** The signed-in person, the theme, and the button to sign out. */
export function UserMenu({ open, onOpenChange, iconOnly, nav = [] }: UserMenuProps) {
  const { who, role, session, can } = useSession();
  const chosenTheme = useStore(theme);
  const navigate = useNavigate();
  const handOver = useHandOver();
  const [leaving, setLeaving] = useState(false);
  // The code for signing out is loaded now, because the network may be lost before the person signs out.
  useEffect(() => {
    if (open) void fetchSignOut().catch(() => undefined);
  }, [open]);
  const leave = async () => {
    setLeaving(true);
    const { signOut } = await fetchSignOut();
    const isSignedOut = await signOut();
    setLeaving(false);
    if (isSignedOut) void navigate('/sign-in');
  };
  const items: MenuItem[] = [
    { heading: [who.user.name, roleLabels[role], who.account?.name].filter(Boolean).join(' · ') },
    'line',
    ...(session.at_work ? [] : ([{ label: 'Profile', icon: 'user', to: '/profile' }, 'line'] satisfies MenuItem[])),
    ...(nav.length > 0 ? [...nav.map(({ label, to }): MenuItem => ({ label, icon: 'none', to })), 'line' as const] : []),
    ...(handOver.length > 0 ? [...handOver, 'line' as const] : []),
    ...(can('use_floor') ? ([{ label: 'Test my scanner', icon: 'none', to: '/admin/scanner' }, 'line'] satisfies MenuItem[]) : []),
    { heading: 'Theme' },
    ...themes.map(([value, label]): MenuItem => ({ label, icon: value === chosenTheme ? 'check' : 'none', onSelect: () => chooseTheme(value) })),
    'line',
    { label: session.at_work ? `Sign out ${session.who.user.name}` : 'Sign out', icon: 'none', onSelect: () => void leave() },
  ];
  let trigger: ReactNode;
  if (iconOnly) trigger = <IconButton icon="more" label="Menu" className="head-end" busy={leaving} />;
  else
    trigger = (
      <Button look="quiet" busy={leaving} className="user-menu">
        <span className="cut">{who.user.name}</span> <Icon name="down" />
      </Button>
    );
  return (
    <MenuOnDemand items={items} open={open} onOpenChange={onOpenChange}>
      {trigger}
    </MenuOnDemand>
  );
}
