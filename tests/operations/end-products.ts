import { afterAll } from 'vitest';
import { endProducts } from './product.ts';

// No product outlives the test file that started it, though the files share processes.
afterAll(endProducts);
