import fc from 'fast-check';
import { expect, test } from 'vitest';
import { autoFormat } from '../../shared/catalogue/auto-format.ts';
import { descriptionHtml } from '../../shared/catalogue/description-html.ts';

test.each([
  [
    'hard line breaks',
    'A warm polo that keeps its shape for many\nyears of washing.\n\nMade in Leeds.',
    'A warm polo that keeps its shape for many years of washing.\n\nMade in Leeds.',
  ],
  [
    'bullets of any kind',
    '• Two pockets\n●Ribbed cuffs\n* Side vents\n– Tape at the neck\n1) Hanger loop',
    '- Two pockets\n- Ribbed cuffs\n- Side vents\n- Tape at the neck\n- Hanger loop',
  ],
  [
    'an item that goes on in the next line',
    '- Two chest pockets with a flap and a button\nof horn\n- Cuffs',
    '- Two chest pockets with a flap and a button of horn\n- Cuffs',
  ],
  ['capitals', 'HEAVY COTTON POLO. MEETS EN ISO 20471 AND EN343.', 'Heavy cotton polo. Meets EN ISO 20471 and EN343.'],
  [
    'HTML',
    '<p>Warm &amp; <b>dry</b></p><ul><li>Hood</li><li>Zip &ndash; YKK</li></ul><script>alert(1)</script>',
    'Warm & **dry**\n\n- Hood\n- Zip – YKK',
  ],
  ['escaped HTML', '&lt;b&gt;Bold&lt;/b&gt;', '**Bold**'],
  ['bold marks without a pair', '**Warm** and **dry', '**Warm** and dry'],
  ['a word divided at a hyphen', 'Fully lined and taped with a tough water-\nproof shell', 'Fully lined and taped with a tough water-proof shell'],
  ['short lines', 'Fabric: cotton\nWeight: 200 g', 'Fabric: cotton\n\nWeight: 200 g'],
  ['what is no HTML', 'From -5 to 20 degrees, a < b & c', 'From -5 to 20 degrees, a < b & c'],
  ['nothing', ' \n\n ', ''],
])('%s', (_, text, formatted) => {
  expect(autoFormat(text)).toBe(formatted);
  expect(autoFormat(formatted)).toBe(formatted);
});

test('twice gives the same as once, whatever is pasted', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '</',
    'b',
    'li',
    'p',
    'br',
    '**',
    '*',
    '-',
    '- ',
    '•',
    '\n',
    '\n\n',
    ' ',
    '&',
    '&amp;',
    '&lt;',
    '&gt;',
    ';',
    '#',
    '1.',
    'A',
    'COTTON',
    'word',
    'PPE',
    '.',
    ',',
    'ß',
    '\t',
    '\u00a0',
  );
  const pasted = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(pasted, (text) => {
      const once = autoFormat(text);
      expect(autoFormat(once)).toBe(once);
    }),
    { numRuns: 2000 },
  );
});

test('a description becomes HTML in which everything but its own marks is escaped', () => {
  expect(descriptionHtml('Warm <b>&</b> dry\nSecond line\n\n- **Hood** "big"\n- Zip\n\nEnd')).toBe(
    '<p>Warm &lt;b&gt;&amp;&lt;/b&gt; dry<br>Second line</p><ul><li><strong>Hood</strong> &quot;big&quot;</li><li>Zip</li></ul><p>End</p>',
  );
  expect(descriptionHtml('')).toBe('');
  fc.assert(
    fc.property(fc.string(), (text) => {
      const html = descriptionHtml(text).replace(/<\/?(p|ul|li|strong)>|<br>/g, '');
      expect(html).not.toMatch(/[<>"']/);
    }),
  );
});
