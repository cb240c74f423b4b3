import { useState } from 'react';
import type { OpenView, SubmitResult, ViewState } from '../../protocol.ts';
import { useClient } from '../state/context.ts';
import { faultsOf } from '../state/form/validate.ts';

const TROUBLE = 'We had some trouble connecting. Try again?';

interface Faults {
  errors: Record<string, string>;
  /** What the fields held then: an error goes as soon as its field is touched. */
  state: ViewState;
}

/** Sends a view's values once they are in order, and holds what is wrong with them. */
export function useSubmit(open: OpenView, state: ViewState) {
  const client = useClient();
  const [isSubmitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>({ errors: {}, state });

  const submit = async (): Promise<void> => {
    if (isSubmitting) return;
    setFailure(null);
    const errors = faultsOf(open.view.blocks, state);
    setFaults({ errors, state });
    if (Object.keys(errors).length > 0) return;
    setSubmitting(true);
    const result = await client.api
      .submit({ user: client.me(), viewId: open.id, state })
      .catch((): SubmitResult => ({ ok: false, error: TROUBLE }));
    setSubmitting(false);
    if (result.errors) setFaults({ errors: result.errors, state });
    else if (!result.ok) setFailure(sentence(result.error));
  };

  return { submit, isSubmitting, failure, errors: useStable(stillTrue(faults, state)) };
}

/** Slack shows one line whatever went wrong; the stand-in may give a better one. */
const sentence = (error: string | undefined): string => (error?.includes(' ') ? error : TROUBLE);

function stillTrue({ errors, state: then }: Faults, now: ViewState): Record<string, string> {
  const same = Object.entries(errors).filter(([blockId]) => then[blockId] === now[blockId]);
  return same.length === Object.keys(errors).length ? errors : Object.fromEntries(same);
}

/** The same object as long as it says the same, for effects that follow it. */
function useStable(errors: Record<string, string>): Record<string, string> {
  const [kept, setKept] = useState(errors);
  if (kept === errors) return kept;
  const isSame = JSON.stringify(kept) === JSON.stringify(errors);
  if (!isSame) setKept(errors);
  return isSame ? kept : errors;
}
