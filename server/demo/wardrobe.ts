import type { DemoWorld } from './demo-world.ts';
import type { LoadedVariation } from './load-catalogue.ts';
import type { LoadedPerson, Offer } from './load-people.ts';

/** A line that somebody is about to order. */
export interface Wish {
  wearer: LoadedPerson;
  variation: LoadedVariation;
  quantity: number;
  decoration: string | null;
  /** Pence each. */
  price: number;
}

/** How much stock a chosen SKU must have: enough, or hardly any. */
export type Supply = 'enough' | 'short';

/** How many items of a product people order at once. */
const usual: Record<string, readonly [from: number, to: number]> = {
  PO: [2, 4],
  TS: [2, 4],
  SH: [2, 4],
  BL: [2, 4],
  TU: [2, 3],
  SC: [2, 3],
  CH: [2, 3],
  TR: [1, 2],
  AP: [2, 4],
  SW: [1, 2],
  AC: [1, 2],
};

const fits = (person: LoadedPerson, offer: Offer, name: string): boolean => {
  if (offer.variation.is_restricted && !person.can_view_restricted_products) return false;
  if (name.startsWith('Ladies') || name.includes('Blouse')) return person.sex !== 'm';
  return name.startsWith('Men') || name.includes('Oxford') ? person.sex !== 'f' : true;
};

/**
 * Chooses what wearers order: products that they are offered, in a size that stays the same for each wearer, within their budget, and of a SKU with
 * enough stock. It deducts its choices from the budget and the stock, so that later orders do not rely on the same money or items.
 */
export class Wardrobe {
  readonly #world: DemoWorld;
  readonly #left: Map<number, number>;
  readonly #short: ReadonlySet<number>;
  readonly #spent = new Map<number, number>();

  constructor(world: DemoWorld, stock: ReadonlyMap<number, number>, short: ReadonlySet<number>) {
    this.#world = world;
    this.#left = new Map(stock);
    this.#short = short;
  }

  /** Up to `most` lines for a wearer; fewer or none if the budget or the stock is used up. */
  choose(wearer: LoadedPerson, most: number, supply: Supply): Wish[] {
    const { random } = this.#world;
    const codes = [...new Set(wearer.offers.map(({ variation }) => variation.code))];
    const wishes: Wish[] = [];
    for (let tries = 0; tries < most * 4 && wishes.length < most; tries++) {
      const code = random.pick(codes);
      if (wishes.some(({ variation }) => variation.code === code)) continue;
      const wish = this.#wish(wearer, code, supply);
      if (!wish) continue;
      this.#left.set(wish.variation.id, (this.#left.get(wish.variation.id) ?? 0) - wish.quantity);
      this.#spent.set(wearer.id, this.spentBy(wearer) + wish.price * wish.quantity);
      wishes.push(wish);
    }
    return wishes;
  }

  isShort(variation: LoadedVariation): boolean {
    return this.#short.has(variation.id);
  }

  /** The total of a wearer's chosen lines in pence. */
  spentBy(wearer: LoadedPerson): number {
    return this.#spent.get(wearer.id) ?? 0;
  }

  #wish(wearer: LoadedPerson, code: string, supply: Supply): Wish | null {
    const { random, catalogue } = this.#world;
    const name = catalogue.styles.get(code)?.name ?? '';
    const offered = wearer.offers.filter((offer) => offer.variation.code === code && fits(wearer, offer, name));
    const ownSizes = offered.filter(({ variation }) => this.#isMySize(wearer, variation, offered) || supply === 'short');
    const [fewest, most] = usual[code.slice(0, 2)] ?? [1, 1];
    const quantity = random.whole(fewest, most);
    const open = ownSizes.filter(({ variation: { id, is_ending } }) => {
      if (supply === 'short') return this.#short.has(id) && !is_ending;
      return !this.#short.has(id) && (this.#left.get(id) ?? 0) >= quantity;
    });
    if (!open.length) return null;
    const { variation, price, decorations } = random.pick(open);
    if (wearer.budget_value !== null && this.spentBy(wearer) + price * quantity > wearer.budget_value * 0.92) return null;
    return { wearer, variation, price, quantity, decoration: decorations.length ? random.pick(decorations) : null };
  }

  /** A wearer's position in a range of sizes is derived from their id, and is more often near the middle than near the ends. */
  #isMySize(wearer: LoadedPerson, variation: LoadedVariation, offered: readonly Offer[]): boolean {
    const sizes = [...new Set(offered.map((offer) => offer.variation.size_1))];
    const legs = [...new Set(offered.map((offer) => offer.variation.size_2))];
    const build = ((wearer.id * 37) % 100) / 100;
    const middle = 0.5 + (build - 0.5) * 0.8;
    const size = sizes[Math.min(sizes.length - 1, Math.floor(middle * sizes.length))];
    const leg = legs[(wearer.id * 13) % legs.length];
    return variation.size_1 === size && variation.size_2 === leg;
  }
}
