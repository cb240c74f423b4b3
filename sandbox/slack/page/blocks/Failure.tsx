import { WarningIcon } from '../parts/icons.tsx';
import { useFormContext } from './form.ts';

/** Why the last press in a block came to nothing. */
export function Failure({ blockId }: { blockId: string }) {
  const failure = useFormContext().failures[blockId];
  if (!failure) return null;
  return (
    <p className="block-failure" role="alert">
      <WarningIcon /> {failure}
    </p>
  );
}
