import type { EventData, EventEnvelope, EventType } from '@inkbear/contracts/events';
import type { ClientSession } from 'mongoose';
import type { Stage } from './kept-parts.ts';

/** What a projector may use; live consumers and a rebuild bring different ones. */
export interface Projecting {
  readonly session: ClientSession;
  /** Keeps a part of a row of this collection, unless something newer is known. */
  readonly keep: (collection: string, id: string, part: string, data: object) => Promise<void>;
  /** Keeps a stage of a row of this collection, with the moment since when it is gone or here. */
  readonly keepStage: (collection: string, id: string, part: string, stage: Stage) => Promise<void>;
  /** Nothing personal of such a user may be kept. */
  readonly isErased: (userId: string) => Promise<boolean>;
}

/** What an event changes in the projections; answers the users whose row in the admins' list may have changed. */
export interface Projector {
  readonly event: EventType;
  readonly project: (event: EventEnvelope, context: Projecting) => Promise<readonly string[]>;
}

export const projector = <E extends EventType>(
  event: E,
  project: (event: EventEnvelope<EventData<E>>, context: Projecting) => Promise<readonly string[]>,
): Projector => ({ event, project: project as Projector['project'] });
