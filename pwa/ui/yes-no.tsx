import { Icon } from './icon.tsx';

/** A tick or a cross, with the text for screen readers. */
export const YesNo = ({ value, yes, no }: { value: boolean; yes: string; no: string }) => (
  <span className={value ? undefined : 'note'} role="img" aria-label={value ? yes : no}>
    <Icon name={value ? 'check' : 'x'} />
  </span>
);
