import { forgetLeavers } from '../session/forget-person.ts';
import { guardPlainLinks } from '../ui/plain-link-guard.ts';

/** Begins what every screen needs once the first one is rendered. */
export function afterStart(): void {
  forgetLeavers();
  guardPlainLinks();
}
