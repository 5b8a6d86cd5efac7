import { useLayoutEffect, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { FrameContext, type FrameParts } from '../frame-context.ts';
import { useIsPhone } from '../use-media.ts';
import { type ListCase, ListSample } from './list-sample.tsx';
import { PartsSample } from './parts-sample.tsx';
import './showcase.css';

const lists: ListCase[] = ['some', 'none', 'many', 'loading', 'failed'];

/** Every part of the design system in all its states, for developers. `?density=floor`, `?list=many`. */
export default function Showcase() {
  const [params] = useSearchParams();
  const isPhone = useIsPhone();
  const density = params.get('density') ?? (isPhone ? 'phone' : 'desk');
  const list = lists.find((name) => name === params.get('list'));
  useLayoutEffect(() => {
    document.body.classList.remove('phone', 'floor');
    if (density !== 'desk') document.body.classList.add(density);
  }, [density]);
  const parts = useMemo<FrameParts>(
    () => ({ kind: density === 'floor' ? 'floor' : isPhone ? 'phone' : 'desk', top: <header className="head">Kitroom</header> }),
    [density, isPhone],
  );
  if (list) {
    return (
      <FrameContext value={parts}>
        <div className={parts.kind === 'desk' ? 'desk-screen h-dvh' : 'frame'}>
          <ListSample key={list} show={list} />
        </div>
      </FrameContext>
    );
  }
  return (
    <main className="scroll h-dvh">
      <div className="line flex-wrap p-4 pb-0">
        <h1>Components</h1>
        <nav className="line wide flex-wrap push" aria-label="Views">
          {['desk', 'phone', 'floor'].map((name) => (
            <Link key={name} to={`/ui?density=${name}`}>
              {name}
            </Link>
          ))}
          {lists.map((name) => (
            <Link key={name} to={`/ui?list=${name}`}>
              list: {name}
            </Link>
          ))}
        </nav>
      </div>
      <PartsSample />
    </main>
  );
}
