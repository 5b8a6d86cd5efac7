import type { ReactNode } from 'react';
import type { PageOf } from '../ui/page-of.ts';
import { Pager } from '../ui/pager.tsx';

interface PickTableProps {
  noun: readonly [one: string, many: string];
  headings: readonly string[];
  page: PageOf<unknown>;
  onPage: (page: number) => void;
  none: string;
  children: ReactNode;
}

/** A dialog's table, one page at a time. A press on a row chooses the row. */
export function PickTable({ noun, headings, page: { current_page, last_page = 1, total }, onPage, none, children }: PickTableProps) {
  if (total === 0) return <p className="note">{none}</p>;
  return (
    <>
      <div className="pick-table">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">Chosen</span>
              </th>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
      <Pager label={`Pages of ${noun[1]}`} noun={noun} page={current_page} last={last_page} total={total} onPage={onPage} />
    </>
  );
}
