import type { Ask } from '../../../src/asks/schema.ts';
import type { Delivery, Place } from '../../../src/generations/delivery/delivery.ts';
import type { Generation } from '../../../src/generations/generation.ts';
import type { ServiceClient } from '../../../src/service/client.ts';
import type { GenerationStatus } from '../../../src/service/routes/generations.ts';

/** A Slack that keeps what was posted, whatever becomes of the process that posted it. */
export function createFakeSlack() {
  const messages: { kind: 'root' | 'notice'; id: string; place: Place; ts: string; state: string }[] = [];
  const files: { fileId: string; place: Place; shared: number; size: number }[] = [];
  const edits: { state: string; elapsedMs?: number | undefined }[] = [];
  let clock = 0;

  function post(kind: 'root' | 'notice', generation: Generation, place: Place, id: string) {
    const ts = `1700000000.${String(++clock).padStart(6, '0')}`;
    messages.push({ kind, id, place, ts, state: generation.state });
    return { channel: place.channel, ts };
  }

  const delivery: Delivery = {
    postRoot: async (generation, place, id) => post('root', generation, place, id),
    postNotice: async (generation, place, id) => post('notice', generation, place, id),
    update: async (generation, progress) => {
      edits.push({ state: generation.state, elapsedMs: progress?.elapsedMs });
    },
    findMessage: async (_, place, id) => {
      const found = messages.find((message) => message.id === id);
      return found ? { channel: place.channel, ts: found.ts } : null;
    },
    uploadFile: async (_, file) => {
      let size = 0;
      for await (const part of file.body) size += part.length;
      const fileId = `F${files.length + 1}`;
      files.push({ fileId, place: { channel: '' }, shared: 0, size });
      return { fileId };
    },
    shareFile: async (_, place, { fileId }) => {
      const file = files.find((one) => one.fileId === fileId);
      if (file) Object.assign(file, { place, shared: file.shared + 1 });
    },
    isFileShared: async (_, __, fileId) => files.some((file) => file.fileId === fileId && file.shared > 0),
  };
  return { delivery, messages, files, edits };
}

/** A service that counts what it is asked for. `answers` are given to polls in turn, the last one ever after. */
export function createFakeService(answers: (GenerationStatus | Error)[] = []) {
  const creates: unknown[] = [];
  let polls = 0;
  const script = { create: [] as (Error | null)[], answers };
  const client = {
    async createGeneration(input: unknown) {
      creates.push(input);
      const trouble = script.create.shift();
      if (trouble) throw trouble;
      return { generationId: `gen${creates.length}` };
    },
    async createFromTemplate(input: unknown) {
      return client.createGeneration(input);
    },
    async getGeneration() {
      const answer = script.answers[Math.min(polls, script.answers.length - 1)] ?? completed();
      polls += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return {
    /** Names what it is asked with. */
    connection: 'first',
    client: client as unknown as ServiceClient,
    creates,
    script,
    get polls() {
      return polls;
    },
  };
}

export function completed(
  extra: Partial<Extract<GenerationStatus, { status: 'completed' }>> = {},
): GenerationStatus {
  return {
    status: 'completed',
    docId: 'g_doc',
    docUrl: 'https://docs.example.com/doc',
    title: 'Quarterly review',
    exportUrl: 'https://files.example.com/secret.pptx',
    credits: { deducted: 12, remaining: 88 },
    ...extra,
  };
}

export const pending: GenerationStatus = { status: 'pending' };

export function anAsk(changes: Partial<Ask> = {}): Ask {
  return {
    team: 'T1',
    person: 'U1',
    source: { kind: 'text' },
    prompt: 'Quarterly review for the board',
    format: 'presentation',
    exportAs: 'pptx',
    destination: { channel: 'C1' },
    ...changes,
  };
}
