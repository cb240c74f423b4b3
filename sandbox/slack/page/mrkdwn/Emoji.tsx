import { useWorkspace } from '../state/context.ts';

const isPicture = (value: string): boolean => /^(https?:|\/|data:)/.test(value);

/** An emoji by its name. As in Slack, an unknown one is shown as typed. */
export function Emoji({ name }: { name: string }) {
  const value = useWorkspace().emoji[name];
  if (!value) return `:${name}:`;
  if (isPicture(value)) return <img className="emoji" src={value} alt={`:${name}:`} title={`:${name}:`} />;
  return (
    <span className="emoji" role="img" aria-label={`${name.replaceAll('_', ' ')} emoji`} title={`:${name}:`}>
      {value}
    </span>
  );
}
