import './markdown.css';
import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode, useMemo } from 'react';
import { Link } from './Link.tsx';
import { PlainText } from './PlainText.tsx';

/** The `markdown` block: standard Markdown, not mrkdwn. Raw HTML is shown as text. */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => lexer(text), [text]);
  return (
    <div className="markdown">
      <MarkdownTokens of={tokens} />
    </div>
  );
}

function MarkdownTokens({ of }: { of: Token[] }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parsed text has no other identity, and is never reordered
  return of.map((token, index) => <Fragment key={index}>{show(token)}</Fragment>);
}

const inside = (token: Token): ReactNode =>
  'tokens' in token && token.tokens ? <MarkdownTokens of={token.tokens} /> : <Plain token={token} />;

function Plain({ token }: { token: Token }) {
  return <PlainText text={'text' in token ? String(token.text) : token.raw} />;
}

const shows: Record<string, (token: Token) => ReactNode> = {
  space: () => null,
  heading: (token) => <h3 className={`markdown-h${(token as Tokens.Heading).depth}`}>{inside(token)}</h3>,
  paragraph: (token) => <p>{inside(token)}</p>,
  blockquote: (token) => <blockquote className="quote">{inside(token)}</blockquote>,
  code: (token) => <pre className="pre">{(token as Tokens.Code).text}</pre>,
  codespan: (token) => <code className="code">{(token as Tokens.Codespan).text}</code>,
  hr: () => <hr className="divider" />,
  br: () => <br />,
  strong: (token) => <b>{inside(token)}</b>,
  em: (token) => <i>{inside(token)}</i>,
  del: (token) => <s>{inside(token)}</s>,
  link: (token) => <Link url={(token as Tokens.Link).href}>{inside(token)}</Link>,
  image: (token) => <Link url={(token as Tokens.Image).href}>{(token as Tokens.Image).text}</Link>,
  list: (token) => <List of={token as Tokens.List} />,
  table: (token) => <MarkdownTable of={token as Tokens.Table} />,
};

const show = (token: Token): ReactNode => (shows[token.type] ?? inside)(token);

function List({ of }: { of: Tokens.List }) {
  const Tag = of.ordered ? 'ol' : 'ul';
  return (
    <Tag className="markdown-list" start={of.ordered && of.start ? of.start : undefined}>
      {of.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={index}>
          {item.task && <input type="checkbox" checked={item.checked ?? false} readOnly aria-label="Done" />}
          <MarkdownTokens of={item.tokens} />
        </li>
      ))}
    </Tag>
  );
}

function MarkdownTable({ of }: { of: Tokens.Table }) {
  return (
    <div className="table-frame">
      <table>
        <thead>
          <tr>
            {of.header.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a table's cells are told apart by their place
              <th key={index} style={{ textAlign: cell.align ?? 'start' }}>
                <MarkdownTokens of={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column} style={{ textAlign: cell.align ?? 'start' }}>
                  <MarkdownTokens of={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
