import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { QtyStepper } from '../../../pwa/ui/qty-stepper.tsx';

test('the whole cell of a count is the label of its field, so that a tap beside the digits reaches the field', () => {
  const markup = renderToStaticMarkup(<QtyStepper label="Counted" value={3} of={8} onChange={() => undefined} />);
  expect(markup).toMatch(/<label class="step-count"><input[^>]*aria-label="Counted"[^>]*><small>\/ 8<\/small><\/label>/);
});
