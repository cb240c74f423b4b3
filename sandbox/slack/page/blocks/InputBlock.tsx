import type { InputBlock as Input } from '@slack/types';
import { useId } from 'react';
import { Element } from '../elements/Element.tsx';
import { PlainText } from '../mrkdwn/PlainText.tsx';
import { WarningIcon } from '../parts/icons.tsx';
import { BlockContext, useFormContext } from './form.ts';

/** A labelled field with its hint and what is wrong with it. */
export function InputBlock({ block, blockId }: { block: Input; blockId: string }) {
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
