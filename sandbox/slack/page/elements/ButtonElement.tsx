import type { Button } from '@slack/types';
import { PlainText } from '../mrkdwn/PlainText.tsx';
import { Spinner } from '../parts/Spinner.tsx';
import { useElement } from './useElement.ts';

const styleOf = ({ style }: { style?: string }): string => (style ? `button button-${style}` : 'button');

/** A button. One with an address also opens it in a new tab, as in Slack. */
export function ButtonElement({ element }: { element: Button }) {
  const { press, isPressed } = useElement(element);
  const { value, url } = element;
  const onClick = (): void => void press({ text: element.text, value });
  const label = element.accessibility_label;
  const content = (
    <>
      <span className="button-text">
        <PlainText text={element.text.text} />
      </span>
      {isPressed && <Spinner />}
    </>
  );
  if (url)
    return (
      <a
        className={styleOf(element)}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={label}
        onClick={onClick}
      >
        {content}
      </a>
    );
  return (
    <button
      type="button"
      className={isPressed ? `${styleOf(element)} is-pressed` : styleOf(element)}
      aria-label={label}
      aria-busy={isPressed}
      onClick={onClick}
    >
      {content}
    </button>
  );
}
