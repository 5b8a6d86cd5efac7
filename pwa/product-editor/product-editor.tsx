import { Navigate, useLocation } from 'react-router';
import { discontinuedWords } from '../../shared/catalogue/discontinued-words.ts';
import { LifecycleLine, useLifecycles } from '../api/lifecycle.tsx';
import { Badge } from '../ui/badge.tsx';
import { countText } from '../ui/count-text.ts';
import type { Page } from '../ui/page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { type EditedProduct, readProduct, type Variation } from './client.ts';
import { DatasheetTab } from './datasheet-tab.tsx';
import { DescriptionTab } from './description-tab.tsx';
import { type HistoryKind, HistoryTab } from './history-tab.tsx';
import { ImagesTab } from './images-tab.tsx';
import './product-editor.css';
import { picturesOf } from './colours.ts';
import { productsList, type TabKey, tabAddress } from './tab-address.ts';
import { VariationsTab } from './variations-tab.tsx';

/** The editor of a product: its text, its variations, their pictures, its datasheet, its purchases and its sales. */
export default function ProductEditor() {
  return (
    <RecordPage title="Product" back={productsList} queryKey={['products', 'one']} read={readProduct}>
      {(product) =>
        product && (product.parent ? <Navigate replace to={tabAddress(product.parent.id, 'variations', product.id)} /> : <Editor product={product} />)
      }
    </RecordPage>
  );
}

const histories: Partial<Record<TabKey, HistoryKind>> = { 'sales-history': 'sales', 'po-history': 'purchases', history: 'all' };

function Editor({ product }: { product: EditedProduct & { children?: Variation[] } }) {
  const { id, name, sku, supplier, is_published, discontinued_at, children = [], datasheets } = product;
  const ending = discontinuedWords(discontinued_at);
  const endingSkus = children.filter((one) => one.discontinued_at !== null).length;
  const life = useLifecycles([id]).get(id);
  const { hash } = useLocation();
  const isPhone = useIsPhone();
  const tab = (new URLSearchParams(hash.slice(1)).get('tab') ?? 'description') as TabKey;
  const history = histories[tab];
  const tabs: { key: TabKey; label: string; count?: number }[] = [
    { key: 'description', label: 'Description' },
    { key: 'variations', label: countText(children.length, 'Variation') },
    { key: 'images', label: 'Variation Images', count: picturesOf(product) },
    { key: 'datasheet', label: 'Datasheet', count: datasheets.length },
    { key: 'sales-history', label: 'Sales Order History' },
    { key: 'po-history', label: 'PO History' },
    { key: 'history', label: 'Order History' },
  ];
  const page = {
    title: name,
    back: productsList,
    sub: (
      <span className="line flex-wrap">
        <span className="code">{sku}</span>
        {supplier && <span className="cut">{supplier.name}</span>}
        {ending ? <Badge tone="warn">{ending}</Badge> : is_published ? <Badge tone="done">Published</Badge> : <Badge tone="warn">Unpublished</Badge>}
        {!ending && endingSkus > 0 && (
          <Badge>
            {isPhone ? `${endingSkus} of ${children.length} discontinued` : `${endingSkus} of ${countText(children.length, 'SKU')} discontinued`}
          </Badge>
        )}
      </span>
    ),
    strip: (
      <>
        <LifecycleLine of={life} />
        <div className="line account-tabs">
          <TabLinks label="Product" current={tab} tabs={tabs.map((one) => ({ ...one, to: tabAddress(id, one.key) }))} />
        </div>
      </>
    ),
  };
  if (tab === 'variations') return <VariationsTab page={page} product={product} variations={children} />;
  if (tab === 'images') return <ImagesTab page={page} product={product} variations={children} />;
  if (tab === 'datasheet') return <DatasheetTab page={page} product={product} />;
  if (history) return <HistoryTab key={history} page={page} product={product} kind={history} />;
  return <DescriptionTab page={page} product={product} />;
}

/** The head of the editor. It is the same on every tab. */
export type EditorPage = Pick<Parameters<typeof Page>[0], 'title' | 'back' | 'sub' | 'strip'>;
