import { createDates, type RenderContext } from '../../src/sources/markdown/context.ts';

const people: Record<string, string> = { U0ANA: 'Ana Reyes', U0BEN: 'Ben Okafor' };
const channels: Record<string, string | null> = { C0GENERAL: 'general', C0SECRET: null };

/** The names in the tests: two people, a public channel, a private one, a group. The time zone is Berlin's. */
export const context: RenderContext = {
  names: {
    person: (id) => people[id],
    channel: (id) => channels[id],
    group: (id) => (id === 'S0DESIGN' ? 'design' : undefined),
  },
  dates: createDates('Europe/Berlin'),
};
