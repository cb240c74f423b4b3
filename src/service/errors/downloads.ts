import { ServiceError } from './service-error.ts';

/** What can be wrong with an export link. None of these ever names the link: whoever holds it can download. */

/** The link, or a redirect of it, leads where it should not. Nothing was fetched from there. */
export class ExportLinkRefused extends ServiceError {}

/** The link has expired or was never good; a new export gives a new one. */
export class ExportGone extends ServiceError {}

/** The file is larger than was allowed, in bytes. */
export class ExportTooLarge extends ServiceError {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
    this.maxBytes = maxBytes;
  }
}
