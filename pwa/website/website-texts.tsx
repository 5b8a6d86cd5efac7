import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import type { WebsiteText } from '../../shared/website/website-text.ts';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { readTexts, saveTexts, type WebsiteTexts } from './client.ts';
import './website.css';
import { WebsiteTextForm } from './website-text-form.tsx';

const emptyText = (): WebsiteText => ({ id: crypto.randomUUID(), url: '/catalogue/', h1: '', intro: '', custom_category: null, custom_filter: null });
const cut = (text: string): string => (text.length > limits.website_text_cut ? `${text.slice(0, limits.website_text_cut)}…` : text);
const standsFor = ({ custom_category, custom_filter }: WebsiteText, { categories }: WebsiteTexts): string =>
  custom_filter !== null ? `Collection ${custom_filter}` : (categories.find(({ id }) => id === custom_category)?.name ?? 'Its own category');

/** The texts of the website’s pages; one row at a time is edited. */
export default function WebsiteTextList() {
  const query = useQuery({ queryKey: ['website-texts'], queryFn: ({ signal }) => readTexts(signal) });
  const [edited, setEdited] = useState<WebsiteText | null>(null);
  const create = (
    <Button look="primary" icon="plus" disabled={edited !== null || !query.data} onClick={() => setEdited(emptyText())}>
      Create New Website Url
    </Button>
  );
  return (
    <Page
      title="Website text"
      sub={query.data && countText(query.data.items.length, 'address', 'addresses')}
      actions={<ExportMenu path="/admin/website/categories/export" />}
      primary={create}
    >
      <Banner>
        <p>
          An address begins with <strong className="code">/catalogue/</strong>, and a collection’s ends with{' '}
          <strong className="code">/collection</strong>. A page without a text here keeps that of its category.
        </p>
      </Banner>
      <Loaded query={query} noun="website text">
        {(all) => <Texts all={all} edited={edited} onEdit={setEdited} />}
      </Loaded>
    </Page>
  );
}

interface TextsProps {
  all: WebsiteTexts;
  edited: WebsiteText | null;
  onEdit: (text: WebsiteText | null) => void;
}

function Texts({ all, edited, onEdit }: TextsProps) {
  const isPhone = useIsPhone();
  const { ask, dialog } = useConfirm();
  const { write } = useWrite({ send: saveTexts(all.revision), success: 'Website text has been deleted', refresh: [['website-texts']] });
  const remove = async (text: WebsiteText): Promise<void> => {
    const title = `Delete the text of ${text.url}?`;
    if (await ask({ title, body: 'The page shows the text of its category again.', action: 'Delete', destroys: true }))
      await write(all.items.filter(({ id }) => id !== text.id));
  };
  const isNew = edited !== null && !all.items.some(({ id }) => id === edited.id);
  const rows = isNew ? [edited, ...all.items] : all.items;
  if (!rows.length) return <EmptyState title="No website text">Every page shows the text of its category.</EmptyState>;
  const form = (text: WebsiteText) => <WebsiteTextForm all={all} text={text} onClose={() => onEdit(null)} />;
  const actions = (text: WebsiteText) => (
    <>
      <Button size="sm" disabled={edited !== null} aria-label={`Edit ${text.url}`} onClick={() => onEdit(text)}>
        Edit
      </Button>
      <Button size="sm" look="quiet" disabled={edited !== null} aria-label={`Delete ${text.url}`} onClick={() => void remove(text)}>
        Delete
      </Button>
    </>
  );
  return (
    <>
      {isPhone ? (
        <ul className="stack website-cards">
          {rows.map((text) => (
            <li key={text.id} className={classNames('card', text.id === edited?.id && 'edited')}>
              {text.id === edited?.id ? (
                form(text)
              ) : (
                <>
                  <p className="code strong">{text.url}</p>
                  <p>{cut(text.h1)}</p>
                  <p className="sub text-md">{cut(text.intro)}</p>
                  <p className="line">
                    <span className="note grow">{standsFor(text, all)}</span>
                    {actions(text)}
                  </p>
                </>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <table className="table website-table">
          <thead>
            <tr>
              <th className="url">Url</th>
              <th className="heading">H1</th>
              <th>Intro</th>
              <th className="stands-for">Stands for</th>
              <th className="actions">
                <span className="sr">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((text) =>
              text.id === edited?.id ? (
                <tr key={text.id} className="edited">
                  <td colSpan={5}>{form(text)}</td>
                </tr>
              ) : (
                <tr key={text.id}>
                  <td className="code" title={text.url}>
                    {text.url}
                  </td>
                  <td className="strong" title={text.h1}>
                    {cut(text.h1)}
                  </td>
                  <td className="sub" title={text.intro}>
                    {cut(text.intro)}
                  </td>
                  <td title={standsFor(text, all)}>{standsFor(text, all)}</td>
                  <td>
                    <div className="line actions">{actions(text)}</div>
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      )}
      {dialog}
    </>
  );
}
