import { registerHooks } from 'node:module';

/** The app as an operator starts it, naming each module of tracing as it is loaded. */
registerHooks({
  load(url, context, next) {
    const [, module] = /\/(?:node_modules\/(@opentelemetry\/[^/]+)|(src\/tracing)\/)/.exec(url) ?? [];
    if (/opentelemetry|src\/tracing/.test(url))
      console.log(JSON.stringify({ loaded: module ?? 'src/tracing' }));
    return next(url, context);
  },
});
await import('../../src/main.ts');
