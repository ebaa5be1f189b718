import { randomUUID } from 'node:crypto';
import { entitlementChanged } from '@inkbear/contracts/events';
import { type Entitlement, freeEntitlement } from '@inkbear/contracts/plans';
import { createStory, getStory, patchStory, saveStory } from '@inkbear/contracts/stories/story';
import { storyTemplate } from '@inkbear/contracts/stories/story-templates';
import type { Identity } from '@inkbear/service-kit/identity';
import type { Job } from '@inkbear/service-kit/jobs';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import { definition } from '../definition.ts';

export type Author = Extract<Identity, { role: 'user' }>;
/** A valid request body for creating a story. */
export const storyRequest = {
  title: 'Family Legacy',
  storyType: 'family-legacy',
  formData: storyTemplate('family-legacy').sample,
} as const;

/** The stories service with a fake billing service, whose answers a test sets. */
export class StoriesService {
  readonly service: TestService;
  /** Ids of users who have Pro according to billing, whether or not its event has arrived. */
  readonly paid: Set<string>;
  readonly #billing: FakePeer;
  readonly #jobs: readonly Job[];
  #seq = 0;

  private constructor(service: TestService, billing: FakePeer, paid: Set<string>, jobs: readonly Job[]) {
    this.service = service;
    this.paid = paid;
    this.#billing = billing;
    this.#jobs = jobs;
  }

  static async start(): Promise<StoriesService> {
    const paid = new Set<string>();
    const billing = await FakePeer.start((path) => {
      const id = path.split('/').at(-1) ?? '';
      return { ...freeEntitlement(id), ...(paid.has(id) ? { plan: 'pro_monthly', isActive: true } : {}) };
    });
    const jobs: Job[] = [];
    const service = await TestService.start(
      {
        ...definition,
        // The scheduler is not started, so that a test decides when a job runs.
        createParts: async (platform, env) => {
          const parts = await definition.createParts(platform, env);
          jobs.push(...parts.jobs);
          return { ...parts, jobs: [] };
        },
      },
      { BILLING_URL: billing.url },
    );
    return new StoriesService(service, billing, paid, jobs);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.#billing.stop();
  }

  async author(plan: Partial<Entitlement> = { plan: 'pro_monthly', isActive: true }): Promise<Author> {
    const author = testUser();
    await this.setPlan(author, plan);
    return author;
  }

  async setPlan(author: Author, plan: Partial<Entitlement>): Promise<void> {
    await this.service.deliver(
      entitlementChanged,
      author.userId,
      { ...freeEntitlement(author.userId), ...plan },
      { seq: (this.#seq += 1) },
    );
  }

  create = (as: Author, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    this.service.call(createStory, { as, body: { ...storyRequest, ...more }, headers });
  get = (as: Author, id: string) => this.service.call(getStory, { as, params: { id } });
  put = (as: Author, id: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    this.service.call(saveStory, { as, params: { id }, body, headers });
  patch = (as: Author, id: string, rev: number, changes: unknown, more: Record<string, unknown> = {}) =>
    this.service.call(patchStory, {
      as,
      params: { id },
      body: { changeId: randomUUID(), changes, ...more },
      headers: { 'if-match': `"${rev}"` },
    });

  /** One author with one story, whose text is `content` if given. */
  async authorWithStory(content?: string): Promise<{ author: Author; id: string }> {
    const author = await this.author();
    const created = await this.create(author);
    if (created.status !== 201) throw new Error(created.text);
    const id = created.body['id'] as string;
    if (content !== undefined) await this.put(author, id, { content });
    return { author, id };
  }

  rows(name: 'stories' | 'story_changes' | 'story_snapshots') {
    return this.service.platform.connection.collection<{ _id: string; [field: string]: unknown }>(name);
  }

  async runJob(name: string): Promise<void> {
    const job = this.#jobs.find((one) => one.name === name);
    if (!job) throw new Error(`There is no job ${name}.`);
    await job.run();
  }

  /** Runs `work` with the business clock moved forward, then resets the clock. */
  async afterDays<T>(days: number, work: () => Promise<T>): Promise<T> {
    const { clock } = this.service.platform.businessClock;
    clock.setOffset(days * 86_400_000);
    try {
      return await work();
    } finally {
      clock.setOffset(0);
    }
  }
}
