import type { ImageElement as Image, SlackFileImageObject, UrlImageObject } from '@slack/types';

/** Where a picture's bytes are, be it on the web or a file of the workspace. */
export function imageAddress(image: UrlImageObject | SlackFileImageObject): string {
  if ('image_url' in image && image.image_url) return image.image_url;
  const file = 'slack_file' in image ? image.slack_file : undefined;
  return file && 'url' in file ? file.url : '';
}

export const ImageElement = ({ element }: { element: Image }) => (
  <img
    className="image-element"
    src={imageAddress(element)}
    alt={element.alt_text}
    title={element.alt_text}
  />
);
