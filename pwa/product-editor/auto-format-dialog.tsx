import { useQuery } from '@tanstack/react-query';
import { once } from '../api/transport.ts';
import { Button } from '../ui/button.tsx';
import { DescriptionText } from '../ui/description-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatText } from './client.ts';

interface AutoFormatDialogProps {
  id: number;
  text: string;
  onUse: (formatted: string) => void;
  onClose: () => void;
}

/** Shows a description in the format that AutoFormat would give it, beside the current text. Nothing is stored. */
export function AutoFormatDialog({ id, text, onUse, onClose }: AutoFormatDialogProps) {
  const formatted = useQuery({ queryKey: ['auto-format', id, text], queryFn: () => formatText(id)(text, once()), retry: false });
  const isSame = formatted.data?.value === text;
  return (
    <Dialog
      open
      width={820}
      title="AutoFormat"
      description="Line breaks, bullets, capitals and HTML that come with a supplier’s text are put in order"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{isSame ? 'Close' : 'Cancel'}</Button>
          {!isSame && (
            <Button look="primary" disabled={!formatted.data} onClick={() => formatted.data && onUse(formatted.data.value)}>
              Use formatted text
            </Button>
          )}
        </>
      }
    >
      <Loaded query={formatted} noun="formatted text">
        {({ value }) =>
          isSame ? (
            <p>This text is in the form of descriptions already.</p>
          ) : (
            <div className="product-formats">
              <section aria-label="As it is now">
                <h2>As it is now</h2>
                <p className="product-raw">{text}</p>
              </section>
              <section aria-label="Formatted">
                <h2>Formatted</h2>
                <DescriptionText text={value} />
              </section>
            </div>
          )
        }
      </Loaded>
    </Dialog>
  );
}
