import type { Generation } from '../../../src/generations/generation.ts';

/** Ana's spring launch, delivered, unless told otherwise. */
export function aGeneration(given: Partial<Generation> = {}): Generation {
  return {
    id: '7b1c7f0e-4a39-4c55-9a0a-0f6f7a7f9d11',
    team: 'T1',
    person: 'UANA',
    state: 'delivered',
    work: 'document',
    ask: {
      team: 'T1',
      person: 'UANA',
      work: { kind: 'document' },
      source: { kind: 'text' },
      prompt: 'Spring launch',
      format: 'presentation',
      slides: 10,
      theme: { id: 'ocean', name: 'Ocean' },
      destination: { channel: 'C1' },
    },
    label: 'Spring launch',
    generationId: 'g-1',
    docId: 'doc-1',
    docUrl: 'https://docs.example.com/spring?a=1&b=2',
    title: 'Spring launch in Lisbon',
    exportAs: 'pptx',
    credits: { deducted: 40, remaining: 1960 },
    channel: 'C1',
    createdAt: new Date('2026-03-02T09:00:00Z'),
    updatedAt: new Date('2026-03-02T09:02:00Z'),
    ...given,
  };
}
