import type { Ask } from '../../../src/asks/schema.ts';
import type { Delivery, Place } from '../../../src/generations/delivery/delivery.ts';
import type { Generation } from '../../../src/generations/generation.ts';
import type { Wait, WorkStatus } from '../../../src/generations/work/work.ts';
import type { ServiceClient } from '../../../src/service/client.ts';
import type { GenerationStatus } from '../../../src/service/routes/generations.ts';

/** A Slack that keeps what was posted, whatever becomes of the process that posted it. */
export function createFakeSlack() {
  const messages: {
    kind: 'root' | 'notice';
    id: string;
    place: Place;
    ts: string;
    state: string;
  }[] = [];
  const files: { fileId: string; name: string; place: Place; shared: number; size: number }[] = [];
  const edits: {
    picture?: string | undefined;
    slides?: string[] | undefined;
    state: string;
    elapsedMs?: number | undefined;
    wait?: Wait | undefined;
  }[] = [];
  const names: string[] = [];
  /** Generations whose asker was told where they asked that they got a direct message. */
  const hints: string[] = [];
  /** Whether somebody has replied to the first message. */
  const answered = { replies: false };
  const alts: string[] = [];
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
      edits.push({
        picture: generation.thumbnail,
        slides: generation.slideTitles,
        state: generation.state,
        elapsedMs: progress?.elapsedMs,
        wait: progress?.wait,
      });
    },
    findMessage: async (_, place, id) => {
      const found = messages.find((message) => message.id === id);
      return found ? { channel: place.channel, ts: found.ts } : null;
    },
    uploadFile: async (_, file) => {
      names.push(file.name);
      if (file.alt) alts.push(file.alt);
      let size = 0;
      for await (const part of file.body) size += part.length;
      const fileId = `F${files.length + 1}`;
      files.push({ fileId, name: file.name, place: { channel: '' }, shared: 0, size });
      return { fileId };
    },
    shareFile: async (_, place, { fileId, more = [] }) => {
      const together = [fileId, ...more.map((file) => file.fileId)];
      for (const file of files) {
        if (together.includes(file.fileId)) Object.assign(file, { place, shared: file.shared + 1 });
      }
    },
    processedType: async (_, fileId) => {
      const file = files.find((one) => one.fileId === fileId && one.shared > 0);
      return file && (file.name.endsWith('.png') ? 'image/png' : 'application/octet-stream');
    },
    deleteFile: async (_, fileId) => {
      const index = files.findIndex((file) => file.fileId === fileId);
      if (index >= 0) files.splice(index, 1);
    },
    deleteNotice: async (_, { ts }) => {
      const index = messages.findIndex((message) => message.ts === ts);
      if (index >= 0) messages.splice(index, 1);
    },
    hasReplies: async () => answered.replies,
    hintAtDirectMessage: async ({ id }) => void hints.push(id),
    isFileShared: async (_, __, fileId) => files.some((file) => file.fileId === fileId && file.shared > 0),
  };
  return { delivery, messages, files, names, alts, edits, hints, answered };
}

/** A service that counts what it is asked for. `answers` are given to polls in turn, the last one ever after. */
export function createFakeService(answers: (WorkStatus | Error)[] = []) {
  const creates: unknown[] = [];
  const exports: unknown[] = [];
  let polls = 0;
  const script = {
    create: [] as (Error | null)[],
    answers,
    /** Where the picture of the document is; an error is thrown. */
    thumbnailUrl: undefined as string | Error | undefined,
    /** The names of its slides; an error is thrown. */
    slides: [] as string[] | Error,
  };
  const client = {
    async createGeneration(input: unknown) {
      creates.push(input);
      const trouble = script.create.shift();
      if (trouble) throw trouble;
      return { generationId: `gen${creates.length}` };
    },
    async getDoc() {
      const { thumbnailUrl } = script;
      if (thumbnailUrl instanceof Error) throw thumbnailUrl;
      return { docId: 'g_doc', thumbnailUrl };
    },
    async getCardAnalytics() {
      const { slides } = script;
      if (slides instanceof Error) throw slides;
      return slides.map((cardName, at) => ({ cardName, cardPosition: at + 1 })).toReversed();
    },
    async createFromTemplate(input: unknown) {
      return client.createGeneration(input);
    },
    async editDoc(docId: string, input: object) {
      const { generationId } = await client.createGeneration({ docId, ...input });
      return { editId: generationId };
    },
    createAgentGeneration: (input: object) => client.createGeneration(input),
    getAgentGeneration: () => client.getGeneration(),
    async createImage(input: object) {
      const { generationId } = await client.createGeneration(input);
      return { imageGenerationId: generationId };
    },
    async getImage() {
      const status = await client.getGeneration();
      return status.status === 'completed'
        ? { ...status, image: { url: 'https://files.example.com/secret.png', mimeType: 'image/png' } }
        : status;
    },
    getEdit: () => client.getGeneration(),
    async exportDoc(docId: string, input: object) {
      exports.push({ docId, ...input });
      return { exportId: `export${exports.length}` };
    },
    getExport: async () => ({ status: 'completed', exportUrl: 'https://files.example.com/secret.pptx' }),
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
    /** Names the account of that connection, where it is known. */
    account: undefined as string | undefined,
    client: client as unknown as ServiceClient,
    creates,
    exports,
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

/** The answer to the poll of an edit: no file comes with it. */
export const edited = {
  status: 'completed',
  docId: 'g_doc',
  credits: { deducted: 3, remaining: 85 },
} as const;

export const pending: GenerationStatus = { status: 'pending' };

export function aThoroughAsk(changes: Partial<Ask> = {}): Ask {
  return anAsk({ work: { kind: 'agent' }, ...changes });
}

export function aPicture(changes: Partial<Ask> = {}): Ask {
  const work = { kind: 'image', type: 'photo', size: 'slide' } as const;
  return anAsk({ work, prompt: 'A lighthouse at dusk', exportAs: undefined, ...changes });
}

/** A wish to change a document that is there. */
export function anEdit(changes: Partial<Ask> = {}): Ask {
  const document = { docId: 'g_doc', docUrl: 'https://docs.example.com/doc', title: 'Quarterly review' };
  return anAsk({
    work: { kind: 'edit', document },
    prompt: 'Make the title shorter',
    destination: { channel: 'C1', threadTs: '1700000000.000001' },
    ...changes,
  });
}

export function anAsk(changes: Partial<Ask> = {}): Ask {
  return {
    team: 'T1',
    person: 'U1',
    work: { kind: 'document' },
    source: { kind: 'text' },
    prompt: 'Quarterly review for the board',
    format: 'presentation',
    exportAs: 'pptx',
    destination: { channel: 'C1' },
    ...changes,
  };
}
