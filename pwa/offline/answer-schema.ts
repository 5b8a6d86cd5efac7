export { readAnswer } from '../../shared/sync/wire.ts';
