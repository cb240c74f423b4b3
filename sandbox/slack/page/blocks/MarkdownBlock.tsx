import type { MarkdownBlock as MarkdownText } from '@slack/types';
import { Markdown } from '../mrkdwn/Markdown.tsx';

export const MarkdownBlock = ({ block }: { block: MarkdownText }) => <Markdown text={block.text} />;
