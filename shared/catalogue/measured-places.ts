/** The places of the body that a measure is taken at. */
export const measuredPlaces = ['head', 'chest', 'waist', 'leg', 'foot'] as const;
export type MeasuredPlace = (typeof measuredPlaces)[number];

/** How each place is measured. */
export const measuringWords: Record<MeasuredPlace, { name: string; how: string }> = {
  head: { name: 'Head', how: 'Around the head, just above the ears.' },
  chest: { name: 'Chest', how: 'Around the fullest part of the chest, under the arms.' },
  waist: { name: 'Waist', how: 'Around the waist, where the trousers sit.' },
  leg: { name: 'Inside leg', how: 'From the crotch down to the ankle bone.' },
  foot: { name: 'Foot', how: 'From the heel to the longest toe, standing.' },
};

const words: Record<MeasuredPlace, RegExp> = {
  head: /head/i,
  chest: /chest|bust/i,
  waist: /waist/i,
  leg: /leg|inseam/i,
  foot: /foot|feet|shoe/i,
};

/** The places of measures with these names, from top to bottom; a name that says no such place is left out. */
export const placesOf = (names: readonly string[]): MeasuredPlace[] =>
  measuredPlaces.filter((place) => names.some((name) => words[place].test(name)));
