import type { ReactNode } from 'react';

/** A part of the showcase under its heading. */
export const SampleSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card">
    <header>
      <h2>{title}</h2>
    </header>
    <div className="in-card grid gap-3 justify-items-start">{children}</div>
  </section>
);
