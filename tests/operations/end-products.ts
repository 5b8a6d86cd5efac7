import { afterAll } from 'vitest';
import { endProducts } from './product.ts';

// Every product ends with the test file that started it, although test files share processes.
afterAll(endProducts);
