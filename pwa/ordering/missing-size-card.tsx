import { useState } from 'react';
import { sizeRows } from '../../shared/catalogue/size-rows.ts';
import { swapSentence } from '../../shared/returns/size-swap.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SizeChooser } from '../ui/size-chooser.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { type Line, type Order, orders, type Size } from './client.ts';
import { afterChange, useProducts, useSizeSwaps } from './order-data.ts';
import { firstName, missingSizes, sizedLines, wantsSize } from './order-words.ts';
import { isOfStyle, sizeName, sizesIn } from './style.ts';

/** How many sizes are shown before somebody asks for the others: the middle ones, which fit most people. */
const MAX_SIZES = 12;

const middleOf = (sizes: readonly Size[]): readonly Size[] => {
  const start = Math.max(0, Math.floor((sizes.length - MAX_SIZES) / 2));
  return sizes.slice(start, start + MAX_SIZES);
};

/** Asks for the missing sizes of a draft, one after the other. A size can be left to its wearer, who is then asked by email. */
export function MissingSizeCard({ order }: { order: Order }) {
  const [leftLines, setLeftLines] = useState<ReadonlySet<number>>(new Set());
  const missing = order.lines.filter((line) => wantsSize(line) && !leftLines.has(line.id));
  const [line, next] = missing;
  // The sizes of the next question are read meanwhile.
  useProducts(order, next?.employee.id);
  if (!line) return null;
  return (
    <Question
      key={line.id}
      order={order}
      line={line}
      count={missing.length}
      onLeave={() => setLeftLines((before) => new Set([...before, line.id]))}
    />
  );
}

interface QuestionProps {
  order: Order;
  line: Line;
  /** How many sizes are asked for. */
  count: number;
  onLeave: () => void;
}

function Question({ order, line, count, onLeave }: QuestionProps) {
  const { can } = useSession();
  const { uuid } = order;
  const { employee, product, product_name, variation_colour, version } = line;
  const products = useProducts(order, employee.id);
  // All styles of the order are read at once, so that the next question has its sentence too.
  const swaps = useSizeSwaps(order.lines.map((one) => one.product.parent?.id ?? one.product.id));
  const [showsAll, setShowsAll] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const choose = useWrite({
    send: (product_id: number, options) =>
      answer(orders[':uuid'].lines[':lineId'].$put({ param: { uuid, lineId: String(line.id) }, json: { product_id, version } }, options)),
    refresh: afterChange(uuid),
    onRefused: () => {
      setChosen(null);
      return false;
    },
  });
  const name = firstName(employee.name);
  const id = `size-of-${line.id}`;
  return (
    <section className="card usual-question" aria-labelledby={id}>
      <div className="line usual-question-head">
        <GarmentTile media={product.media} alt="" colour={product.attributes.colour_hex} size={56} />
        <div className="grow">
          <h2 id={id}>
            Which {product_name} for {name}?
          </h2>
          <p className="sub text-md" role="status">
            {count === 1 ? 'The only size that is missing.' : `${missingSizes(count)}.`} {sizedLines(order.progress_summary)}.
          </p>
        </div>
      </div>
      <Loaded query={products} noun="sizes" waiting={<SkeletonText lines={2} />}>
        {({ items }) => {
          const style = items.find((one) => isOfStyle(line, one));
          const sizes = style ? sizesIn(style, variation_colour) : [];
          // Two rows show all sizes on a phone; a single grid would not.
          const offered = showsAll || sizeRows(sizes, []) ? sizes : middleOf(sizes);
          return (
            <>
              {sizes.length === 0 && <p className="t-warn usual-question-none">No size of it is offered to {name}. Take it off the order below.</p>}
              <SizeChooser
                colours={[]}
                colour={null}
                onColour={() => undefined}
                sizes={offered.map((size) => ({ id: size.id, name: sizeName(size), attributes: size.attributes }))}
                chosen={chosen}
                onSize={(product_id) => {
                  setChosen(product_id);
                  if (product_id !== null) void choose.write(product_id);
                }}
                swaps={style && swapSentence(swaps, style.id, { offered: sizes.map(sizeName), kept: null })}
                name="product_id"
                error={choose.errors.product_id}
              />
              <div className="line usual-question-foot">
                {offered.length < sizes.length && (
                  <button type="button" className="link" onClick={() => setShowsAll(true)}>
                    Other sizes
                  </button>
                )}
                {can('order_for_others') && (
                  <button type="button" className="link push" onClick={onLeave}>
                    Let {name} choose
                  </button>
                )}
              </div>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
