/** Literal text made safe for Markdown, with as few backslashes as it takes: people and models read it. */

const ADDRESS = /https?:\/\/[^\s<>]+/g;

/** Within a line. Addresses stay as they are. */
export function escapeInline(text: string): string {
  let result = '';
  let from = 0;
  for (const { index, 0: address } of text.matchAll(ADDRESS)) {
    result += escapePlain(text.slice(from, index)) + address;
    from = index + address.length;
  }
  return result + escapePlain(text.slice(from));
}

function escapePlain(text: string): string {
  return (
    text
      .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
      .replace(/`/g, '\\`')
      // A star or underscore with a space on both sides, or an underscore within a word, marks nothing.
      .replace(/(?<!\s)\*|\*(?!\s)/g, '\\*')
      .replace(/(?<![\p{L}\p{N}])_(?!\s)|(?<!\s)_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(/~~/g, '\\~~')
      .replace(/\]\(/g, ']\\(')
      .replace(/<(?=[a-z/!?])/gi, '\\<')
  );
}

/** Of whole lines whose inline parts are Markdown already: what would begin a heading, a quote or a rule. */
export function escapeLineStarts(markdown: string): string {
  return markdown
    .replace(/^([ \t]*)(?=#{1,6}(?:\s|$)|>)/gm, '$1\\')
    .replace(/^([ \t]*)(?=(?:-+|=+)[ \t]*$)/gm, '$1\\');
}

/** Without the three escapes that Slack writes into mrkdwn. */
export function unescapeSlack(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
