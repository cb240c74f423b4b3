import { registerHooks } from 'node:module';

/** Starts the app on a database in memory, and prints the name of each module of tracing when it is loaded. */
registerHooks({
  load(url, context, next) {
    const [, module] = /\/(?:node_modules\/(@opentelemetry\/[^/]+)|(src\/tracing)\/)/.exec(url) ?? [];
    if (/opentelemetry|src\/tracing/.test(url))
      console.log(JSON.stringify({ loaded: module ?? 'src/tracing' }));
    return next(url, context);
  },
});
const [{ compose }, { readConfig }, { createLog }, { testDatabase }] = await Promise.all([
  import('../../src/app.ts'),
  import('../../src/config.ts'),
  import('../../src/log.ts'),
  import('./database.ts'),
]);
const deckhand = await compose(readConfig(process.env), createLog('info'), {
  database: await testDatabase(),
});
await deckhand.start();
