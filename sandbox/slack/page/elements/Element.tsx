import './elements.css';
import type {
  ActionsBlockElement,
  ImageElement as Image,
  InputBlockElement,
  SectionBlockAccessory,
  SlackFileImageObject,
  UrlImageObject,
} from '@slack/types';
import type { ReactNode } from 'react';
import { ButtonElement } from './ButtonElement.tsx';
import { Checkboxes, RadioButtons } from './Choices.tsx';
import { FileInput } from './FileInput.tsx';
import { OverflowElement } from './OverflowElement.tsx';
import { SearchSelect } from './SearchSelect.tsx';
import { EntitiesSelect, EntitySelect, MultiStaticSelect, StaticSelect } from './Select.tsx';
import { TextInput } from './TextInput.tsx';
import { TimeInput } from './TimeInput.tsx';

type AnyElement = ActionsBlockElement | InputBlockElement | SectionBlockAccessory;

/** An element of a section, an actions block or an input. */
export function Element({ element }: { element: AnyElement }): ReactNode {
  switch (element.type) {
    case 'button':
      return <ButtonElement element={element} />;
    case 'overflow':
      return <OverflowElement element={element} />;
    case 'static_select':
      return <StaticSelect element={element} />;
    case 'multi_static_select':
      return <MultiStaticSelect element={element} />;
    case 'users_select':
    case 'conversations_select':
      return <EntitySelect element={element} />;
    case 'multi_users_select':
    case 'multi_conversations_select':
      return <EntitiesSelect element={element} />;
    case 'external_select':
      return <SearchSelect element={element} />;
    case 'timepicker':
      return <TimeInput element={element} />;
    case 'radio_buttons':
      return <RadioButtons element={element} />;
    case 'checkboxes':
      return <Checkboxes element={element} />;
    case 'plain_text_input':
    case 'number_input':
      return <TextInput element={element} />;
    case 'file_input':
      return <FileInput element={element} />;
    case 'image':
      return <ImageElement element={element} />;
    default:
      return <p className="unknown-block">This element ({element.type}) cannot be shown in the sandbox.</p>;
  }
}

/** Returns the address of a picture, which is on the web or a file of the workspace. */
export function imageAddress(image: UrlImageObject | SlackFileImageObject): string {
  if ('image_url' in image && image.image_url) return image.image_url;
  const file = 'slack_file' in image ? image.slack_file : undefined;
  return file && 'url' in file ? file.url : '';
}

export const ImageElement = ({ element }: { element: Image }) => (
  <img className="image-element" src={imageAddress(element)} alt={element.alt_text} />
);
