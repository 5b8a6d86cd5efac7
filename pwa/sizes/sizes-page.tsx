import type { ReactNode } from 'react';
import { BarePage } from '../ui/bare-page.tsx';
import './sizes.css';

/** A page behind a wearer's link: one heading, the task, and its one button within reach of the thumb. */
export const SizesPage = ({ title, dock, children }: { title: string; dock?: ReactNode; children: ReactNode }) => (
  <BarePage title={title} column="sizes-column" logo={24}>
    {children}
    {dock && (
      <section className="sizes-dock" aria-label="What to do">
        {dock}
      </section>
    )}
  </BarePage>
);
