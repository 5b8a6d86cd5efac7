import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';

/** The way from an order that is being filled to the list. An order that is sent can no longer be filled: its screen stays until the list is there. */
export interface Leaving {
  /** Sends the order; true if it was sent. Until then, and from then on, the screen stays as it is. */
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
