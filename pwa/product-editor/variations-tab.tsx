import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { HiddenRows } from '../ui/hidden-rows.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { useSteadyMedia } from '../ui/use-steady-media.ts';
import { CheaperSizes } from './cheaper-sizes.tsx';
import { type EditedProduct, readAttributes, type Variation } from './client.ts';
import { coloursOf } from './colours.ts';
import { CountDialog } from './count-dialog.tsx';
import { DiscontinueDialog } from './discontinue-dialog.tsx';
import { NewVariationsDialog } from './new-variations-dialog.tsx';
import type { EditorPage } from './product-editor.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { hasSizeOrder, SizeOrderDialog } from './size-order-dialog.tsx';
import { useStopQuestion } from './use-stop-question.tsx';
import { pageOfVariations, VariationList } from './variation-list.tsx';
import { type Figure, figures, VariationMatrix } from './variation-matrix.tsx';
import { fullName } from './variation-name.ts';
import { VariationDialog, VariationPanel } from './variation-panel.tsx';

interface VariationsTabProps {
  page: EditorPage;
  product: EditedProduct;
  variations: readonly Variation[];
}

/** The dialog that is open in front of the page, with the data of that dialog. */
type Open =
  | { what: 'new'; colour?: string | null; size?: string }
  | { what: 'order' }
  | { what: 'count'; variation: Variation }
  | { what: 'publish'; isPublished: boolean }
  | { what: 'discontinue'; chosen: readonly Variation[] };

/** Shows the variations of a style in a matrix of colours and sizes, or in a list in which each variation can be edited. */
export function VariationsTab({ page, product, variations }: VariationsTabProps) {
  const isPhone = useIsPhone();
  const hasRoom = useSteadyMedia('(width >= 1280px)');
  const list = useListState({ filters: ['tab', 'form', 'figure', 'variation', 'size'] });
  const isMatrix = list.filters.form !== 'list' && variations.length > 0;
  const figure = (list.filters.figure ?? 'free') as Figure;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [open, setOpen] = useState<Open | null>(null);
  const { askStop, dialog } = useStopQuestion();
  const attributes = useQuery({ queryKey: ['products', 'attributes', product.id], queryFn: ({ signal }) => readAttributes(product.id, signal) });
  const selected = variations.find(({ id }) => id === Number(list.filters.variation));
  const select = (variation: Variation | null): void => list.set({ variation: variation ? String(variation.id) : '', page: list.page });
  const chosenOnes = variations.filter(({ id }) => chosen.has(id));
  const add = (
    <Button
      look={variations.length === 0 ? 'primary' : 'plain'}
      icon="plus"
      onClick={() => setOpen({ what: 'new' })}
      disabled={variations.length >= limits.style_variations}
    >
      New variations
    </Button>
  );
  const tools = variations.length > 0 && (
    <div className="tools product-tools">
      <Segments
        label="View"
        value={isMatrix ? 'matrix' : 'list'}
        onChange={(form) => list.set({ form: form === 'list' ? 'list' : '' })}
        segments={[
          { value: 'matrix', label: 'Matrix' },
          { value: 'list', label: 'List' },
        ]}
      />
      {isMatrix && !isPhone && (
        <Segments label="Figures" value={figure} onChange={(value) => list.set({ figure: value, page: list.page })} segments={figures} />
      )}
      {isMatrix && hasRoom && figure === 'free' && (
        <span className="push line wide">
          <span className="note">Free, under it on hand − what is allocated or at the decorator, and on order</span>
          <span className="t-warn">Under 5</span>
          <span className="t-wrong">None</span>
        </span>
      )}
      {!(isMatrix && hasRoom && figure === 'free') && <span className="push" />}
      {hasSizeOrder(product) && (
        <Button icon="sort" onClick={() => setOpen({ what: 'order' })}>
          Order of sizes
        </Button>
      )}
      {add}
    </div>
  );
  const rowIds = new Set(pageOfVariations(variations, list).rows.map(({ id }) => id));
  const foot = chosen.size > 0 && (
    <>
      <strong>{countText(chosenOnes.length, 'variation')} chosen</strong>
      <HiddenRows count={isMatrix ? 0 : chosenOnes.filter(({ id }) => !rowIds.has(id)).length} />
      <Button size="sm" look="quiet" onClick={() => setChosen(new Set())}>
        Choose none
      </Button>
      <span className="push line">
        <Button onClick={() => setOpen({ what: 'publish', isPublished: true })}>Publish</Button>
        <Button onClick={() => setOpen({ what: 'publish', isPublished: false })}>Unpublish</Button>
        <Button look="danger" onClick={() => setOpen({ what: 'discontinue', chosen: chosenOnes })}>
          Discontinue
        </Button>
      </span>
    </>
  );
  const panel = {
    product,
    attributes: attributes.data?.items ?? [],
    onCount: (variation: Variation) => setOpen({ what: 'count', variation }),
    onDiscontinue: (variation: Variation) => setOpen({ what: 'discontinue', chosen: [variation] }),
  };
  const shared = { variations, chosen, onChoose: setChosen };
  // A style without variations is itself the product that is sold.
  const own = variations.length === 0 ? (product as Variation) : undefined;
  return (
    <Page {...page} foot={foot || undefined}>
      {tools}
      <CheaperSizes variations={variations} />
      {own ? (
        <div className="stack">
          <EmptyState title="No variations" action={add}>
            <p>The product is sold as it is, in one colour and size. With variations, each has its own SKU and stock.</p>
          </EmptyState>
          <section className="card product-own">
            <VariationPanel {...panel} variation={own} />
          </section>
        </div>
      ) : isMatrix ? (
        <div className="split product-split">
          <VariationMatrix
            {...shared}
            size_order={product.size_order}
            figure={isPhone ? 'free' : figure}
            selected={selected?.id ?? null}
            onSelect={select}
            onAdd={(colour, size) => setOpen({ what: 'new', colour, size })}
          />
          {hasRoom && (
            <aside className="card product-aside" aria-label="Chosen variation">
              {selected ? (
                <VariationPanel key={selected.id} {...panel} variation={selected} />
              ) : (
                <EmptyState title="No variation chosen">
                  <p>Choose a figure of the matrix to edit its SKU.</p>
                </EmptyState>
              )}
            </aside>
          )}
        </div>
      ) : (
        <VariationList
          {...shared}
          list={list}
          attributes={attributes.data?.items ?? []}
          onSelect={select}
          onCount={panel.onCount}
          onDiscontinue={panel.onDiscontinue}
          askStop={(variation) => askStop([variation.id], 'unpublish', fullName(variation))}
        />
      )}
      {selected && !(isMatrix && hasRoom) && <VariationDialog {...panel} variation={selected} onClose={() => select(null)} />}
      {open?.what === 'order' && <SizeOrderDialog product={product} onClose={() => setOpen(null)} />}
      {open?.what === 'count' && <CountDialog variation={open.variation} onClose={() => setOpen(null)} />}
      {open?.what === 'discontinue' && (
        <DiscontinueDialog
          product={product}
          chosen={open.chosen}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            setChosen(new Set());
          }}
        />
      )}
      {open?.what === 'publish' && (
        <PublishDialog
          chosen={chosenOnes}
          isPublished={open.isPublished}
          onClose={(isDone) => {
            setOpen(null);
            if (isDone) setChosen(new Set());
          }}
        />
      )}
      {open?.what === 'new' && <NewVariationsDialog product={product} colours={coloursOf(variations)} first={open} onClose={() => setOpen(null)} />}
      {dialog}
    </Page>
  );
}
