import { useLayoutEffect } from 'react';

/** Sets the density on the body, so that dialogs and menus have it too. */
export function useDensity(density: 'desk' | 'phone' | 'floor'): void {
  useLayoutEffect(() => {
    document.body.classList.remove('phone', 'floor');
    if (density !== 'desk') document.body.classList.add(density);
  }, [density]);
}
