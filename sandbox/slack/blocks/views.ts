import { z } from 'zod';
import { faultsOfBlocks } from './check.ts';
import { asSlackMessages, sentence } from './messages.ts';
import { plainText } from './objects.ts';
import type { AnyBlock } from './walk.ts';

/** Schemas of modals and Home views. */

/** Most bytes of a view as JSON. */
const VIEW_LIMIT = 250_000;

const shared = {
  blocks: z.array(z.unknown()),
  private_metadata: z.string().max(3000).optional(),
  callback_id: z.string().max(255).optional(),
};

const modal = z.strictObject({
  type: z.literal('modal'),
  title: plainText(24),
  submit: plainText(24).optional(),
  close: plainText(24).optional(),
  ...shared,
});

const home = z.strictObject({ type: z.literal('home'), ...shared });

const viewSchema = z.discriminatedUnion('type', [modal, home]);
type ViewPayload = z.output<typeof viewSchema>;

export const isViewTooLarge = (view: unknown): boolean =>
  Buffer.byteLength(JSON.stringify(view) ?? '') > VIEW_LIMIT;

/** Returns Slack's error messages for a view. */
export function faultsOfView(view: unknown, wanted: 'modal' | 'home', pointer = '/view'): string[] {
  const parsed = viewSchema.safeParse(view, { reportInput: true });
  if (!parsed.success) return asSlackMessages(parsed.error, pointer);
  if (parsed.data.type !== wanted)
    return [sentence(`unsupported type: ${parsed.data.type}`, pointer, ['type'])];
  const faults = faultsOfBlocks(parsed.data.blocks, wanted, `${pointer}/blocks`);
  return faults.length ? faults : submitFaults(parsed.data, pointer);
}

function submitFaults(view: ViewPayload, pointer: string): string[] {
  const hasInput = (view.blocks as AnyBlock[]).some((block) => block.type === 'input');
  return view.type === 'modal' && hasInput && !view.submit
    ? [sentence('missing required field: submit', pointer)]
    : [];
}
