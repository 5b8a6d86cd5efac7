import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';

/**
 * Navigates from the screen that fills an order to the list. A sent order can no longer be filled, but its screen stays unchanged until the list is
 * shown.
 */
export interface Leaving {
  /** Sends the order and resolves with true if it was sent. The screen stays unchanged until the list is shown. */
  during: (send: () => Promise<boolean>) => Promise<boolean>;
  leave: () => void;
}

/** `leaving` stays the same object between renders. */
export function useLeaving(listPath: string): { isLeaving: boolean; leaving: Leaving } {
  const navigate = useNavigate();
  const [isLeaving, setIsLeaving] = useState(false);
  const goToList = useRef(() => {});
  goToList.current = () => void navigate(listPath, { replace: true });
  const [leaving] = useState<Leaving>(() => ({
    during: async (send) => {
      setIsLeaving(true);
      const isSent = await send();
      if (!isSent) setIsLeaving(false);
      return isSent;
    },
    leave: () => {
      setIsLeaving(true);
      goToList.current();
    },
  }));
  return { isLeaving, leaving };
}
