import { type ReactNode, useEffect } from 'react';
import { Brand } from '../ui/brand.tsx';

/** A page before the sign-in: the mark, one heading, one form. */
export function BarePage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Kitroom`;
  }, [title]);
  return (
    <div className="bare">
      <main id="main" className="bare-column">
        <p className="brand bare-brand">
          <Brand size={28} />
        </p>
        <h1 className="bare-title">{title}</h1>
        {children}
      </main>
      <div className="bare-wall" aria-hidden="true" />
    </div>
  );
}
