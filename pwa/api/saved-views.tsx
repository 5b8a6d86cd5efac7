import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SavedView, SavedViewList } from '../../shared/saved-views/saved-view.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { COLUMNS } from '../ui/column-choice.ts';
import type { ListViews, ViewMenuProps } from '../ui/data-table.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { changeView, deleteView, savedViewsQuery } from './saved-view-client.ts';
import { useWrite } from './use-write.ts';

const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx'));

/** What a list shows, as its address has it, in one spelling: without the page, and with its columns. */
function viewText(hash: string, columns: string): string {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  params.delete('page');
  params.set(COLUMNS, columns);
  params.sort();
  return params.toString();
}

/** A view that the product has by itself, with the number of its rows once it is known. */
export interface StandardView {
  name: string;
  /** Filters and sort order, as in the address. */
  view: string;
  count?: number | undefined;
}

interface SavedViewMenuProps extends ViewMenuProps {
  list: SavedViewList;
  standard: readonly StandardView[];
}

/** The menu of a list's views: it opens them, and saves what the list shows under a name. */
function SavedViewMenu({ list, columns, standard }: SavedViewMenuProps) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const query = useQuery(savedViewsQuery);
  const { ask, dialog } = useConfirm();
  const [naming, setNaming] = useState<SavedView | 'new' | null>(null);
  const views = query.data?.items.filter((view) => view.list === list) ?? [];
  const text = viewText(hash, columns);
  const current = views.find(({ view }) => view === text);
  /** The view that the person opened last, which can have been changed since. */
  const [openedId, setOpenedId] = useState<number | null>(null);
  if (current && current.id !== openedId) setOpenedId(current.id);
  const opened = views.find(({ id }) => id === openedId);

  const replace = useWrite({
    send: ({ id, view }: Pick<SavedView, 'id' | 'view'>, options) => changeView(id)({ view }, options),
    success: ({ name }) => `View ${name} has been saved`,
    refresh: [savedViewsQuery.queryKey],
  });
  const remove = useWrite({
    send: ({ id }: SavedView, options) => deleteView(id, options),
    success: (_, { name }) => `View ${name} is deleted`,
    refresh: [savedViewsQuery.queryKey],
  });
  const askAndRemove = async (view: SavedView): Promise<void> => {
    if (await ask({ title: `Delete the view ${view.name}?`, body: 'The list itself stays as it is.', action: 'Delete view', destroys: true }))
      void remove.write(view);
  };
  const open = (view: string): void => void navigate({ hash: view && `#${view}` });

  const items: MenuItem[] = [
    ...(standard.length > 0 ? [{ heading: 'Standard views' } satisfies MenuItem] : []),
    ...standard.map(
      ({ name, view, count }): MenuItem => ({ label: count === undefined ? name : `${name}, ${count}`, icon: 'none', onSelect: () => open(view) }),
    ),
    ...(views.length > 0 ? [{ heading: 'Your views' } satisfies MenuItem] : []),
    ...views.map((view): MenuItem => ({ label: view.name, icon: view === current ? 'check' : 'none', onSelect: () => open(view.view) })),
    ...(standard.length + views.length > 0 ? (['line'] as const) : []),
    ...(opened && !current
      ? [
          {
            label: `Save changes to ${opened.name}`,
            icon: 'check',
            onSelect: () => void replace.write({ id: opened.id, view: text }),
          } satisfies MenuItem,
        ]
      : []),
    { label: 'Save as a new view', icon: 'plus', onSelect: () => setNaming('new'), disabled: current && `It is the view ${current.name} already` },
    ...(opened
      ? ([
          { label: `Rename ${opened.name}`, icon: 'none', onSelect: () => setNaming(opened) },
          { label: `Delete ${opened.name}`, icon: 'trash', danger: true, onSelect: () => void askAndRemove(opened) },
        ] satisfies MenuItem[])
      : []),
  ];
  return (
    <>
      <Menu items={items} align="start">
        <Button title={current?.name}>
          <span className="cut list-view-name">{current ? `View: ${current.name}` : 'Views'}</span>
        </Button>
      </Menu>
      {naming && (
        <Suspense>
          <SaveViewDialog list={list} view={text} stored={naming === 'new' ? undefined : naming} onClose={() => setNaming(null)} />
        </Suspense>
      )}
      {dialog}
    </>
  );
}

/** The views of a list for the `views` of its `DataTable`: which columns it has, and the menu of saved views for people of the office. */
export const listViews = (list: SavedViewList, standard: readonly StandardView[] = []): ListViews => ({
  list,
  menu: (props) => <OfficeViewMenu list={list} standard={standard} {...props} />,
});

function OfficeViewMenu(props: SavedViewMenuProps) {
  const { role } = useSession();
  return role === 'super' ? <SavedViewMenu {...props} /> : null;
}
