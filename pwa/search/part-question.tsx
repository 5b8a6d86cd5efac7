import ReleaseInPart from '../api/release-in-part.tsx';
import type { PartOrder } from '../api/release-order.ts';
import { WithQueries } from '../api/with-queries.tsx';

/** The question about an order that Start Pick in the palette would release in part. */
export default function PartQuestion(props: { order: PartOrder; onClose: () => void }) {
  return (
    <WithQueries>
      <ReleaseInPart {...props} />
    </WithQueries>
  );
}
