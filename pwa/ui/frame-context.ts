import { createContext, type ReactNode, useContext } from 'react';

export interface FrameParts {
  /** The frame that the screen is shown in; it also decides the density. */
  kind: 'desk' | 'phone' | 'floor' | 'bare';
  /** A screen of the floor has the office's navigation beside it. */
  isAtDesk?: boolean;
  /** The phone's bar over screens that have no back link of their own. */
  top?: ReactNode;
  /** The bell with the person's notifications, for heads that a screen renders itself. */
  bell?: ReactNode;
  /** The floor's own menu, at the end of the head. */
  menu?: ReactNode;
  /** The floor's sibling screens. */
  tabs?: ReactNode;
  /** True once the person has moved between screens: the next screen's title then gets the focus. */
  moved?: boolean;
  /** The frame's menu is open: it keeps the focus, whatever screen is shown next. */
  isMenuOpen?: boolean;
}

/** What the shell provides to the screen. */
export const FrameContext = createContext<FrameParts>({ kind: 'bare' });

/** The frame the screen is in. */
export const useFrame = (): FrameParts => useContext(FrameContext);
