import { useLayoutEffect } from 'react';

/** Puts the density on the body, where dialogs and menus find it too. */
export function useDensity(density: 'desk' | 'phone' | 'floor'): void {
  useLayoutEffect(() => {
    document.body.classList.remove('phone', 'floor');
    if (density !== 'desk') document.body.classList.add(density);
  }, [density]);
}
