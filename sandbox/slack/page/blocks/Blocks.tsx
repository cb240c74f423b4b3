import './blocks.css';
import type { AnyBlock, KnownBlock } from '@slack/types';
import type { ReactNode } from 'react';
import { blockIdOf } from '../state/form/form.ts';
import { ActionsBlock } from './ActionsBlock.tsx';
import { AlertBlock } from './AlertBlock.tsx';
import { ContextBlock } from './ContextBlock.tsx';
import { CardBlock } from './card/CardBlock.tsx';
import { CarouselBlock } from './card/CarouselBlock.tsx';
import { Failure } from './Failure.tsx';
import { FileBlock } from './FileBlock.tsx';
import { ContextActionsBlock } from './feedback/ContextActionsBlock.tsx';
import { HeaderBlock } from './HeaderBlock.tsx';
import { ImageBlock } from './ImageBlock.tsx';
import { InputBlock } from './InputBlock.tsx';
import { MarkdownBlock } from './MarkdownBlock.tsx';
import { PlanBlock } from './plan/PlanBlock.tsx';
import { TaskCardBlock } from './plan/TaskCardBlock.tsx';
import { RichTextBlock } from './RichTextBlock.tsx';
import { SectionBlock } from './SectionBlock.tsx';
import { DataTableBlock } from './table/DataTableBlock.tsx';
import { TableBlock } from './table/TableBlock.tsx';

/** A list of blocks as Slack draws it, in a message, a modal or Home. Must stand in a FormContext. */
export function Blocks({ blocks }: { blocks: AnyBlock[] }) {
  return (
    <div className="blocks">
      {blocks.map((block, index) => {
        const blockId = blockIdOf(block, index);
        return (
          <div key={blockId} className={`block block-${block.type}`}>
            {show(block as KnownBlock, blockId)}
            <Failure blockId={blockId} />
          </div>
        );
      })}
    </div>
  );
}

function show(block: KnownBlock, blockId: string): ReactNode {
  switch (block.type) {
    case 'section':
      return <SectionBlock block={block} blockId={blockId} />;
    case 'actions':
      return <ActionsBlock block={block} blockId={blockId} />;
    case 'input':
      return <InputBlock block={block} blockId={blockId} />;
    case 'context':
      return <ContextBlock block={block} />;
    case 'header':
      return <HeaderBlock block={block} />;
    case 'divider':
      return <hr className="divider" />;
    case 'image':
      return <ImageBlock block={block} />;
    case 'rich_text':
      return <RichTextBlock block={block} />;
    case 'markdown':
      return <MarkdownBlock block={block} />;
    case 'file':
      return <FileBlock block={block} />;
    case 'table':
      return <TableBlock block={block} />;
    case 'data_table':
      return <DataTableBlock block={block} />;
    case 'plan':
      return <PlanBlock block={block} />;
    case 'task_card':
      return <TaskCardBlock block={block} />;
    case 'card':
      return <CardBlock block={block} blockId={blockId} />;
    case 'carousel':
      return <CarouselBlock block={block} />;
    case 'context_actions':
      return <ContextActionsBlock block={block} blockId={blockId} />;
    case 'alert':
      return <AlertBlock block={block} />;
    default:
      return <p className="unknown-block">This block ({block.type}) cannot be shown in the sandbox.</p>;
  }
}
