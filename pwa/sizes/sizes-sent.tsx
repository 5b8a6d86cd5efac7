import { Banner } from '../ui/banner.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import type { SizeChoice } from './choose-sizes.tsx';
import type { Link } from './client.ts';
import { SizesPage } from './sizes-page.tsx';

/** All sizes are sent: shows the choices, and that nothing is left to do. */
export function SizesSent({ link, chosen }: { link: Link; chosen: readonly SizeChoice[] }) {
  return (
    <SizesPage title="Thank you">
      <Banner tone="done">Your sizes for order {link.order_number} are sent. There is nothing left to do, and you can close this page.</Banner>
      <ul className="card rows sizes-sent" aria-label="What you chose">
        {chosen.map(({ id, product_name, quantity, colour, hex, size, media }) => (
          <li key={id}>
            <GarmentTile media={media} alt="" colour={hex} size={56} />
            <div className="grow">
              <p className="strong">{product_name}</p>
              <p className="sub">
                <strong>{size}</strong>
                {colour && ` · ${colour}`}
              </p>
            </div>
            <span className="note num nowrap">× {quantity}</span>
          </li>
        ))}
      </ul>
      <p className="note sizes-words">If a size turns out to be wrong, tell {link.requester}, who ordered for you.</p>
    </SizesPage>
  );
}
