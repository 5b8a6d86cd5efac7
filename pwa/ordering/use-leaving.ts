import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';

/**
 * Leads from an order that is being filled to the list. An order that was sent can no longer be filled, so its screen stays until the list is there.
 */
export interface Leaving {
  /** Sends the order; true if it was sent. The screen stays as it is while the order is sent, and afterwards until the list is there. */
  during: (send: () => Promise<boolean>) => Promise<boolean>;
  leave: () => void;
}

/** `leaving` is the same from one render to the next. */
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
