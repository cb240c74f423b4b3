import type { imageModels } from '../../../service/options.ts';
import type { Choices } from '../form/menus.ts';

/** The service's image models by family. The sentences follow what the makers of the models say, because the service returns only names. */
const families = [
  [
    'Flux',
    {
      'flux-1-quick': 'Quick and cheap, for drafts.',
      'flux-1-pro': 'Realistic pictures of all kinds.',
      'flux-1-ultra': 'Large, sharp photos. Slower, and costs more.',
      'flux-2-klein': 'The fastest of Flux 2, for many pictures.',
      'flux-2-flex': 'Good at words within pictures.',
      'flux-2-pro': 'Good pictures in reasonable time.',
      'flux-2-max': 'The finest of Flux 2. Slower, and costs more.',
      'flux-kontext-fast': 'Quick and cheap, with a consistent look.',
      'flux-kontext-pro': 'The same look and people across pictures.',
      'flux-kontext-max': 'Like Kontext Pro, better at details and words. Costs more.',
    },
  ],
  [
    'Gemini',
    {
      'gemini-2.5-flash-image': 'Follows long descriptions closely.',
      'gemini-3.1-flash-image-mini': 'The quickest and cheapest of Gemini.',
      'gemini-3.1-flash-image': 'Quick, and good at words within pictures.',
      'gemini-3.1-flash-image-hd': 'The same in high resolution. Costs more.',
      'gemini-3-pro-image': 'Diagrams, infographics and words within pictures.',
      'gemini-3-pro-image-hd': 'The same in high resolution. Costs more.',
    },
  ],
  [
    'GPT Image and DALL·E',
    {
      'gpt-image-2-mini': 'A quick, cheap GPT Image 2, for drafts.',
      'gpt-image-2': 'Follows detailed descriptions, with readable words.',
      'gpt-image-2-hd': 'The same in high resolution. Costs more.',
      'gpt-image-1-mini-low': 'Cheap and rough, for drafts.',
      'gpt-image-1-mini-medium': 'Cheap, with fair detail.',
      'gpt-image-1-mini-high': 'The small model with the most detail.',
      'gpt-image-1-medium': 'Follows descriptions closely.',
      'gpt-image-1-high': 'The same with the most detail. Slow and expensive.',
      'dall-e-3': 'An older model, for colourful illustrations.',
    },
  ],
  [
    'Ideogram',
    {
      'ideogram-v3-turbo': 'Posters and lettering, quickly.',
      'ideogram-v3': 'Posters, logos and lettering.',
      'ideogram-v3-quality': 'Lettering with the most care. Slower, and costs more.',
    },
  ],
  [
    'Recraft',
    {
      'recraft-v3': 'Design and brand illustrations in a consistent style.',
      'recraft-v3-svg': 'Vector illustrations, sharp at any size.',
      'recraft-v4': 'Newer: tidy composition, good at words.',
      'recraft-v4-pro': 'The same in high resolution. Costs more.',
      'recraft-v4-svg': 'Newer vector illustrations and icons.',
    },
  ],
  [
    'Leonardo and Luma',
    {
      'leonardo-phoenix': 'Atmosphere and art, close to the description.',
      'luma-photon-flash-1': 'Quick and cheap, for photographic pictures.',
      'luma-photon-1': 'Natural, photographic pictures.',
    },
  ],
  [
    'Moving pictures',
    {
      'leonardo-motion-2-fast': 'Short animations, quickly.',
      'leonardo-motion-2': 'Short animations.',
      'luma-ray-2-flash': 'Short, realistic clips, quickly.',
      'luma-ray-2': 'Short, realistic clips.',
      'veo-3.1-fast': 'Video clips, quickly.',
      'veo-3.1': 'Video clips of high quality. Slow and expensive.',
    },
  ],
] as const satisfies [string, Partial<Record<(typeof imageModels)[number], string>>][];

/** The image models as groups of menu options. The sentence about a model is shown below its name. */
export const imageModelGroups: readonly (readonly [string, Choices])[] = families.map(([name, models]) => [
  name,
  Object.entries(models).map(([model, sentence]) => [model, model, sentence]),
]);
