import { type IconName, iconPaths } from './icon-paths.ts';

/** An icon beside text with the same meaning; if the icon stands alone, its button carries the name. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`i ${className}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={iconPaths[name]} />
    </svg>
  );
}
