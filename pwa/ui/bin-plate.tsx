import { classNames } from './class-names.ts';

/** Where it lies, as written on the racking. Never cut. */
export function BinPlate({ bin, xl }: { bin: string | null | undefined; xl?: boolean }) {
  if (!bin) return <span className="note">No bin</span>;
  return (
    <span className={classNames('bin', xl && 'xl')}>
      <span className="sr">Bin </span>
      {bin}
    </span>
  );
}
