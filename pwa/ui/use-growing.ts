import { type RefObject, useEffect, useRef, useState } from 'react';

/** How many rows are rendered at first: as many as a tablet in portrait shows. */
const FIRST = 12;
/** How many more are rendered each time the end comes near. */
const STEP = 40;
/** If the end of the rendered rows is within this distance of the visible part, more rows are rendered. */
const NEAR = '1200px';

/** How many rows of a long list to render: those that somebody has scrolled close to. The caller puts `end` on an element below the rows. */
export function useGrowing<End extends Element>(count: number): { drawn: number; end: RefObject<End | null> } {
  const [most, setMost] = useState(FIRST);
  const end = useRef<End>(null);
  useEffect(() => {
    const element = end.current;
    if (!element || most >= count) return;
    const grow = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setMost((now) => now + STEP), {
      root: element.closest('main, .scroll'),
      rootMargin: NEAR,
    });
    grow.observe(element);
    return () => grow.disconnect();
  }, [most, count]);
  return { drawn: Math.min(most, count), end };
}
