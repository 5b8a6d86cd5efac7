import { toteColour } from '../../shared/picking/tote-places.ts';
import { classNames } from '../ui/class-names.ts';

/** The plate of a tote on a trolley: its number in its colour. The colour's name stands beside it, or in `named` for screen readers. */
export const TotePlate = ({ position, size, named, isFilled }: { position: number; size?: 's' | 'xl'; named?: boolean; isFilled?: boolean }) => (
  <span className={classNames('tote-no', size)} data-tote={position}>
    {named && <span className="sr">Tote </span>}
    {position}
    {isFilled && <span className="tote-more">+</span>}
    {named && <span className="sr"> {toteColour(position)}</span>}
  </span>
);
