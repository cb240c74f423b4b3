import type { KnownBlock } from '@slack/types';
import type { Message } from '../../protocol.ts';
import { Blocks } from '../blocks/Blocks.tsx';
import { FormContext } from '../blocks/form.ts';
import { useForm } from '../blocks/useForm.ts';

export function MessageBlocks({ message, blocks }: { message: Message; blocks: KnownBlock[] }) {
  const form = useForm({ message: { channel: message.channel, ts: message.ts } }, blocks);
  return (
    <FormContext value={form}>
      <div className="message-blocks">
        <Blocks blocks={blocks} />
      </div>
    </FormContext>
  );
}
