import type {
  ConversationsSelect,
  MultiConversationsSelect,
  MultiStaticSelect as MultiStaticSelectBlock,
  MultiUsersSelect,
  Option,
  OptionGroup,
  StaticSelect as StaticSelectBlock,
  UsersSelect,
} from '@slack/types';
import type { Conversation, Workspace } from '../../protocol.ts';
import { useWorkspace } from '../state/context.ts';
import { conversationName } from '../state/shown/names.ts';
import { useElement } from './useElement.ts';

interface Choice {
  value: string;
  label: string;
}

interface Group {
  label?: string;
  choices: Choice[];
}

interface Props {
  element: { type: string; action_id?: string; placeholder?: { text: string }; focus_on_load?: boolean };
  groups: Group[];
  chosen: string;
  onChoose(value: string): void;
}

/** The browser's own list. A choice that can be cleared has an empty first option. */
function Select({ element, groups, chosen, onChoose }: Props) {
  const { isPressed, isClearable, aria } = useElement(element);
  return (
    <select
      {...aria}
      className="field"
      aria-busy={isPressed}
      data-focus={element.focus_on_load || undefined}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="" disabled={!isClearable} hidden={!isClearable}>
        {element.placeholder?.text ?? 'Select an option'}
      </option>
      {groups.map(({ label, choices }) => {
        const options = choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ));
        return label ? (
          <optgroup key={label} label={label}>
            {options}
          </optgroup>
        ) : (
          options
        );
      })}
    </select>
  );
}

/** A select with options in the block. */
export function StaticSelect({ element }: { element: StaticSelectBlock }) {
  const { value, choose } = useElement(element);
  const { options, groups } = useWritten(element);
  const chosen = (value as Option | null)?.value ?? '';
  const onChoose = (picked: string): void =>
    choose(options.find((option) => option.value === picked) ?? null);
  return <Select element={element} groups={groups} chosen={chosen} onChoose={onChoose} />;
}

/** A select of several of the options in the block. */
export function MultiStaticSelect({ element }: { element: MultiStaticSelectBlock }) {
  const { value, choose } = useElement(element);
  const { options, groups } = useWritten(element);
  const onChoose = (ids: string[]): void =>
    choose(options.filter((option) => ids.includes(option.value ?? '')));
  const chosen = ((value ?? []) as Option[]).map((option) => option.value ?? '');
  return <SeveralSelect element={element} groups={groups} chosen={chosen} onChoose={onChoose} />;
}

/** Returns the options in a block, and as groups of choices. */
function useWritten(element: StaticSelectBlock | MultiStaticSelectBlock) {
  const { emoji } = useWorkspace();
  const given: (OptionGroup | { label?: undefined; options: Option[] })[] = element.option_groups?.length
    ? element.option_groups
    : [{ options: element.options ?? [] }];
  const groups = given.map((group) => ({
    label: group.label?.text,
    choices: (group.options as Option[]).map((option) => ({
      value: option.value ?? '',
      label: [option.text.text, option.description?.text]
        .filter((text) => text !== undefined)
        .map((text) => text.replace(/:([a-z0-9_+'-]+):/g, (whole, name) => emoji[name] ?? whole))
        .join(' · '),
    })),
  }));
  return { options: given.flatMap((group) => group.options as Option[]), groups };
}

/** A select of people or conversations. */
export function EntitySelect({ element }: { element: UsersSelect | ConversationsSelect }) {
  const workspace = useWorkspace();
  const { value, choose } = useElement(element);
  return (
    <Select
      element={element}
      groups={[{ choices: entitiesOf(workspace, element) }]}
      chosen={(value as string | null) ?? ''}
      onChoose={(picked) => choose(picked || null)}
    />
  );
}

type MultiSelect = MultiUsersSelect | MultiConversationsSelect;

/** A select of several people or conversations. */
export function EntitiesSelect({ element }: { element: MultiSelect }) {
  const workspace = useWorkspace();
  const { value, choose } = useElement(element);
  const groups = [{ choices: entitiesOf(workspace, element) }];
  return (
    <SeveralSelect element={element} groups={groups} chosen={(value ?? []) as string[]} onChoose={choose} />
  );
}

interface SeveralProps extends Omit<Props, 'chosen' | 'onChoose'> {
  chosen: string[];
  onChoose(values: string[]): void;
}

/** What is chosen, each with a button that removes it, above the list of the others. */
function SeveralSelect({ element, groups, chosen, onChoose }: SeveralProps) {
  const all = groups.flatMap(({ choices }) => choices);
  const others = groups.map(({ label, choices }) => ({
    ...(label !== undefined && { label }),
    choices: choices.filter(({ value }) => !chosen.includes(value)),
  }));
  return (
    <>
      <div className="chosen">
        {chosen.map((id) => {
          const label = all.find((each) => each.value === id)?.label ?? id;
          const remove = (): void => onChoose(chosen.filter((other) => other !== id));
          return (
            <button key={id} type="button" className="button" aria-label={`Remove ${label}`} onClick={remove}>
              {label} ×
            </button>
          );
        })}
      </div>
      <Select
        element={element}
        groups={others}
        chosen=""
        onChoose={(picked) => picked && onChoose([...chosen, picked])}
      />
    </>
  );
}

function entitiesOf(
  workspace: Workspace,
  element: UsersSelect | ConversationsSelect | MultiSelect,
): Choice[] {
  const { me, people, conversations } = workspace;
  if (element.type === 'users_select' || element.type === 'multi_users_select')
    return people
      .filter(({ role }) => role !== 'bot')
      .map(({ id, name }) => ({ value: id, label: id === me.id ? `${name} (you)` : name }));
  const { include, exclude_bot_users: noApps } = element.filter ?? {};
  return conversations
    .filter(({ kind }) => !(noApps && kind === 'app'))
    .filter(({ kind }) => include === undefined || include.includes(FILTER_NAMES[kind]))
    .map((conversation) => ({ value: conversation.id, label: labelOf(conversation, workspace) }));
}

const labelOf = (conversation: Conversation, workspace: Workspace): string =>
  (conversation.kind === 'channel' ? '#' : '') + conversationName(conversation, workspace);

/** The names of kinds of conversations in a select's filter. */
const FILTER_NAMES = {
  channel: 'public',
  private: 'private',
  im: 'im',
  app: 'im',
  mpim: 'mpim',
} as const;
