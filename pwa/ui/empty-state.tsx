import type { ReactNode } from 'react';

/** The text for an empty list or screen, and a button for what can be done about it. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children && <div>{children}</div>}
      {action && <div className="line">{action}</div>}
    </div>
  );
}
