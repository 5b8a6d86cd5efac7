import { type ReactNode, useEffect } from 'react';
import { Brand } from './brand.tsx';
import { classNames } from './class-names.ts';

interface BarePageProps {
  title: string;
  /** The CSS class of the column that holds the page. */
  column?: string;
  /** The size of the logo in pixels. */
  logo?: number;
  children: ReactNode;
}

/** A page for people without a session: the logo, one heading, one task. */
export function BarePage({ title, column, logo = 28, children }: BarePageProps) {
  useEffect(() => {
    document.title = `${title} · Kitroom`;
  }, [title]);
  return (
    <div className="bare">
      <main id="main" className={classNames('bare-column', column)}>
        <p className="brand bare-brand">
          <Brand size={logo} />
        </p>
        <h1 className="bare-title">{title}</h1>
        {children}
      </main>
      <div className="bare-wall" aria-hidden="true" />
    </div>
  );
}
