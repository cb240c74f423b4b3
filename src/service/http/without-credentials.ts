/** Shorter values are words, not secrets. */
const SECRET_LENGTH = 8;

/** A text of the service without the credentials it was sent: some services quote a key they refuse. */
export function withoutCredentials(text: string, headers: Record<string, string>): string {
  const secrets = Object.values(headers).map((value) => value.replace(/^(Bearer|Basic)\s+/i, ''));
  return secrets
    .filter((secret) => secret.length >= SECRET_LENGTH)
    .reduce((clean, secret) => clean.replaceAll(secret, '[secret]'), text);
}
