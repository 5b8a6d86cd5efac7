import { Banner } from './banner.tsx';

/** An unobtrusive notice that the network is lost: what is on the screen stays. */
export function ConnectionBanner() {
  return (
    <div className="strip-banner">
      <Banner tone="warn">The server cannot be reached. What you see may be out of date until it is back.</Banner>
    </div>
  );
}
