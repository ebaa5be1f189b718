import type { Prompt } from './prompt.ts';

/** What a prompt asks for, after what it says about the book. */
export interface PromptRequest {
  readonly text: string;
  readonly expects: Prompt['expects'];
  readonly maxOutputTokens: number;
}

export const namesInstruction = 'Use the characters of the outline by name and keep them consistent.';

export const jsonInstruction = (shape: string): string => `Reply with one JSON object of exactly this shape: ${shape}`;
