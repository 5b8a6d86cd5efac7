import { createContext, type ReactNode, useContext } from 'react';

export interface FrameParts {
  /** Which frame the screen is drawn in; it also decides the density. */
  kind: 'desk' | 'phone' | 'floor' | 'bare';
  /** The phone's bar over screens that have no way back of their own. */
  top?: ReactNode;
  /** What one has been told, for heads that a screen draws itself. */
  bell?: ReactNode;
  /** The floor's own menu, at the end of the head. */
  menu?: ReactNode;
  /** The floor's sibling screens. */
  tabs?: ReactNode;
  /** True once the person has moved between screens: the next screen's title then takes the focus. */
  moved?: boolean;
  /** The frame's menu is open: it keeps the focus, whatever screen comes. */
  isMenuOpen?: boolean;
}

/** What the shell puts around the screen. */
export const FrameContext = createContext<FrameParts>({ kind: 'bare' });

/** The frame the screen is in. */
export const useFrame = (): FrameParts => useContext(FrameContext);
