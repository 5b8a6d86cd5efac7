import fc from 'fast-check';
import { expect, test } from 'vitest';
import { autoFormat } from '../../server/catalogue/auto-format.ts';
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
  ['HTML that was escaped twice', '&amp;lt;p&amp;gt;&amp;lt;b&amp;gt;Warm&amp;lt;/b&amp;gt; coat&amp;lt;/p&amp;gt;', '**Warm** coat'],
  ['comparisons that were escaped', 'Size &lt; 5 and &gt; 3, 4 &amp;lt; x', 'Size < 5 and > 3, 4 < x'],
  ['comparisons without spaces', 'Sizes <five and x> six', 'Sizes <five and x> six'],
  ['a word between angle brackets', '<NEW> coat, &lt;NEW&gt; hood, &amp;lt;NEW&amp;gt; cap </new>', '<NEW> coat, <NEW> hood, <NEW> cap </new>'],
  ['sizes between angle brackets', 'Sizes &lt;S&gt; to &lt;XL&gt;', 'Sizes <S> to <XL>'],
  ['a word that is also the name of an element', 'Print on the &lt;Label&gt;, or <label for="x">here', 'Print on the <Label>, or here'],
  ['inline HTML elements other than bold', 'Warm <s>old</s> <span style="x">coat</span> <font color=red>hood', 'Warm old coat hood'],
  ['a tag that is not closed', '<div>Warm coat<br/>Hood<img src="x">', 'Warm coat\n\nHood'],
  ['bold marks without a pair', '**Warm** and **dry', '**Warm** and dry'],
  ['a word divided at a hyphen', 'Fully lined and taped with a tough water-\nproof shell', 'Fully lined and taped with a tough water-proof shell'],
  ['short lines', 'Fabric: cotton\nWeight: 200 g', 'Fabric: cotton\n\nWeight: 200 g'],
  ['no HTML', 'From -5 to 20 degrees, a < b & c', 'From -5 to 20 degrees, a < b & c'],
  ['only spaces and line breaks', ' \n\n ', ''],
  ['characters by number', '&#65;&#x42;&#X43; &#8364; &#xd7ff;&#xe000;', 'ABC € \ud7ff\ue000'],
  ['an entity with a digit', '5 m&sup2;', '5 m²'],
  [
    'letters with accents by their name',
    'Caf&eacute; apron, &Uuml;bergr&ouml;&szlig;e, 3 &frac34; &euro; &rarr; &check;',
    'Café apron, Übergröße, 3 ¾ € → ✓',
  ],
  ['an entity in capitals', 'Warm &AMP; dry &NBSP; 3 &EURO;', 'Warm & dry 3 €'],
  [
    'codes in a sentence in capitals',
    'STYLE PR-AB12 WITH YKK-ZIP/X2, CODE: HVY-XL. SEE RX_500-B',
    'Style PR-AB12 with YKK-ZIP/X2, code: HVY-XL. See RX_500-B',
  ],
  ['two spaces after a sentence in capitals', 'WARM POLO.  DRY HOOD', 'Warm polo. Dry hood'],
  ['numbers that stand for no character', 'a&#31;b&#0;c&#xd800;d&#xdfff;e&#x110000;f', 'abcdef'],
  ['the first and the last number of a character', 'a&#32;b&#x10ffff;', 'a b\u{10ffff}'],
  ['numbers that Windows gave to dashes, quotes and the euro', 'Sizes 10&#150;12, &#128;5, it&#146;s', 'Sizes 10–12, €5, it’s'],
  ['entities without a semicolon', '&copy 2026, &pound5, &frac12 price, Caf&eacute, A &amp B', '© 2026, £5, ½ price, Café, A & B'],
  ['an unknown entity', 'R&amp;D &unknown; &#; &Gold Marks&copper ?a=1&copy=2', 'R&D &unknown; &#; &Gold Marks&copper ?a=1&copy=2'],
  ['a table', '<table><tr><td>Chest</td><td>40 cm</td></tr><tr><th>Waist</th><td>32 cm</td></tr></table>', 'Chest 40 cm\n\nWaist 32 cm'],
  ['a line that ends with a comma', 'Warm,\nDry;\nLight', 'Warm, Dry; Light'],
  ['a comma inside a line', 'Warm, dry\nLight', 'Warm, dry\n\nLight'],
  ['a line of 40 characters', `${'a'.repeat(39)}b\nHood`, `${'a'.repeat(39)}b Hood`],
  ['a line of 39 characters', `${'a'.repeat(38)}b\nHood`, `${'a'.repeat(38)}b\n\nHood`],
  ['a line that begins in lower case', 'Warm\nand dry', 'Warm and dry'],
  ['two words with eight capitals', 'WARM POLO', 'Warm polo'],
  ['two words with seven capitals', 'WARM POL', 'WARM POL'],
  ['one word in capitals', 'WATERPROOF', 'WATERPROOF'],
  ['spaces inside bold marks', 'Very ** warm** and** dry **polo', 'Very **warm** and **dry** polo'],
  ['no spaces around bold marks', 'x**warm dry**y', 'x**warm dry**y'],
  ['bold marks around nothing', 'Warm ** ** polo', 'Warm polo'],
  ['only bold marks', 'Warm polo\n\n** **\n\nHood', 'Warm polo\n\nHood'],
  ['a hyphen before a capital', 'Fully lined and taped with a tough water-\nProof shell', 'Fully lined and taped with a tough water- Proof shell'],
  ['a hyphen inside a line', 'Fully lined and taped - with a water-proof\nshell', 'Fully lined and taped - with a water-proof shell'],
])('formats a text with %s', (_, text, formatted) => {
  expect(autoFormat(text)).toBe(formatted);
  expect(autoFormat(formatted)).toBe(formatted);
});

test('formatting a pasted text twice gives the same as formatting it once', () => {
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

test('the marks of a description become HTML elements, and everything else is escaped', () => {
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
