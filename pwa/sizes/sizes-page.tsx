import { type ReactNode, useEffect } from 'react';
import { Brand } from '../ui/brand.tsx';
import './sizes.css';

/** A page behind a wearer's link: the logo, one heading, the task, and its one button within reach of the thumb. */
export function SizesPage({ title, dock, children }: { title: string; dock?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Kitroom`;
  }, [title]);
  return (
    <div className="bare">
      <main id="main" className="bare-column sizes-column">
        <p className="brand sizes-brand">
          <Brand size={24} />
        </p>
        <h1 className="sizes-title">{title}</h1>
        {children}
        {dock && (
          <section className="sizes-dock" aria-label="What to do">
            {dock}
          </section>
        )}
      </main>
      <div className="bare-wall" aria-hidden="true" />
    </div>
  );
}
