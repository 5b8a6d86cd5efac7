import { formatCount } from './count-text.ts';

/** Says how many of the chosen rows are not among those on the screen; renders nothing if all of them are on the screen. */
export const HiddenRows = ({ count }: { count: number }) =>
  count > 0 ? <span className="t-warn nowrap">{formatCount(count)} not shown here</span> : null;
