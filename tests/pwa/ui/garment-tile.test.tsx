import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GarmentTile } from '../../../pwa/ui/garment-tile.tsx';

test('a product without a picture has a placeholder with its name, in its colour where that is known', () => {
  const picture = renderToStaticMarkup(<GarmentTile media={[{ url: '/files/1' }]} alt="Polo, Navy" />);
  expect(picture).toMatch(/<img src="\/files\/1" alt="Polo, Navy"/);
  for (const media of [[], null, undefined]) {
    const plain = renderToStaticMarkup(<GarmentTile media={media} alt="Polo, Navy" />);
    expect(plain).not.toContain('<img');
    expect(plain).toMatch(/class="no-picture".*<svg.*<span class="sr">Polo, Navy<\/span>/);
    const coloured = renderToStaticMarkup(<GarmentTile media={media} alt="" colour="#1f2a44" />);
    expect(coloured).toMatch(/class="no-picture" style="--g:#1f2a44"/);
    expect(coloured).not.toContain('<svg');
  }
});
