import './blocks.css';
import type {
  ActionsBlock,
  AnyBlock,
  ContextBlock,
  ImageBlock,
  InputBlock,
  KnownBlock,
  SectionBlock,
} from '@slack/types';
import { type ReactNode, useId } from 'react';
import { Element, ImageElement, imageAddress } from '../elements/Element.tsx';
import { PlainText } from '../mrkdwn/PlainText.tsx';
import { Text } from '../mrkdwn/Text.tsx';
import { WarningIcon } from '../parts/icons.tsx';
import { ContextActions } from './ContextActions.tsx';
import { BlockContext, useFormContext } from './form.ts';
import { Plan } from './Plan.tsx';

/** Draws the blocks that Deckhand sends, in a message, a modal or Home. Needs a FormContext. */
export function Blocks({ blocks }: { blocks: AnyBlock[] }) {
  const { failures } = useFormContext();
  return (
    <div className="blocks">
      {blocks.map((block, index) => {
        // The stand-in gives each block an id, as Slack does.
        const blockId = block.block_id ?? String(index);
        return (
          <div key={blockId} className={`block block-${block.type}`}>
            {show(block as KnownBlock, blockId)}
            {failures[blockId] && (
              <p className="input-error" role="alert">
                <WarningIcon /> {failures[blockId]}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

interface Props<Block> {
  block: Block;
  blockId: string;
}

function show(block: KnownBlock, blockId: string): ReactNode {
  switch (block.type) {
    case 'section':
      return <Section block={block} blockId={blockId} />;
    case 'actions':
      return <Actions block={block} blockId={blockId} />;
    case 'input':
      return <Input block={block} blockId={blockId} />;
    case 'context':
      return <Context block={block} />;
    case 'context_actions':
      return <ContextActions block={block} blockId={blockId} />;
    case 'plan':
      return <Plan block={block} />;
    case 'image':
      return <Image block={block} />;
    case 'divider':
      return <hr className="divider" />;
    case 'header':
      return (
        <h3 className="header-block">
          <PlainText text={block.text.text} emoji={block.text.emoji} />
        </h3>
      );
    default:
      return <p className="unknown-block">This block ({block.type}) cannot be shown in the sandbox.</p>;
  }
}

function Section({ block, blockId }: Props<SectionBlock>) {
  const textId = `${blockId}-text`;
  return (
    <div className="section">
      <div className="section-body">
        {block.text && (
          <div className="section-text" id={textId}>
            <Text of={block.text} />
          </div>
        )}
        {block.fields && (
          <div className="section-fields">
            {block.fields.map((field, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: fields have no ids and are never reordered
              <div key={index} className="section-text">
                <Text of={field} />
              </div>
            ))}
          </div>
        )}
      </div>
      {block.accessory && (
        <BlockContext value={{ blockId, dispatches: true, describedBy: block.text && textId }}>
          <div className="accessory">
            <Element element={block.accessory} />
          </div>
        </BlockContext>
      )}
    </div>
  );
}

const Actions = ({ block, blockId }: Props<ActionsBlock>) => (
  <BlockContext value={{ blockId, dispatches: true }}>
    <div className="actions">
      {block.elements.map((element, index) => (
        <Element key={element.action_id ?? index} element={element} />
      ))}
    </div>
  </BlockContext>
);

const Context = ({ block }: { block: ContextBlock }) => (
  <div className="context">
    {block.elements.map((element, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: these elements have no ids and are never reordered
      <div key={index}>
        {element.type === 'image' ? <ImageElement element={element} /> : <Text of={element} />}
      </div>
    ))}
  </div>
);

/** A picture. A click opens it in a new tab. */
const Image = ({ block }: { block: ImageBlock }) => (
  <figure className="image-block">
    {block.title && (
      <figcaption>
        <PlainText text={block.title.text} />
      </figcaption>
    )}
    <a href={imageAddress(block)} target="_blank" rel="noopener noreferrer">
      <img src={imageAddress(block)} alt={block.alt_text} />
    </a>
  </figure>
);

/** A field with its label, its hint and its error. */
function Input({ block, blockId }: Props<InputBlock>) {
  const id = useId();
  const error = useFormContext().errors[blockId];
  const labelId = `${id}-label`;
  const describedBy = [error && `${id}-error`, block.hint && `${id}-hint`].filter(Boolean).join(' ');
  const place = {
    blockId,
    labelId,
    describedBy: describedBy || undefined,
    dispatches: block.dispatch_action === true,
    isInvalid: error !== undefined,
    isRequired: !block.optional,
  };
  return (
    <div className={error ? 'input input-invalid' : 'input'}>
      <div className="input-label">
        <span id={labelId}>
          <PlainText text={block.label.text} />
        </span>
        {block.optional && <span className="input-optional"> (optional)</span>}
      </div>
      <BlockContext value={place}>
        <Element element={block.element} />
      </BlockContext>
      {error && (
        <p className="input-error" id={`${id}-error`} role="alert">
          <WarningIcon /> {error}
        </p>
      )}
      {block.hint && (
        <p className="input-hint" id={`${id}-hint`}>
          <PlainText text={block.hint.text} />
        </p>
      )}
    </div>
  );
}
