import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { useWrite } from '../api/use-write.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { Segments } from '../ui/segments.tsx';
import { sizeText } from '../ui/size-text.ts';
import { Swatch } from '../ui/swatch.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { deletePicture, type EditedProduct, type PictureOf, savePicture, type Variation } from './client.ts';
import { coloursOf } from './colours.ts';
import type { EditorPage } from './product-editor.tsx';
import { refreshProducts } from './refresh.ts';
import { fullName } from './variation-name.ts';

interface ImagesTabProps {
  page: EditorPage;
  product: EditedProduct;
  variations: readonly Variation[];
}

/** Variations whose pictures are shown at once. */
const PAGE = 10;

/** The pictures of a product: its own, and one for each colour. All sizes of a colour share a picture; a size may have its own. */
export function ImagesTab({ page, product, variations }: ImagesTabProps) {
  const isPhone = useIsPhone();
  const [isEach, setIsEach] = useState(false);
  const [at, setAt] = useState(1);
  const colours = coloursOf(variations);
  const withoutOwn = colours.filter(({ variations: sizes }) => !sizes.some((one) => one.has_own_picture));
  const own = colours.length - withoutOwn.length;
  const last = Math.max(1, Math.ceil(variations.length / PAGE));
  return (
    <Page
      {...page}
      foot={
        variations.length > 0 && !isPhone ? (
          <span className="note">
            {own} of {countText(colours.length, 'colour')} {own === 1 ? 'has its' : 'have their'} own picture
          </span>
        ) : undefined
      }
    >
      <div className="tools product-image-tools">
        <span className="sub">One picture for each colour, its sizes share it. Without one, the variation uses the parent’s.</span>
        <span className="push note">jpg, jpeg or png, 512x512 is best</span>
        {variations.length > 0 && (
          <Segments
            label="Pictures"
            value={isEach ? 'each' : 'colours'}
            onChange={(value) => setIsEach(value === 'each')}
            segments={[
              { value: 'colours', label: 'By colour' },
              { value: 'each', label: 'One size has its own' },
            ]}
          />
        )}
      </div>
      <div className="product-images">
        {!isEach && (
          <PictureCard
            of={{ id: product.id, isForColour: false }}
            name="Parent"
            picture={product.has_own_picture ? product.media : []}
            hasOwn={product.has_own_picture}
            file={product.picture_file}
            colour={null}
            note={withoutOwn.length > 0 && product.has_own_picture ? <Badge tone="line-only">Used by {withoutOwn.length}</Badge> : null}
            without="No picture yet"
            isParent
          />
        )}
        {!isEach &&
          colours.map(({ name, hex, variations: sizes }) => {
            const [first] = sizes;
            const pictured = sizes.find((one) => one.has_own_picture) ?? first;
            return (
              first &&
              pictured && (
                <PictureCard
                  key={name ?? ''}
                  of={{ id: pictured.id, isForColour: true }}
                  name={name ?? 'No colour'}
                  picture={pictured.media}
                  hasOwn={pictured.has_own_picture}
                  file={pictured.picture_file}
                  colour={hex}
                  note={<span className="note">{countText(sizes.length, 'size')}</span>}
                  without="Uses the parent’s"
                />
              )
            );
          })}
        {isEach &&
          variations
            .slice((at - 1) * PAGE, at * PAGE)
            .map((one) => (
              <PictureCard
                key={one.id}
                of={{ id: one.id, isForColour: false }}
                name={fullName(one)}
                picture={one.media}
                hasOwn={one.has_own_picture}
                file={one.picture_file}
                colour={one.colour_hex}
                note={null}
                without="Uses the parent’s"
              />
            ))}
      </div>
      {isEach && (
        <Pager label="Pages of pictures" noun={['variation', 'variations']} page={at} last={last} total={variations.length} onPage={setAt} />
      )}
    </Page>
  );
}

interface PictureCardProps {
  of: PictureOf;
  name: string;
  picture: EditedProduct['media'];
  /** Whether the picture is the product’s own and not its parent’s. */
  hasOwn: boolean;
  /** The file of the product’s own picture. */
  file: EditedProduct['picture_file'];
  colour: string | null;
  note: ReactNode;
  /** The text that is shown if the product has no picture of its own. */
  without: string;
  isParent?: boolean;
}

/** A picture that a person can replace, by choosing a file or dropping it on the picture, or delete. */
function PictureCard({ of, name, picture, hasOwn, file, colour, note, without, isParent = false }: PictureCardProps) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const { ask, dialog } = useConfirm();
  const save = useWrite({
    send: savePicture,
    success: `Picture of ${name} saved`,
    refresh: refreshProducts,
    onRefused: (error) => {
      if (error.status !== 422) return false;
      setFault(Object.values(error.first_messages)[0] ?? error.message);
      return true;
    },
  });
  const removal = useWrite({ send: deletePicture, success: `Picture of ${name} deleted`, refresh: refreshProducts });
  const take = (file: File | undefined): void => {
    if (!file) return;
    const isPicture = /\.(jpe?g|png)$/i.test(file.name);
    const refusal = !isPicture ? messages.not_a_picture : file.size > limits.picture_bytes ? messages.picture_too_large : null;
    setFault(refusal);
    if (refusal === null) void save.write({ ...of, file });
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  };
  const remove = async (): Promise<void> => {
    const body = isParent ? 'Variations without a picture of their own have none then.' : 'The variation uses the parent’s picture then.';
    if (await ask({ title: `Delete the picture of ${name}?`, body, action: 'Delete picture', destroys: true })) void removal.write(of);
  };
  return (
    <article
      className={classNames('card', 'product-image', isParent && 'parent')}
      aria-label={name}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setIsOver(false)}
      onDrop={drop}
    >
      {isOver ? (
        <div className="drop product-drop">
          <Icon name="plus" />
          <span className="strong">Let go to use it for {name}</span>
        </div>
      ) : (
        <GarmentTile media={picture} alt={name} colour={colour} size="fill" />
      )}
      <div className="line">
        {!isParent && <Swatch colour={colour} />}
        <h2 className="cut" title={name}>
          {name}
        </h2>
        <span className="push nowrap">{note}</span>
      </div>
      {fault ? (
        <p className="err" role="alert">
          {fault}
        </p>
      ) : (
        <>
          <p className={hasOwn ? 'note' : 't-warn'}>{hasOwn ? 'Its own picture' : without}</p>
          {hasOwn && file && (
            <p className="note">
              {sizeText(file.bytes)}, <DateText value={file.created_at} />
            </p>
          )}
        </>
      )}
      <div className="line">
        <input
          ref={input}
          type="file"
          className="sr"
          tabIndex={-1}
          aria-label={`Picture of ${name}`}
          accept=".jpg,.jpeg,.png"
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button size="sm" busy={save.busy} busyText="Uploading" onClick={() => input.current?.click()}>
          {hasOwn ? 'Replace' : 'Upload'}
        </Button>
        {hasOwn && (
          <Button size="sm" look="quiet" busy={removal.busy} onClick={() => void remove()}>
            Delete
          </Button>
        )}
      </div>
      {dialog}
    </article>
  );
}
