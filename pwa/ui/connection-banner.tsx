import { useState } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

/**
 * An unobtrusive notice that the network is lost: what is on the screen stays. The app tries again by itself, and at once when a person presses the
 * button.
 */
export function ConnectionBanner({ onTry }: { onTry: () => Promise<void> }) {
  const [isTrying, setIsTrying] = useState(false);
  const tryNow = (): void => {
    setIsTrying(true);
    void onTry().finally(() => setIsTrying(false));
  };
  return (
    <div className="strip-banner">
      <Banner
        tone="warn"
        action={
          <Button size="sm" busy={isTrying} busyText="Trying" onClick={tryNow}>
            Try now
          </Button>
        }
      >
        The server cannot be reached. What you see may be out of date until it is back.
      </Banner>
    </div>
  );
}
