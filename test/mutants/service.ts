import type { Mutant } from './mutant.ts';

/** What goes to the service and comes from it; what is written about both. */

const download = 'test/service/download.test.ts';
const outside = 'test/service/outside.test.ts';

export const service: Mutant[] = [
  {
    name: 'an export link that moves to another host of the same cloud is refused',
    file: 'src/service/download.ts',
    from: 'if (from && local && !isLoopback(from)) throw refused();',
    to: 'if (from) throw refused();',
    tests: [download],
  },
  {
    name: 'an export link leads onto this machine',
    file: 'src/service/download.ts',
    from: '  if (from && local && !isLoopback(from)) throw refused();\n',
    to: '',
    tests: [download],
  },
  {
    name: 'an export link leads into the network of the operator',
    file: 'src/service/http/outside.ts',
    from: 'else if (isIP(host) && !isPublicAddress(host)) callback(refused(), null);',
    to: '',
    tests: [outside],
  },
  {
    name: 'a name leads into the network of the operator',
    file: 'src/service/http/outside.ts',
    from: 'found.filter(({ address }) => isPublicAddress(address))',
    to: 'found',
    tests: [outside],
  },
  {
    name: 'prompts are in the log',
    file: 'src/log.ts',
    from: "  'inputText',\n  'prompt',\n",
    to: '',
    tests: ['test/log.test.ts'],
  },
  {
    name: 'tokens are in the log',
    file: 'src/log.ts',
    from: "  'accessToken',\n",
    to: '',
    tests: ['test/log.test.ts'],
  },
  {
    name: 'a sentence of the service that quotes a prompt is in the log',
    file: 'src/log.ts',
    from: 'const quotes = serviceMessage !== undefined;',
    to: 'const quotes = false;',
    tests: ['test/log.test.ts', 'test/service/secrecy.test.ts'],
  },
];
