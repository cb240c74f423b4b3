/**
 * Names of the form's fields: each is an input block of this `block_id` with one element of the same
 * `action_id`. They stay the same whatever else is shown, since Slack keeps what was typed by them.
 */
export const fields = {
  startFrom: 'start_from',
  prompt: 'prompt',
  file: 'file',
  template: 'template',
  format: 'format',
  cards: 'cards',
  theme: 'theme',
  folder: 'folder',
  exportAs: 'export_as',
  channel: 'channel',
  title: 'title',
  imageSource: 'image_source',
  imageModel: 'image_model',
  imageStyle: 'image_style',
  workspaceAccess: 'workspace_access',
  externalAccess: 'external_access',
  recipients: 'recipients',
  recipientAccess: 'recipient_access',
  language: 'language',
  tone: 'tone',
  audience: 'audience',
} as const;
export type Field = keyof typeof fields;

/** The first field of a prompt is `prompt`, the next one `prompt_2`. */
export function promptField(part: number): string {
  return part === 0 ? fields.prompt : `${fields.prompt}_${part + 1}`;
}
