import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { isClientRole } from '../../shared/roles.ts';
import { WhyForProduct } from '../api/why-for-product.tsx';
import { useSession } from '../session/use-session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { DescriptionText } from '../ui/description-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatPrices, Money } from '../ui/money.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { type Article, type ClothingSet, type Product, readProduct } from './client.ts';
import { OrderWearers } from './order-wearers.tsx';
import { SetSwitcher } from './set-switcher.tsx';
import { useOrderThis } from './use-order-this.ts';

interface ProductDialogProps {
  id: number;
  sets: readonly ClothingSet[];
  clothing_set_id: string | undefined;
  /** The client whose sets the office looks at; undefined for everybody else. */
  account_id: string | undefined;
  onSet: (id: string) => void;
  onClose: () => void;
}

/** A product's card: its description, its price, its colours and sizes in a set. From here a client's person orders it for somebody. */
export function ProductDialog({ id, sets, clothing_set_id, account_id, onSet, onClose }: ProductDialogProps) {
  const { who, role, can } = useSession();
  const product = useQuery({
    queryKey: ['product', id, clothing_set_id ?? null, account_id ?? null],
    queryFn: ({ signal }) => readProduct(id, { clothing_set_id, account_id }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const style = product.data;
  const order = useOrderThis(style?.id ?? id);
  const [asksWho, setAsksWho] = useState(false);
  const [opening, setOpening] = useState<number | null>(null);
  const orderFor = async (employee_id: number): Promise<void> => {
    setOpening(employee_id);
    await order.write(employee_id);
    setOpening(null);
  };
  const forOthers = can('order_for_others');
  const canOrder = isClientRole(role) && style !== undefined && style.children.length > 0;
  if (asksWho && style)
    return (
      <Panel title="Who is it for?" description={style.name} onClose={onClose} actions={<Button onClick={() => setAsksWho(false)}>Back</Button>}>
        <OrderWearers product_id={style.id} onChoose={(employee_id) => void orderFor(employee_id)} opening={opening} />
      </Panel>
    );
  return (
    <Panel
      title={style?.name ?? 'Product'}
      description={style?.brand}
      onClose={onClose}
      actions={
        canOrder && (
          <Button
            look="primary"
            icon="plus"
            className="grow"
            busy={order.busy}
            busyText="Opening…"
            onClick={() => (forOthers ? setAsksWho(true) : void orderFor(who.user.id))}
          >
            Order this
          </Button>
        )
      }
    >
      <Loaded query={product} noun="product">
        {(data) => (
          <Card key={data.id} product={data} account_id={account_id ? Number(account_id) : null}>
            {sets.length > 1 && <SetSwitcher label="In clothing set" sets={sets} value={clothing_set_id ?? ''} onChange={onSet} />}
          </Card>
        )}
      </Loaded>
    </Panel>
  );
}

interface PanelProps {
  title: string;
  description?: string | null | undefined;
  actions: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

function Panel({ title, description, actions, onClose, children }: PanelProps) {
  const isPhone = useIsPhone();
  const shared = { open: true, title, onClose, ...(description && { description }), children };
  if (isPhone) return <Sheet tall {...shared} actions={actions} />;
  return (
    <Dialog
      width={680}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {actions}
        </>
      }
      {...shared}
    />
  );
}

/** What a size measures: `Chest 102 cm, waist 90 cm`; null if it is not known. */
function measureWords({ measures }: Product, article: Article): string | null {
  const measured = measures?.[sizeWords(article)];
  if (!measured) return null;
  const words = Object.entries(measured).map(([name, cm]) => `${name} ${cm} cm`);
  return words.join(', ').replace(/^./, (first) => first.toUpperCase());
}

const sizeWords = (article: Article): string => sizeOf(article.attributes) ?? 'One size';

/** The colour of the style's own picture, which the card in the list shows. */
const pictured = ({ media, children }: Product): string | null =>
  children.find((one) => one.media[0] && one.media[0].url === media[0]?.url)?.attributes.variation_colour ?? null;

function Card({ product, account_id, children }: { product: Product; account_id: number | null; children: ReactNode }) {
  const { can } = useSession();
  const [colour, setColour] = useState(product.variation?.attributes.variation_colour ?? pictured(product) ?? product.colours[0]?.name ?? null);
  const [variationId, setVariationId] = useState(product.variation?.id ?? null);
  const [isOpen, setIsOpen] = useState(false);
  const colours = product.colours.filter(({ name }) => product.children.some(({ attributes }) => attributes.variation_colour === name));
  // The chosen colour can be missing from another set; then the first colour is shown.
  const colourName = colours.some(({ name }) => name === colour) ? colour : (colours[0]?.name ?? null);
  const sizes = product.children.filter(({ attributes }) => colourName === null || attributes.variation_colour === colourName);
  const article = sizes.find(({ id }) => id === variationId) ?? (sizes.length === 1 ? sizes[0] : undefined);
  // The price range covers all colours, as on the product's card.
  const prices = product.children.map(({ price }) => price);
  const hasPrices = prices.some((price) => price !== null);
  const isPricedBySize = new Set(prices).size > 1;
  const media = article?.media.length ? article.media : sizes[0]?.media.length ? sizes[0].media : product.media;
  const brief = [product.short_description_1, product.short_description_2].filter(Boolean).join('. ') || product.description;
  const measured = article && measureWords(product, article);
  const more = brief === product.description ? '' : product.description;

  return (
    <div className="product-view">
      <div className="product-view-head">
        <GarmentTile
          media={media}
          alt={[product.name, colourName].filter(Boolean).join(', ')}
          colour={colours.find(({ name }) => name === colourName)?.hex}
          size="fill"
        />
        <div>
          {hasPrices && (
            <p className="product-view-price">
              <strong>{formatPrices(article ? [article.price] : prices)}</strong> <span className="note text-md">ex VAT</span>
            </p>
          )}
          <dl className="facts text-md">
            <dt>SKU</dt>
            <dd className="code">{article?.sku ?? <span className="note">Choose a size</span>}</dd>
            <dt>Parent SKU</dt>
            <dd className="code">{product.sku}</dd>
            {product.category && (
              <>
                <dt>Category</dt>
                <dd>{product.category.name}</dd>
              </>
            )}
            {product.decorations_for_employee.length > 0 && (
              <>
                <dt>Decoration</dt>
                <dd>
                  {product.decorations_for_employee.map((decoration) => (
                    <p key={decoration}>{decoration}</p>
                  ))}
                </dd>
              </>
            )}
          </dl>
          {(product.is_csp || product.is_non_returnable) && (
            <p className="line">
              {product.is_csp && <Badge tone="accent">Custom</Badge>}
              {product.is_non_returnable && <Badge tone="line-only">Non-returnable</Badge>}
            </p>
          )}
        </div>
      </div>
      {brief && (brief === product.description ? <DescriptionText text={brief} /> : <p className="sub">{brief}</p>)}
      {more && (
        <div className="sub">
          {isOpen && <DescriptionText text={more} />}
          <button type="button" className="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Less' : 'More information'}
          </button>
        </div>
      )}
      {product.datasheets.map(({ name, url }) => (
        <a key={url} className="link line" href={url} target="_blank" rel="noreferrer">
          <Icon name="file" /> Datasheet: {name}
          <span className="sr"> (opens in a new tab)</span>
        </a>
      ))}
      {children}
      {product.children.length === 0 ? (
        <EmptyState title="This Clothing Set does not include any children of this product" />
      ) : (
        <>
          {colours.length > 0 && (
            <fieldset>
              <legend>Colour</legend>
              <div className="chips">
                {colours.map(({ name, hex }) => (
                  <Chip key={name} selected={name === colourName} onClick={() => setColour(name)}>
                    <Swatch colour={hex} />
                    <span className="cut">{name}</span>
                  </Chip>
                ))}
              </div>
            </fieldset>
          )}
          <fieldset>
            <legend>Size</legend>
            <div className="product-view-sizes">
              {sizes.map((one) => (
                <Chip key={one.id} className="product-view-size" selected={one === article} onClick={() => setVariationId(one.id)}>
                  <strong>{sizeWords(one)}</strong>
                  {isPricedBySize && (
                    <span>
                      <Money pence={one.price} />
                    </span>
                  )}
                </Chip>
              ))}
            </div>
            {measured && <p className="note product-view-measures">{measured}</p>}
          </fieldset>
        </>
      )}
      {can('edit_people') && <WhyForProduct product_id={article?.id ?? product.id} account_id={account_id} />}
    </div>
  );
}
