import { IconButton } from './button.tsx';

/** An active filter of a list, and the button that removes it. */
export const AppliedFilter = ({ words, onRemove }: { words: string; onRemove: () => void }) => (
  <span className="filter">
    <span className="cut">{words}</span>
    <IconButton icon="x" size="sm" label={`Remove filter ${words}`} onClick={onRemove} />
  </span>
);
