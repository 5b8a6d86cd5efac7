import { type IconName, iconPaths } from './icon-paths.ts';

/** An icon that screen readers skip: text beside it has the same meaning or, if there is no text, the button that holds the icon has a name. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`i ${className}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={iconPaths[name]} />
    </svg>
  );
}
