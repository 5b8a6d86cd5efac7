import { createContext, type ReactNode, useContext } from 'react';

export interface FrameParts {
  /** The frame that the screen is shown in; it also decides the density. */
  kind: 'desk' | 'phone' | 'floor' | 'bare';
  /** True for a screen of the floor that has the office's navigation beside it. */
  isAtDesk?: boolean;
  /** The phone's bar over screens that have no back link of their own. */
  top?: ReactNode;
  /** The bell with the person's notifications, for heads that a screen renders itself. */
  bell?: ReactNode;
  /** The menu of the floor, at the end of the head. */
  menu?: ReactNode;
  /** Links to the floor's sibling screens. */
  tabs?: ReactNode;
  /** True once the person has gone from one screen to another: the next screen's title then gets the focus. */
  moved?: boolean;
  /** True while the frame's menu is open. The open menu keeps the focus, whatever screen is shown next. */
  isMenuOpen?: boolean;
}

/** What the shell provides to the screen. */
export const FrameContext = createContext<FrameParts>({ kind: 'bare' });

/** The frame the screen is in. */
export const useFrame = (): FrameParts => useContext(FrameContext);
