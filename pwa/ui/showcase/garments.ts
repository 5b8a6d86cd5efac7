/** A polo in a colour, like the demo's pictures: enough to show a tile. */
export const polo = (colour: string, seam: string): { url: string }[] => [
  {
    url: `data:image/svg+xml,${encodeURIComponent(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><g fill="${colour}" stroke="${seam}" stroke-width="1.6" stroke-linejoin="round"><path d="M35 13 17 21 5 43l15 7 5-8v43h46V42l5 8 15-7-12-22-18-8c-4 7-22 7-26 0Z"/><path fill="none" d="M9.5 36.5 23 43M86.500 36.500 73 43M25 80h46M48 28v17M44 28v17h8V28"/><path d="M35 13 48 28 61 13l-4-4H39Z"/></g></svg>`,
    )}`,
  },
];
