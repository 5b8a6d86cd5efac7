/** The colours of the totes of a trolley, by position. The colours of 9 to 12 are those of 1 to 4 with a stripe. */
const colours = [
  ...['White', 'Black', 'Pink', 'Purple', 'Teal', 'Lime', 'Brown', 'Lilac'],
  ...['White striped', 'Black striped', 'Pink striped', 'Purple striped'],
];

/** The name of the colour at a position of the trolley. */
export const toteColour = (position: number): string => colours[position - 1] ?? '';

/** The tote at a position: its number and its colour together, because neither alone is sure. */
export const toteName = (position: number): string => `tote ${position} ${toteColour(position)}`;
