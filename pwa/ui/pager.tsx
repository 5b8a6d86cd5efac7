import { Button } from './button.tsx';
import { countText, formatCount } from './count-text.ts';

interface PagerProps {
  /** What screen readers call the buttons for the pages: *Pages of people*. */
  label: string;
  noun: readonly [one: string, many: string];
  page: number;
  last: number;
  total: number;
  onPage: (page: number) => void;
}

/** The pages of a list in a card or a dialog, whose page number is not in the address; renders nothing if there is one page. */
export function Pager({ label, noun, page, last, total, onPage }: PagerProps) {
  if (last <= 1) return null;
  return (
    <nav className="line" aria-label={label}>
      <span className="note">
        Page {formatCount(page)} of {formatCount(last)}, {countText(total, ...noun)}
      </span>
      <Button size="sm" className="push" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
