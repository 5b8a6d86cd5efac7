import { expect, test } from 'vitest';
import type { GarmentFacts, LineFacts, PickFacts } from '../../shared/sync/refusal-facts.ts';
import { differenceWords, garmentWords, isOnTwoTablets, offersFor, type Refused, refusalWords } from '../../shared/sync/refusal-words.ts';

const hoodie: GarmentFacts = {
  product_id: 1,
  sku: 'ZH-GRY-L',
  product_name: 'Zip Hoodie',
  variation_colour: 'Grey',
  colour_hex: null,
  size: 'L',
  bin: 'A-01-1',
};
const polo: GarmentFacts = { ...hoodie, product_id: 2, sku: 'PO-BLK-XL', product_name: 'Polo', variation_colour: 'Black', size: 'XL', bin: 'B-02-2' };
const pick: PickFacts = {
  order_number: '00009',
  state: 'picking',
  picker: { id: 18, name: 'Aisha Begum' },
  is_frozen: false,
  frozen_reason: null,
  ended_at: null,
};

/** A line of which another tablet has recorded `theirs` items, and this one `ours`. */
function line(theirs: number, ours: number, more: Partial<LineFacts> = {}, mine: Partial<LineFacts['mine']> = {}): LineFacts {
  const by = { picked_at: '2026-11-21T09:28:00.000Z', code: null };
  return {
    ...pick,
    ...hoodie,
    ...by,
    pick_line_id: 101,
    wearer: 'Marek Nowak',
    qty_allocated: 5,
    qty_picked: theirs,
    picked_by: { id: 18, name: 'Aisha Begum' },
    picked_device: 'theirs',
    picked_device_name: 'Tablet 2',
    fact_version: 2,
    mine: { ...polo, ...by, qty_picked: ours, picked_by: { id: 17, name: 'Dan' }, device: 'mine', device_name: null, ...mine },
    ...more,
  };
}

const refusalOf = (code: string | null, server: object | null = null, n = 'pick.record_line', order_number: string | null = '00001'): Refused => ({
  n,
  code,
  server: server as Refused['server'],
  order_number,
});

const SHELF = 'Put the picked items back on the shelf.';

