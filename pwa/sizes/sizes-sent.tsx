import { Banner } from '../ui/banner.tsx';
import type { SizeChoice } from './choose-sizes.tsx';
import { ChosenSizes } from './chosen-sizes.tsx';
import { isOfRollout, type Link } from './client.ts';
import { SizesPage } from './sizes-page.tsx';

/** The page once all sizes are sent, whether through this link or otherwise. It shows the sizes, and that nothing is left to do. */
export function SizesSent({ link, chosen }: { link: Link; chosen: readonly SizeChoice[] }) {
  const isEarlier = chosen.every(({ is_earlier }) => is_earlier);
  const what = link.order_number ? `The sizes for ${isOfRollout() ? '' : 'order '}${link.order_number}` : 'The sizes';
  return (
    <SizesPage title={isEarlier ? 'We have your sizes' : 'Thank you'}>
      <Banner tone={isEarlier ? 'warn' : 'done'}>
        {isEarlier ? `${what} were chosen already and cannot be changed here.` : `${what.replace('The', 'Your')} are sent.`} There is nothing left to
        do, and you can close this page.
      </Banner>
      <ChosenSizes label={isEarlier ? 'Chosen already' : 'What you chose'} choices={chosen} />
      <p className="note sizes-words">
        If a size turns out to be wrong, tell {link.requester}
        {link.order_number ? ', who ordered for you' : ''}.
      </p>
    </SizesPage>
  );
}
