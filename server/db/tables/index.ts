export * from './allocation.ts';
export * from './catalogue.ts';
export * from './floor.ts';
export * from './orders.ts';
export * from './people.ts';
export * from './platform.ts';
export * from './sizes.ts';
export * from './stock.ts';
