import { z } from 'zod';

const email = z.email();

/**
 * E-mail addresses from free text, parted by commas, semicolons, spaces or lines; each once, and apart those
 * that are none.
 */
export function parseRecipients(text: string): { recipients: string[]; invalid: string[] } {
  const words = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  const isEmail = (word: string) => email.safeParse(word).success;
  return { recipients: words.filter(isEmail), invalid: words.filter((word) => !isEmail(word)) };
}
