import type { EventData, EventEnvelope, EventType } from '@inkbear/contracts/events';
import type { ClientSession } from 'mongoose';
import type { LifecycleState } from './projection-writer.ts';

/** What a projector may use. Consumers and rebuilds create it with `projectionContext`. */
export interface ProjectionContext {
  readonly session: ClientSession;
  /** Stores the data of a row that is built from one type of event, unless newer data is stored. */
  readonly upsertData: (collection: string, id: string, data: object) => Promise<void>;
  /** Stores one part of a row that is built from several types of events, unless a newer part is stored. */
  readonly upsertPart: (collection: string, id: string, part: string, data: object) => Promise<void>;
  /** Stores a lifecycle state of an entity, and since when the entity has been removed or restored. */
  readonly upsertState: (collection: string, id: string, part: string, state: LifecycleState) => Promise<void>;
  /** True for erased users: no personal data of them may be stored. */
  readonly isErased: (userId: string) => Promise<boolean>;
}

/** Applies an event to the projections. Returns the users whose row in the admin list may have changed. */
export interface Projector {
  readonly event: EventType;
  readonly project: (event: EventEnvelope, context: ProjectionContext) => Promise<readonly string[]>;
}

export const projector = <E extends EventType>(
  event: E,
  project: (event: EventEnvelope<EventData<E>>, context: ProjectionContext) => Promise<readonly string[]>,
): Projector => ({ event, project: project as Projector['project'] });
