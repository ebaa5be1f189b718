import { baseEnvShape, parseEnv, telemetryEnvShape } from '@inkbear/service-kit/env';
import { z } from 'zod';
import { frontendNames } from '@inkbear/contracts/services';

const { HOST, PORT, LOG_LEVEL } = baseEnvShape;
const shape = {
  HOST,
  PORT,
  LOG_LEVEL,
  ...telemetryEnvShape,
  FRONTEND: z.enum(frontendNames),
  /** Folder of the built frontend. */
  FRONTEND_FOLDER: z.string().min(1),
};
export type FrontendServerEnv = z.output<z.ZodObject<typeof shape>>;

/** Throws one EnvError that lists every invalid setting. */
export const readEnv = (source: Readonly<Record<string, string | undefined>> = process.env): FrontendServerEnv =>
  parseEnv(shape, source);