test.each<[string, Refused, string, string, string]>([
  [
    'A line that two tablets picked differently shows what both hold',
    refusalOf('DOUBLE_PICKED', line(3, 2)),
    'you',
    'Line picked on two tablets',
    'Two trolleys hold 5 and the order needs 5. Keeping one means the other one’s go back to A-01-1.',
  ],
  [
    'One item on each of two trolleys goes back in the singular',
    refusalOf('DOUBLE_PICKED', line(1, 1)),
    'you',
    'Line picked on two tablets',
    'Two trolleys hold 2 and the order needs 5. Keeping one means 1 goes back to A-01-1.',
  ],
  [
    'Several items on each of two trolleys go back in the plural',
    refusalOf('DOUBLE_PICKED', line(3, 3)),
    'you',
    'Line picked on two tablets',
    'Two trolleys hold 6 and the order needs 5. Keeping one means 3 go back to A-01-1.',
  ],
  ['Two empty trolleys return nothing', refusalOf('DOUBLE_PICKED', line(0, 0)), 'you', 'Line picked on two tablets', 'Neither trolley holds any.'],
  [
    'If only the person’s own trolley has items, these go back if none are kept',
    refusalOf('DOUBLE_PICKED', line(0, 1)),
    'you',
    'Line picked on two tablets',
    'One trolley holds 1, the other none, and the order needs 5. Keeping none means 1 goes back to A-01-1.',
  ],
  [
    'If only the other trolley has items, these go back to the shelf if no bin is known',
    refusalOf('DOUBLE_PICKED', line(3, 0, { bin: null })),
    'you',
    'Line picked on two tablets',
    'One trolley holds 3, the other none, and the order needs 5. Keeping none means 3 go back to the shelf.',
  ],
  [
    'A line that two tablets picked is explained even without its details',
    refusalOf('DOUBLE_PICKED'),
    'you',
    'Line picked on two tablets',
    'Both recorded the same quantity.',
  ],
  [
    'A line that two tablets counted differently says so',
    refusalOf('LINE_CHANGED', line(3, 2)),
    'you',
    'Line counted differently on two tablets',
    'Two trolleys hold 5 and the order needs 5. Keeping one means the other one’s go back to A-01-1.',
  ],
  [
    'A line that nobody has recorded since was changed meanwhile',
    refusalOf('LINE_CHANGED', line(3, 2, { picked_by: null })),
    'Dan Whitlock',
    'The line was changed meanwhile',
    'The line has 3 recorded now. Dan Whitlock recorded 2 without having seen that change.',
  ],
  ['A changed line without its details has only a title', refusalOf('LINE_CHANGED'), 'you', 'The line was changed meanwhile', ''],
  [
    'A refused start names the person who had started the pick before',
    refusalOf('CLAIMED', pick, 'pick.start'),
    'you',
    'Aisha Begum had started this pick already',
    'You started it as well, before this tablet knew. Lines that only one person recorded are counted. Aisha Begum completes the order.',
  ],
  [
    'A refused start names nobody if it is unknown who had started the pick',
    refusalOf('CLAIMED', null, 'pick.start'),
    'Dan Whitlock',
    'Somebody else had started this pick already',
    'Dan Whitlock started it as well, before this tablet knew. Lines that only one person recorded are counted. Somebody else completes the order.',
  ],
  [
    'Items of a replaced product go back to their own bin',
    refusalOf('PRODUCT_CHANGED', line(0, 2)),
    'you',
    'The line is for another product now',
    'The office changed it to Zip Hoodie, Grey, L. The 2 × Polo, Black, XL that you took go back to B-02-2 and were not counted.',
  ],
  [
    'One item of a replaced product goes back in the singular',
    refusalOf('PRODUCT_CHANGED', line(0, 1, {}, { bin: null })),
    'Dan Whitlock',
    'The line is for another product now',
    'The office changed it to Zip Hoodie, Grey, L. The 1 × Polo, Black, XL that Dan Whitlock took goes back to the shelf and was not counted.',
  ],
  [
    'A replaced product without details was not counted',
    refusalOf('PRODUCT_CHANGED'),
    'you',
    'The line is for another product now',
    'Nothing was counted for the new product.',
  ],
  [
    'If more is picked than is allocated, the allocated number can be counted',
    refusalOf('OVER_ALLOCATED', line(3, 5, { qty_allocated: 4 })),
    'you',
    'More than is allocated now',
    'You recorded 5, but only 4 are allocated now. The line has 3 recorded. Count 4 in all and put the rest back, or 5 go back to A-01-1.',
  ],
  [
    'One allocated item is in the singular',
    refusalOf('OVER_ALLOCATED', line(0, 5, { qty_allocated: 1 })),
    'Dan Whitlock',
    'More than is allocated now',
    'Dan Whitlock recorded 5, but only 1 is allocated now. The line has 0 recorded. Count 1 in all and put the rest back, or 5 go back to A-01-1.',
  ],
  ['A pick of too many items may have no details', refusalOf('OVER_ALLOCATED'), 'you', 'More than is allocated now', 'Fewer may be allocated now.'],
  [
    'A record that follows a refused one shows both quantities',
    refusalOf('AFTER', line(3, 2)),
    'you',
    'Depends on a change that was not accepted',
    'The line has 3 recorded. You recorded 2 after that change.',
  ],
  [
    'An action that follows a refused one waits for the decision',
    refusalOf('AFTER', pick, 'pick.complete'),
    'you',
    'Depends on a change that was not accepted',
    'It was held until somebody decided about that change.',
  ],
  ...(
    [
      ['pick.complete', 'The lines changed before the pick was completed'],
      ['prep.complete', 'The lines changed before the prep was finished'],
      ['dispatch.request', 'The lines changed before the dispatch was requested'],
      ['a.later_name', 'The lines changed before it was done'],
    ] as const
  ).map(([n, title]): [string, Refused, string, string, string] => [
    `${n} of changed lines has to be done again`,
    refusalOf('DIGEST', null, n),
    'you',
    title,
    'The order cannot continue until you have seen its lines as they are now. Check the differences, then do it again.',
  ]),
  [
    'Another person’s pick is completed by that person',
    refusalOf('NOT_PICKER', pick),
    'you',
    'Aisha Begum is picking this order now',
    'The lines that you recorded are kept. Aisha Begum pauses or completes it.',
  ],
  [
    'A picker without a name is called somebody else',
    refusalOf('NOT_PICKER', { ...pick, picker: { id: 18, name: null } }),
    'you',
    'Somebody else is picking this order now',
    'The lines that you recorded are kept. Somebody else pauses or completes it.',
  ],
  ...[{ ...pick, picker: null }, null].map((server): [string, Refused, string, string, string] => [
    `A pick without a picker can be started again (${server ? 'with' : 'without'} details)`,
    refusalOf('NOT_PICKER', server),
    'Dan Whitlock',
    'This pick was handed over',
    'The lines that Dan Whitlock recorded are kept. Nobody is picking it now. Start it to continue.',
  ]),
  [
    'An order whose pick the office has taken back is not sent',
    refusalOf('PICK_CLOSED', { ...pick, state: 'closed' }),
    'you',
    'The office took back the pick of order 00009',
    `It will not be sent. ${SHELF}`,
  ],
  [
    'A later change of a completed pick is not counted',
    refusalOf('PICK_CLOSED', { ...pick, state: 'booked' }),
    'you',
    'The pick of order 00009 was completed already',
    `This change arrived later and was not counted. ${SHELF}`,
  ],
  [
    'A completed pick whose order’s number is unknown is named without a number',
    refusalOf('PICK_CLOSED', { state: 'closed' }, 'pick.record_line', null),
    'you',
    'The pick of the order was completed already',
    `This change arrived later and was not counted. ${SHELF}`,
  ],
  [
    'A cancelled order is not sent',
    refusalOf('ORDER_CANCELLED'),
    'you',
    'Order 00001 was cancelled while you picked it',
    `It will not be sent. ${SHELF}`,
  ],
  [
    'Without the state of the pick the order’s number is not shown',
    refusalOf('ORDER_CANCELLED', { order_number: '00009' }, 'pick.record_line', null),
    'Dan Whitlock',
    'The order was cancelled while Dan Whitlock picked it',
    `It will not be sent. ${SHELF}`,
  ],
  [
    'A hold shows the office’s reason',
    refusalOf('ORDER_FROZEN', { ...pick, frozen_reason: 'Credit stop' }),
    'you',
    'Stop: order 00009 is on hold',
    'The office says: Credit stop. What was picked stays recorded. Leave the order as it is until the office lifts the hold.',
  ],
  ...[pick, null].map((server): [string, Refused, string, string, string] => [
    `A hold without a reason is still a stop (${server ? 'with' : 'without'} details)`,
    refusalOf('ORDER_FROZEN', server, 'pick.record_line', '00009'),
    'you',
    'Stop: order 00009 is on hold',
    'What was picked stays recorded. Leave the order as it is until the office lifts the hold.',
  ]),
  [
    'A dispatch that has left cannot be changed',
    refusalOf('ALREADY_SHIPPED', null, 'dispatch.edit'),
    'you',
    'This dispatch has left already',
    'It left without this change, and shipping cannot be undone.',
  ],
  [
    'A later pick of an order that has left is not counted',
    refusalOf('ALREADY_SHIPPED', pick),
    'you',
    'Order 00009 has left already',
    `This change arrived later and was not counted. ${SHELF}`,
  ],
  [
    'A change during a booking is checked afterwards',
    refusalOf('BOOKING_IN_FLIGHT', null, 'dispatch.edit'),
    'you',
    'The courier was being booked',
    'The change arrived during the booking and was not made. When the booking is finished, check whether the dispatch has left. If it has not, try again.',
  ],
  [
    'An order that is not ready gives the rule’s message',
    refusalOf('NOT_READY', { message: 'This order is not picked yet.' }),
    'you',
    'The order was not ready for this step',
    'This order is not picked yet.',
  ],
  ['An order that is not ready may have no message', refusalOf('NOT_READY', { message: 5 }), 'you', 'The order was not ready for this step', ''],
  [
    'A pick that does not run gives the rule’s message',
    refusalOf('NOT_PICKING', { message: 'Start this pick first.' }),
    'you',
    'The pick was not in progress',
    'Start this pick first.',
  ],
  ['A pick that does not run may have no message', refusalOf('NOT_PICKING'), 'you', 'The pick was not in progress', ''],
  [
    'A short line needs its reason',
    refusalOf('REASON_REQUIRED', null, 'pick.complete'),
    'you',
    'A short line has no reason',
    'Open the pick, say why the line is short, and complete it again.',
  ],
  [
    'An action without permission can be done by somebody who has permission',
    refusalOf('NOT_ALLOWED'),
    'Dan Whitlock',
    'Not allowed',
    'Dan Whitlock did not have permission to do this. Somebody with permission can do it in their own name.',
  ],
  [
    'An action of somebody who never signed in here can be done by somebody who has',
    refusalOf('ACTOR_UNKNOWN'),
    'Dan Whitlock',
    'Done by somebody who never signed in on this tablet',
    'Dan Whitlock had not signed in here. Somebody who is signed in here can do it in their own name.',
  ],
  [
    'An action of somebody who cannot sign in any more can be done by somebody else',
    refusalOf('ACTOR_DISABLED'),
    'Dan Whitlock',
    'Done by somebody who cannot sign in any more',
    'Dan Whitlock did this before it could be sent. Somebody else can do it in their own name.',
  ],
  [
    'An action that cannot be carried out gives its message and the first error of each field',
    refusalOf('INVALID', { message: 'Choose a size.', errors: { qty: ['Too many.', 'Too odd.'], code: ['No such reason.'], tote: [] } }),
    'you',
    'This could not be read or carried out',
    'Choose a size. Too many. No such reason.',
  ],
  ...[null, {}, { message: 'This does not exist, or you do not have access to it.' }].map((server): [string, Refused, string, string, string] => [
    `An action that refers to nothing known says so: ${JSON.stringify(server)}`,
    refusalOf('INVALID', server),
    'you',
    'This could not be read or carried out',
    'The office does not know what it refers to.',
  ]),
  [
    'Of two changes with one id the second is not applied',
    refusalOf('M_REUSED'),
    'you',
    'Two changes have the same id',
    'The first was applied, and this one was not.',
  ],
  [
    'A failure of the server can be tried again',
    refusalOf('INTERNAL'),
    'you',
    'The server failed to apply this',
    'It was tried three times. Try again, or discard it and do it once more.',
  ],
  ['A later version’s code gives its message', refusalOf('A_LATER_CODE', { message: 'Because.' }), 'you', 'Not accepted by the office', 'Because.'],
  ['A code named like toString gives its message', refusalOf('toString', { message: 'Because.' }), 'you', 'Not accepted by the office', 'Because.'],
  ['A refusal without a code may have no message', refusalOf(null), 'you', 'Not accepted by the office', ''],
])('%s', (_rule, of, who, title, text) => {
  expect(refusalWords(of, who)).toEqual({ title, text });
});

