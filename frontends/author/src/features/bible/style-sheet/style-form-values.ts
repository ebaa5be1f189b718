import {
  type DetectedStyle,
  styleLimits,
  type StyleSettings,
  styleSettings,
} from '@inkbear/contracts/books/style-sheet';
import type { z } from 'zod';

/** The fields of the voice samples, in order. */
export const voiceFields = ['voice1', 'voice2', 'voice3'] as const;

/** The settings as form values: one word to avoid on each line, and '' for a setting that is not set. */
export function styleFormValuesOf(settings: StyleSettings) {
  const [voice1 = '', voice2 = '', voice3 = ''] = settings.voiceSamples;
  return {
    pov: settings.pov ?? '',
    povEntryId: settings.povEntryId ?? '',
    tense: settings.tense ?? '',
    dialect: settings.dialect ?? '',
    dialogueMarks: settings.dialogueMarks ?? '',
    avoid: settings.avoid.join('\n'),
    notes: settings.notes,
    voice1,
    voice2,
    voice3,
  } satisfies Record<string, string>;
}

export type StyleField = keyof ReturnType<typeof styleFormValuesOf>;
export type StyleFormValues = Readonly<Record<StyleField, string>>;
type StyleErrors = Readonly<Partial<Record<StyleField, string>>>;

/** The settings of a form, or the errors of its fields when they cannot be saved. */
export function readStyle(
  texts: StyleFormValues,
): { settings: StyleSettings; errors: StyleErrors } | { settings: null; errors: StyleErrors } {
  const lines = texts.avoid.split('\n').map((text, index) => ({ text, number: index + 1 }));
  const avoided = lines.filter(({ text }) => text.trim() !== '');
  const samples = voiceFields.filter((field) => texts[field].trim() !== '');
  const { data, error } = styleSettings.safeParse({
    pov: texts.pov || null,
    povEntryId: texts.povEntryId || null,
    tense: texts.tense || null,
    dialect: texts.dialect || null,
    dialogueMarks: texts.dialogueMarks || null,
    avoid: avoided.map(({ text }) => text),
    notes: texts.notes,
    voiceSamples: samples.map((field) => texts[field]),
  });
  if (data) return { settings: data, errors: {} };
  return { settings: null, errors: errorsOf(error.issues, { avoided, samples }) };
}

interface SentTexts {
  /** The words to avoid, with their lines in the form. */
  readonly avoided: readonly { readonly number: number }[];
  /** The fields of the voice samples. */
  readonly samples: readonly StyleField[];
}

function errorsOf(issues: z.ZodError['issues'], { avoided, samples }: SentTexts): StyleErrors {
  const errors: Partial<Record<StyleField, string>> = {};
  for (const { path, message } of issues) {
    const [name, index] = path;
    const field = name === 'voiceSamples' ? samples[Number(index)] : (name as StyleField);
    if (field === 'avoid' && typeof index === 'number')
      errors.avoid ??= `Line ${avoided[index]?.number ?? 0} is too long. ${message}`;
    else if (field !== undefined) errors[field] ??= message;
  }
  return errors;
}

/** The names of the fields. */
export const styleLabels: Readonly<Record<StyleField, string>> = {
  pov: 'Point of view',
  povEntryId: 'Point-of-view character',
  tense: 'Tense',
  dialect: 'Spelling',
  dialogueMarks: 'Dialogue marks',
  avoid: 'Words to avoid',
  notes: 'Notes on style',
  voice1: 'First passage',
  voice2: 'Second passage',
  voice3: 'Third passage',
};

type Options = readonly (readonly [value: string, label: string])[];

/** The options of the select fields, except the point-of-view character. */
export const styleChoices = {
  pov: [
    ['first', 'First person (I)'],
    ['second', 'Second person (you)'],
    ['third', 'Third person (he, she)'],
  ],
  tense: [
    ['past', 'Past'],
    ['present', 'Present'],
  ],
  dialect: [
    ['uk', 'British'],
    ['us', 'American'],
  ],
  dialogueMarks: [
    ['double', '“Double marks”'],
    ['single', '‘Single marks’'],
    ['guillemets', '«Guillemets»'],
    ['dash', '— A dash'],
  ],
} as const satisfies Partial<Record<StyleField, Options>>;

/** The label of the option for “not set”, with the convention detected in the text, if there is one. */
export const undecidedLabel = (detected: string | undefined): string =>
  detected === undefined ? 'As in the text' : `As in the text: ${detected}`;

/** The label of the detected convention, without its examples; undefined when none was detected. */
export const detectedLabel = (field: keyof typeof styleChoices, detected: DetectedStyle): string | undefined =>
  (styleChoices[field] as Options).find(([value]) => value === detected[field])?.[1].replace(/ \(.*/, '');

export const voiceSampleMax = styleLimits.voiceSample;
