import { messages } from '../messages.ts';
import type { Choice } from './mutations/resolve-outcome.ts';
import { isClaim, isOver, type OutcomeCode } from './outcomes.ts';
import { digestFactsOf, type GarmentFacts, itemsOf, type LineFacts, lineFactsOf, messageOf, pickFactsOf } from './refusal-facts.ts';

/** An action that was refused, as a tablet and the office know it. */
export interface Refused {
  n: string;
  code: string | null;
  server: Record<string, unknown> | null;
  order_number: string | null;
}

/** The reason, as a title and a sentence or two. */
export interface RefusalWords {
  title: string;
  text: string;
}

/** One choice for the person who decides; the first one offered is the usual one. */
export interface Offer {
  choice: Choice;
  label: string;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const go = (n: number): string => (n === 1 ? 'goes' : 'go');
const destination = (garment: GarmentFacts): string => (garment.bin ? ` to ${garment.bin}` : ' to the shelf');

/** The text for a garment: `Zip Hoodie, Grey, L`. */
export const garmentWords = (garment: GarmentFacts): string =>
  [garment.product_name, garment.variation_colour, garment.size].filter(Boolean).join(', ') || garment.sku || 'another product';

/** True if another tablet recorded the items that the line counts. Items of the line may then be on two trolleys. */
export const isOnTwoTablets = ({ picked_by, picked_device, mine }: LineFacts): boolean => picked_by !== null && picked_device !== mine.device;

/**
 * How many items of a line are on trolleys: `own` on the trolley of the refused tablet, and `others` on other trolleys. `back` is how many of the
 * `own` items the line does not count.
 */
function onTrolleys({ qty_picked, mine }: LineFacts): { own: number; back: number; others: number } {
  const { qty_held: own = mine.qty_picked, qty_to_return: back = own } = mine;
  return { own, back, others: Math.max(0, qty_picked - Math.max(0, own - back)) };
}

function twoTrolleys(line: LineFacts): string {
  const { own, others } = onTrolleys(line);
  const needs = `the order needs ${line.qty_allocated}`;
  const total = own + others;
  if (total === 0) return 'Neither trolley holds any.';
  if (own === 0 || others === 0)
    return `One trolley holds ${total}, the other none, and ${needs}. Keeping none means ${total} ${go(total)} back${destination(line)}.`;
  const backs = own === others ? `${own} ${go(own)} back` : 'the other one’s go back';
  return `Two trolleys hold ${total} and ${needs}. Keeping one means ${backs}${destination(line)}.`;
}

/** The refused quantity, but at most the allocated quantity; null if this is not more than the line's picked quantity. */
const qtyCountable = ({ qty_allocated, qty_picked, mine }: LineFacts): number | null => {
  const qty = Math.min(mine.qty_picked, qty_allocated);
  return qty > qty_picked ? qty : null;
};

/** The text that says what to do with items that exceed the line's allocation. */
function moreThanAllocated(line: LineFacts): string {
  const { back } = onTrolleys(line);
  const qty = qtyCountable(line);
  if (back === 0) return `Record it again with at most ${line.qty_allocated}.`;
  const all = `${back} ${go(back)} back${destination(line)}`;
  return qty === null ? `${all}.` : `Count ${qty} in all and put the rest back, or ${all}.`;
}

interface RefusalContext {
  refused: Refused;
  /** `you`, or the name of the person whose action was refused. */
  who: string;
  line: LineFacts | null;
  order: string;
  picker: string;
  message: string | null;
}

const completed: Record<string, string> = {
  'pick.complete': 'the pick was completed',
  'prep.complete': 'the prep was finished',
  'dispatch.request': 'the dispatch was requested',
};

const textOf: Record<OutcomeCode, (telling: RefusalContext) => RefusalWords> = {
  DOUBLE_PICKED: ({ line }) => ({
    title: 'Line picked on two tablets',
    text: line ? twoTrolleys(line) : 'Both recorded the same quantity.',
  }),
  LINE_CHANGED: ({ line, who }) =>
    line && isOnTwoTablets(line)
      ? { title: 'Line counted differently on two tablets', text: twoTrolleys(line) }
      : {
          title: 'The line was changed meanwhile',
          text: line
            ? `The line has ${line.qty_picked} recorded now. ${capital(who)} recorded ${line.mine.qty_picked} without having seen that change.`
            : '',
        },
  CLAIMED: ({ who, picker }) => ({
    title: `${capital(picker)} had started this pick already`,
    text: `${capital(who)} started it as well, before this tablet knew. Lines that only one person recorded are counted. ${capital(picker)} completes the order.`,
  }),
  PRODUCT_CHANGED: ({ line, who }) => ({
    title: 'The line is for another product now',
    text: line
      ? `The office changed it to ${garmentWords(line)}. The ${line.mine.qty_picked} × ${garmentWords(line.mine)} that ${who} took ${go(line.mine.qty_picked)} back${destination(line.mine)} and ${line.mine.qty_picked === 1 ? 'was' : 'were'} not counted.`
      : 'Nothing was counted for the new product.',
  }),
  OVER_ALLOCATED: ({ line, who }) => ({
    title: 'More than is allocated now',
    text: line
      ? `${capital(who)} recorded ${line.mine.qty_picked}, but only ${line.qty_allocated} ${line.qty_allocated === 1 ? 'is' : 'are'} allocated now. The line has ${line.qty_picked} recorded. ${moreThanAllocated(line)}`
      : 'Fewer may be allocated now.',
  }),
  AFTER: ({ line, who }) => ({
    title: 'Depends on a change that was not accepted',
    text: line
      ? `The line has ${line.qty_picked} recorded. ${capital(who)} recorded ${line.mine.qty_picked} after that change.`
      : 'It was held until somebody decided about that change.',
  }),
  DIGEST: ({ refused: { n } }) => ({
    title: `The lines changed before ${completed[n] ?? 'it was done'}`,
    text: 'The order cannot continue until you have seen its lines as they are now. Check the differences, then do it again.',
  }),
  NOT_PICKER: ({ picker, who, refused }) => {
    const isHeld = pickFactsOf(refused.server)?.picker != null;
    return isHeld
      ? {
          title: `${capital(picker)} is picking this order now`,
          text: `The lines that ${who} recorded are kept. ${capital(picker)} pauses or completes it.`,
        }
      : { title: 'This pick was handed over', text: `The lines that ${who} recorded are kept. Nobody is picking it now. Start it to continue.` };
  },
  PICK_CLOSED: ({ order, refused }) =>
    pickFactsOf(refused.server)?.state === 'closed'
      ? { title: `The office took back the pick of ${order}`, text: 'It will not be sent. Put the picked items back on the shelf.' }
      : {
          title: `The pick of ${order} was completed already`,
          text: 'This change arrived later and was not counted. Put the picked items back on the shelf.',
        },
  ORDER_CANCELLED: ({ order, who }) => ({
    title: `${capital(order)} was cancelled while ${who} picked it`,
    text: 'It will not be sent. Put the picked items back on the shelf.',
  }),
  ORDER_FROZEN: ({ order, refused }) => {
    const why = pickFactsOf(refused.server)?.frozen_reason;
    return {
      title: `Stop: ${order} is on hold`,
      text: `${why ? `The office says: ${why}. ` : ''}What was picked stays recorded. Leave the order as it is until the office lifts the hold.`,
    };
  },
  ALREADY_SHIPPED: ({ order, refused: { n } }) =>
    n.startsWith('dispatch.')
      ? { title: 'This dispatch has left already', text: 'It left without this change, and shipping cannot be undone.' }
      : {
          title: `${capital(order)} has left already`,
          text: 'This change arrived later and was not counted. Put the picked items back on the shelf.',
        },
  BOOKING_IN_FLIGHT: () => ({
    title: 'The courier was being booked',
    text: 'The change arrived during the booking and was not made. When the booking is finished, check whether the dispatch has left. If it has not, try again.',
  }),
  NOT_READY: ({ message }) => ({ title: 'The order was not ready for this step', text: message ?? '' }),
  NOT_PICKING: ({ message }) => ({ title: 'The pick was not in progress', text: message ?? '' }),
  REASON_REQUIRED: () => ({
    title: 'A short line has no reason',
    text: 'Open the pick, say why the line is short, and complete it again.',
  }),
  RECEIPT_REVERSED: () => ({
    title: 'The office reversed this receipt',
    text: 'This change arrived later and was not counted. Receive the items again, or ask the office what becomes of them.',
  }),
  COLLECTION_CLOSED: () => ({
    title: 'The office closed this collection',
    text: 'These items arrived later and were not booked in. Put them aside and tell the office.',
  }),
  NOT_EXPECTED: ({ message }) => ({
    title: 'Fewer items were expected',
    text: `${message ? `${message} ` : ''}The collection keeps the quantity that it had.`,
  }),
  NOT_FREE: ({ message }) => ({
    title: 'The items are picked already',
    text: `${message ? `${message} ` : ''}The receipt keeps the quantity that it had. Count the shelf if it is wrong.`,
  }),
  NOT_SENT_OUT: ({ message }) => ({
    title: 'Fewer are at the decorator',
    text: `${message ? `${message} ` : ''}The receipt keeps the quantity that it had. Count again, or receive the rest without an order.`,
  }),
  NOT_WAITING: ({ message }) => ({
    title: 'The order does not wait for these items',
    text: `${message ? `${message} ` : ''}Take them out of the tote.`,
  }),
  TOTE_TAKEN: ({ message }) => ({
    title: 'The tote belongs to another order',
    text: `${message ? `${message} ` : ''}Put the items into another tote.`,
  }),
  NOT_ALLOWED: ({ who }) => ({
    title: 'Not allowed',
    text: `${capital(who)} did not have permission to do this. Somebody with permission can do it in their own name.`,
  }),
  ACTOR_UNKNOWN: ({ who }) => ({
    title: 'Done by somebody who never signed in on this tablet',
    text: `${capital(who)} had not signed in here. Somebody who is signed in here can do it in their own name.`,
  }),
  ACTOR_DISABLED: ({ who }) => ({
    title: 'Done by somebody who cannot sign in any more',
    text: `${capital(who)} did this before it could be sent. Somebody else can do it in their own name.`,
  }),
  INVALID: ({ message, refused: { server } }) => {
    const items = itemsOf(server);
    if (items)
      return {
        title: 'The order does not have this line any more',
        text: `Put the ${items.qty} × ${garmentWords(items)} back${destination(items)}.`,
      };
    const sentences = [
      message === messages.not_found ? null : message,
      ...Object.values((server?.errors ?? {}) as Record<string, string[]>).map(([first]) => first),
    ];
    return {
      title: 'This could not be read or carried out',
      text: sentences.filter(Boolean).join(' ') || 'The office does not know what it refers to.',
    };
  },
  M_REUSED: () => ({ title: 'Two changes have the same id', text: 'The first was applied, and this one was not.' }),
  INTERNAL: () => ({ title: 'The server failed to apply this', text: 'It was tried three times. Try again, or discard it and do it once more.' }),
};

const isKnown = (code: string | null): code is OutcomeCode => code !== null && Object.hasOwn(textOf, code);

/** The text of a refused action. `who` is the person whose action was refused: `you` on that person's tablet, elsewhere the name. */
export function refusalWords(refusal: Refused, who: string): RefusalWords {
  const { code, server, order_number } = refusal;
  if (!isKnown(code)) return { title: 'Not accepted by the office', text: messageOf(server) ?? '' };
  const pickFacts = pickFactsOf(server);
  const number = pickFacts?.order_number ?? order_number;
  return textOf[code]({
    refused: refusal,
    who,
    line: lineFactsOf(server),
    order: number ? `order ${number}` : 'the order',
    picker: pickFacts?.picker?.name ?? 'somebody else',
    message: messageOf(server),
  });
}

const returned: Offer = { choice: 'dismiss', label: 'Returned, close this' };
const again: Offer = { choice: 'mine', label: 'Try again' };
const letGo: Offer = { choice: 'dismiss', label: 'Discard it' };
const understood: Offer = { choice: 'dismiss', label: 'Understood' };
const close = (choice: Choice): Offer => ({ choice, label: 'Close this' });
const recount: Offer = { choice: 'recount', label: 'Recount' };

/** One text for all actions that were refused because the same order was picked on two tablets. */
export function orderWords({ code, server, order_number }: Refused, who: string): RefusalWords {
  const facts = pickFactsOf(server);
  const number = facts?.order_number ?? order_number;
  // The text names the picker only if a claim was refused. Otherwise the picker may be the very person who reads the text.
  const other = (isClaim(code) && facts?.picker?.name) || 'the other tablet';
  return {
    title: number ? `Order ${number} was picked on two tablets` : 'The order was picked on two tablets',
    text: `To keep what ${other} has, put back what ${who} took. This closes with the last item that is scanned back.`,
  };
}

/** The choices for all actions together that were refused because the same order was picked on two tablets. */
export function offersForOrder({ code, server }: Refused, who: string): Offer[] {
  const picker = isClaim(code) && pickFactsOf(server)?.picker?.name;
  return [
    { choice: 'theirs', label: picker ? `Leave it with ${picker}` : 'Keep theirs' },
    { choice: 'mine', label: who === 'you' ? 'Use mine' : `Use ${who}’s` },
    recount,
  ];
}

/** The choices for a refused action. If items have to go back to the shelf, this is a separate task with its own tick box. */
export function offersFor({ code, server }: Refused, who: string): Offer[] {
  const line = lineFactsOf(server);
  const useOwn: Offer = { choice: 'mine', label: who === 'you' ? 'Use mine' : `Use ${who}’s` };
  const keepRecorded: Offer = { choice: 'theirs', label: line && who === 'you' && isOnTwoTablets(line) ? 'Keep theirs' : 'Keep what is recorded' };
  const picker = pickFactsOf(server)?.picker?.name;
  const leave: Offer = { choice: 'theirs', label: picker ? `Leave it with ${picker}` : 'Leave it' };
  if (isOver(code)) return [close('dismiss')];
  if (itemsOf(server)) return [returned];
  switch (code as OutcomeCode | null) {
    case 'DOUBLE_PICKED':
    case 'LINE_CHANGED':
      return [keepRecorded, useOwn, recount];
    case 'AFTER':
      return line ? [keepRecorded, useOwn, recount] : [again, letGo];
    case 'PRODUCT_CHANGED':
      return [close('theirs'), recount];
    case 'OVER_ALLOCATED': {
      const qty = line && qtyCountable(line);
      return qty === null ? [keepRecorded, recount] : [keepRecorded, { choice: 'mine', label: `Count ${qty}` }, recount];
    }
    case 'CLAIMED':
    case 'NOT_PICKER':
      return [leave, again];
    case 'ORDER_FROZEN':
      return [understood, again];
    case 'ACTOR_UNKNOWN':
    case 'ACTOR_DISABLED':
    case 'NOT_ALLOWED':
      return [{ choice: 'mine', label: 'Do it in my name' }, letGo];
    case 'BOOKING_IN_FLIGHT':
    case 'NOT_READY':
    case 'NOT_PICKING':
    case 'REASON_REQUIRED':
    case 'M_REUSED':
    case 'INTERNAL':
      return [again, letGo];
    default:
      return [understood];
  }
}

/** The text of one side of a difference: `3, not in the bin`. With `other`: `2 × Polo, Black, XL`. If `part` is null: `no such line`. */
const partWords = (part: { qty_picked: number; code: string | null } | null, other: GarmentFacts | null = null): string =>
  part ? [other ? `${part.qty_picked} × ${garmentWords(other)}` : String(part.qty_picked), part.code].filter(Boolean).join(', ') : 'no such line';

/** The lines that differ from what the person saw, as texts: `Zip Hoodie, Grey, L`, seen `3`, now `2, DAMAGED` or `2 × Polo, Black, XL`. */
export const differenceWords = (server: Refused['server']): { pick_line_id: number; garment: string; seen: string; now: string }[] =>
  (digestFactsOf(server)?.differences ?? []).map(({ pick_line_id, garment, garment_now, seen, now }) => ({
    pick_line_id,
    garment: garment ? garmentWords(garment) : `Line ${pick_line_id}`,
    seen: partWords(seen),
    now: partWords(now, garment_now ?? null),
  }));