test('a garment is named by product, colour and size, else by its SKU', () => {
  expect([
    garmentWords(hoodie),
    garmentWords({ ...hoodie, variation_colour: null }),
    garmentWords({ ...hoodie, product_name: null, variation_colour: null, size: null }),
    garmentWords({ ...hoodie, product_name: null, variation_colour: null, size: null, sku: null }),
  ]).toEqual(['Zip Hoodie, Grey, L', 'Zip Hoodie, L', 'ZH-GRY-L', 'another product']);
});

test('a line counts as picked on two tablets if somebody recorded that line on another tablet', () => {
  expect([line(3, 2), line(3, 2, { picked_device: 'mine' }), line(3, 2, { picked_by: null })].map(isOnTwoTablets)).toEqual([true, false, false]);
});

const recount = ['recount', 'Recount'];
const again = ['mine', 'Try again'];
const discard = ['dismiss', 'Discard it'];

test.each<[string, string, Refused, string[][]]>([
  ...['DOUBLE_PICKED', 'LINE_CHANGED', 'AFTER'].flatMap((code): [string, string, Refused, string[][]][] => [
    [
      `Of a line on two tablets (${code}), a person keeps the other record, uses their own or counts again`,
      'you',
      refusalOf(code, line(3, 2)),
      [['theirs', 'Keep theirs'], ['mine', 'Use mine'], recount],
    ],
    [
      `For somebody else’s line (${code}), the choice names that person`,
      'Dan',
      refusalOf(code, line(3, 2)),
      [['theirs', 'Keep what is recorded'], ['mine', 'Use Dan’s'], recount],
    ],
  ]),
  [
    'For a line that changed on one tablet, the recorded quantity can be kept',
    'you',
    refusalOf('LINE_CHANGED', line(3, 2, { picked_device: 'mine' })),
    [['theirs', 'Keep what is recorded'], ['mine', 'Use mine'], recount],
  ],
  [
    'For a line without its details, the recorded quantity can be kept',
    'you',
    refusalOf('DOUBLE_PICKED', { mine: {} }),
    [['theirs', 'Keep what is recorded'], ['mine', 'Use mine'], recount],
  ],
  ['An action that follows a refused one can be tried again', 'you', refusalOf('AFTER', pick), [again, discard]],
  ['The facts of one side only are not shown as a line', 'you', refusalOf('AFTER', { qty_allocated: 5 }), [again, discard]],
  ['A replaced product is closed or counted again', 'you', refusalOf('PRODUCT_CHANGED', line(0, 2)), [['theirs', 'Close this'], recount]],
  [
    'Of a record of more than is allocated, the allocated number can be counted',
    'you',
    refusalOf('OVER_ALLOCATED', line(3, 5)),
    [['theirs', 'Keep theirs'], ['mine', 'Count 5'], recount],
  ],
  ...['CLAIMED', 'NOT_PICKER'].flatMap((code): [string, string, Refused, string[][]][] => [
    [`Another person’s pick can be left with them (${code})`, 'you', refusalOf(code, pick), [['theirs', 'Leave it with Aisha Begum'], again]],
    [`A pick without a picker can be left as it is (${code})`, 'you', refusalOf(code, { ...pick, picker: null }), [['theirs', 'Leave it'], again]],
    [`A pick without its details can be left as it is (${code})`, 'you', refusalOf(code), [['theirs', 'Leave it'], again]],
  ]),
  [
    'A refusal because of a hold can be closed, or tried again once the hold is lifted',
    'you',
    refusalOf('ORDER_FROZEN', pick),
    [['dismiss', 'Understood'], again],
  ],
  ...['ACTOR_UNKNOWN', 'ACTOR_DISABLED', 'NOT_ALLOWED'].map((code): [string, string, Refused, string[][]] => [
    `Another person can carry out the action in their own name (${code})`,
    'Dan',
    refusalOf(code),
    [['mine', 'Do it in my name'], discard],
  ]),
  ...['BOOKING_IN_FLIGHT', 'NOT_READY', 'NOT_PICKING', 'REASON_REQUIRED', 'M_REUSED', 'INTERNAL'].map(
    (code): [string, string, Refused, string[][]] => [`The action can be tried again (${code})`, 'you', refusalOf(code), [again, discard]],
  ),
  ...['PICK_CLOSED', 'ORDER_CANCELLED'].map((code): [string, string, Refused, string[][]] => [
    `A refusal about an ended pick or order can only be closed (${code})`,
    'you',
    refusalOf(code, line(3, 2)),
    [['dismiss', 'Close this']],
  ]),
  ...['DIGEST', 'ALREADY_SHIPPED', 'INVALID', 'A_LATER_CODE', null].map((code): [string, string, Refused, string[][]] => [
    `A refusal without a choice can only be read (${code})`,
    'you',
    refusalOf(code),
    [['dismiss', 'Understood']],
  ]),
])('%s', (_rule, who, of, offers) => {
  expect(offersFor(of, who).map(({ choice, label }) => [choice, label])).toEqual(offers);
});

