/** A placeholder for text. Its region carries `aria-busy`; the bar itself is silent. */
export function Skeleton({ width = '100%', height }: { width?: number | string; height?: number }) {
  return <span className="skel" style={{ width, height }} aria-hidden="true" />;
}

/** Several lines of a text that is loading. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  const widths = ['92%', '78%', '85%', '60%'];
  return (
    <div aria-busy="true" className="flow">
      <span className="sr">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike and never move
        <p key={line}>
          <Skeleton width={widths[line % widths.length]} />
        </p>
      ))}
    </div>
  );
}
