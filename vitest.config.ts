import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['test/support/setup.ts'],
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Unhandled rejections fail the run: that is vitest's default, and is to stay.
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
