import { Button } from './button.tsx';
import { Menu, type MenuItem } from './menu.tsx';

const formats = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel (XLSX)'],
] as const;

/** The parameters of a query; empty values are left out. */
type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The address of a list as a document: everything that its filters show, on all its pages. */
function addressOf(path: string, { page: _, per_page: __, ...query }: Query, format: string): string {
  const params = Object.entries({ ...query, format }).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return `${path}?${new URLSearchParams(params)}`;
}

/** Saves everything that a list’s filters show, on all its pages, as a file. */
export function ExportMenu({ path, query = {} }: { path: string; query?: object }) {
  const items = formats.map(
    ([format, label]): MenuItem => ({ label, icon: 'none', href: addressOf(path, query as Query, format), isDownload: true }),
  );
  return (
    <Menu items={items} align="start">
      <Button size="sm" look="quiet" icon="download">
        Export
      </Button>
    </Menu>
  );
}
