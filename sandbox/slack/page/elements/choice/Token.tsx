import { CloseIcon } from '../../parts/icons.tsx';
import type { Choice } from './choice.ts';

/** One of several chosen. */
export const Token = ({ choice, onRemove }: { choice: Choice; onRemove(): void }) => (
  <span className="token">
    {choice.lead}
    <span className="token-label">{choice.label}</span>
    <button type="button" aria-label={`Remove ${choice.label}`} onClick={onRemove}>
      <CloseIcon />
    </button>
  </span>
);
