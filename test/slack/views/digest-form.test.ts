import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOfView } from '../../../sandbox/slack/blocks/views.ts';
import { styleSchema } from '../../../src/asks/schema.ts';
import { settingsSchema } from '../../../src/digests/digest.ts';
import { type DigestForm, digestForm, settingsFromForm } from '../../../src/slack/digest/form/digest-form.ts';
import { digestFields } from '../../../src/slack/digest/form/fields.ts';
import { digestModal, readDigestModal } from '../../../src/slack/digest/form/modal.ts';
import { anyEntries, asDrawn, mended } from './any-form.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');

const anyForm = anyEntries(digestFields, {
  zone: fc.constantFrom('Europe/Lisbon', 'UTC', 'Asia/Kolkata'),
  line: fc.constantFrom('', '0 9 * * 1', '* * * * *', 'nonsense'),
  link: fc.constantFrom('', 'https://small.slack.com/archives/C1/p1700000000000100', 'https://example.com'),
  from: fc.constantFrom(undefined, '2026-03-02', '2026-03-08'),
}) as fc.Arbitrary<DigestForm>;

describe('the form of a digest', () => {
  it('keeps all entries when it is drawn and submitted, including hidden ones', () => {
    fc.assert(
      fc.property(anyForm, fc.option(fc.uuid(), { nil: undefined }), (form, id) => {
        const view = digestModal(form, { id }, NOW);
        expect(faultsOfView(view, 'modal')).toEqual([]);
        expect(readDigestModal(asDrawn(view))).toEqual({ form, display: { id } });
      }),
    );
  });

  it('becomes a digest if it is valid, and the digest becomes the same form', () => {
    fc.assert(
      fc.property(anyForm, (any) => {
        const right = { channel: 'C1', line: '0 9 * * 1', person: 'UBEN' };
        const form = mended(digestForm, { ...any, now: NOW }, right);
        const settings = settingsFromForm(form, NOW);
        expect(settingsFromForm(digestForm.from(settings), NOW)).toEqual(settings);
      }),
    );
  });

  it('has a field for every property that can have a default', () => {
    const style = Object.keys(styleSchema.shape);
    expect(Object.keys(digestFields)).toEqual(expect.arrayContaining(style));
    expect(Object.keys(settingsSchema.shape.choices.shape)).toEqual(expect.arrayContaining(style));
  });
});
