import type { ModalView } from '@slack/types';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import type { OpenView } from '../../protocol.ts';
import { Blocks } from '../blocks/Blocks.tsx';
import { FormContext } from '../blocks/form.ts';
import { useForm } from '../blocks/useForm.ts';
import { Avatar } from '../parts/Avatar.tsx';
import { ArrowLeftIcon, CloseIcon, WarningIcon } from '../parts/icons.tsx';
import { Spinner } from '../parts/Spinner.tsx';
import { useWorkspace } from '../state/context.ts';
import { useCloseView } from './useCloseView.ts';
import { useSubmit } from './useSubmit.ts';

/** Selectors of the element that gets the focus: the first that matches. */
const FIRST = [
  '[data-focus]',
  '.modal-body :is(textarea, select, input:not([type="radio"], [type="checkbox"], [type="file"]))',
  '.modal-body :is(input, button)',
  '.modal-footer button',
];

/** One view of the stack. */
export function Modal({ open, isTop }: { open: OpenView; isTop: boolean }) {
  const view = open.view as ModalView;
  const { app } = useWorkspace();
  const close = useCloseView();
  const form = useForm({ view: open.id }, view.blocks);
  const { submit, isSubmitting, errors, failure } = useSubmit(open, form.state);
  const panel = useRef<HTMLFormElement>(null);

  // A view may get its fields after it has opened. If the person has moved the focus into the view by then, it stays there.
  const hasFields = view.blocks.some(({ type }) => type === 'input');
  // biome-ignore lint/correctness/useExhaustiveDependencies: again as soon as there are fields
  useEffect(() => {
    const isInside = panel.current?.querySelector('.modal-body')?.contains(document.activeElement);
    if (!isTop || isInside) return;
    const found = FIRST.map((selector) => panel.current?.querySelector<HTMLElement>(selector));
    found.find(Boolean)?.focus();
  }, [isTop, hasFields]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there are new errors
  useEffect(() => {
    const invalid = panel.current?.querySelector<HTMLElement>('.input-invalid');
    invalid?.scrollIntoView({ block: 'nearest' });
    invalid?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [errors]);

  const onSubmit = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (view.submit) void submit();
  };
  return (
    <form
      ref={panel}
      className="modal-panel"
      hidden={!isTop}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit(event);
      }}
    >
      <header className="modal-header">
        {open.depth > 1 && (
          <button type="button" className="icon-button" aria-label="Back" onClick={() => close(open)}>
            <ArrowLeftIcon />
          </button>
        )}
        <Avatar userId={app.botUserId} />
        <h2 id={`title-${open.id}`}>{view.title.text}</h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={() => close(open)}>
          <CloseIcon />
        </button>
      </header>
      <FormContext value={{ ...form, errors }}>
        <div className="modal-body scrolls">
          <Blocks blocks={view.blocks} />
        </div>
      </FormContext>
      {failure && (
        <p className="modal-failure" role="alert">
          <WarningIcon /> {failure}
        </p>
      )}
      <footer className="modal-footer">
        <button type="button" className="button button-large" onClick={() => close(open)}>
          {view.close?.text ?? (view.submit ? 'Cancel' : 'Close')}
        </button>
        {view.submit && (
          <button
            type="submit"
            className="button button-large button-primary"
            aria-busy={isSubmitting}
            disabled={isSubmitting}
          >
            {view.submit.text} {isSubmitting && <Spinner />}
          </button>
        )}
      </footer>
    </form>
  );
}