test('a difference shows the garment, the quantity seen and the quantity recorded now', () => {
  const part = { product_id: 1, qty_picked: 3, code: null };
  const differences = [
    { pick_line_id: 1, garment: hoodie, seen: part, now: { ...part, qty_picked: 2, code: 'DAMAGED' } },
    { pick_line_id: 2, garment: hoodie, garment_now: polo, seen: part, now: { ...part, qty_picked: 1 } },
    { pick_line_id: 3, garment: null, garment_now: null, seen: null, now: part },
    { pick_line_id: 4, garment: hoodie, seen: part, now: null },
  ];
  expect(differenceWords({ digest: '', seen: '', differences })).toEqual([
    { pick_line_id: 1, garment: 'Zip Hoodie, Grey, L', seen: '3', now: '2, DAMAGED' },
    { pick_line_id: 2, garment: 'Zip Hoodie, Grey, L', seen: '3', now: '1 × Polo, Black, XL' },
    { pick_line_id: 3, garment: 'Line 3', seen: 'no such line', now: '3' },
    { pick_line_id: 4, garment: 'Zip Hoodie, Grey, L', seen: '3', now: 'no such line' },
  ]);
});

test.each([null, {}, { digest: '' }, { digest: 1, differences: [{}] }, { digest: '', differences: {} }])('facts %j show no differences', (server) => {
  expect(differenceWords(server)).toEqual([]);
});
