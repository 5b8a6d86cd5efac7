import { Banner } from '../ui/banner.tsx';
import type { SizeChoice } from './choose-sizes.tsx';
import { ChosenSizes } from './chosen-sizes.tsx';
import type { Link } from './client.ts';
import { SizesPage } from './sizes-page.tsx';

/** All sizes are sent: shows the choices, and that nothing is left to do. */
export function SizesSent({ link, chosen }: { link: Link; chosen: readonly SizeChoice[] }) {
  return (
    <SizesPage title="Thank you">
      <Banner tone="done">Your sizes for order {link.order_number} are sent. There is nothing left to do, and you can close this page.</Banner>
      <ChosenSizes label="What you chose" choices={chosen} />
      <p className="note sizes-words">If a size turns out to be wrong, tell {link.requester}, who ordered for you.</p>
    </SizesPage>
  );
}
