import { Skeleton } from './skeleton.tsx';

/** Placeholders of the rows of a floor's list. */
export const OrderRowsSkeleton = () => (
  <div className="rows bg-surface" aria-hidden="true">
    {[0.5, 0.62, 0.45, 0.58, 0.52].map((share) => (
      <div className="row order-row" key={share}>
        <span className="grow flow">
          <Skeleton width="20%" height={16} />
          <Skeleton width={`${share * 100}%`} />
        </span>
      </div>
    ))}
  </div>
);
