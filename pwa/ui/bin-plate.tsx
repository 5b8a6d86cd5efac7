import { classNames } from './class-names.ts';

/** A bin, as written on the racking. Never truncated. */
export function BinPlate({ bin, xl }: { bin: string | null | undefined; xl?: boolean }) {
  if (!bin) return <span className="note">No bin</span>;
  return (
    <span className={classNames('bin', xl && 'xl')}>
      <span className="sr">Bin </span>
      {bin}
    </span>
  );
}
