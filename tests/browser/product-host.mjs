import { runProduct } from '../../data/var/build/run-product.js';
import { readSettings } from '../../data/var/build/settings.js';

// Runs the built product for the tests of a worker, as often as they start it, in one process: what the product compiled for one test file is ready
// for the next.
const running = new Map();

process.on('message', async ({ id, environment }) => {
  try {
    if (environment) running.set(id, await runProduct(readSettings(environment)));
    else {
      await running.get(id)();
      running.delete(id);
    }
    process.send({ id });
  } catch (error) {
    process.send({ id, fault: String(error?.stack) });
  }
});

// The worker has ended, in whatever way.
process.on('disconnect', () => process.exit());
