import { type Calendar, weekdays } from './calendar.ts';
import { fullName } from './cast.ts';
import {
  datePhrases,
  dayPairs,
  headHopPhrases,
  narratorHopPhrases,
  noonPhrases,
  presentTensePhrases,
  secretPhrases,
  threadPhrases,
} from './phrases/conflict-phrases.ts';
import { ShuffleBag } from './shuffle-bag.ts';
import { openConflict, plantPart } from './plan-conflicts.ts';
import { pickSpeaker } from './plan-facts.ts';
import type { Scene } from './scene.ts';
import type { StoryPlan } from './story-plan.ts';

const noRoles = () => ({ roles: {} });

/** Each chapter gives its date rightly; some give another one with the wrong weekday. */
export function planDates(plan: StoryPlan, calendar: Calendar, wrong: number): void {
  const { random, chapterCount } = plan;
  for (let chapter = 0; chapter < chapterCount; chapter += 1) {
    const values = { weekday: calendar.weekdayOf(chapter), date: calendar.dateOf(chapter) };
    plantPart(plan, chapter, {
      template: random.pick(datePhrases),
      filling: () => ({ roles: {}, values }),
      onPlaced: () => undefined,
    });
  }
  for (let at = 0; at < wrong; at += 1) {
    const chapter = random.int(0, chapterCount - 1);
    const values = { weekday: calendar.weekdayOf(chapter, random.int(1, 6)), date: calendar.dateOf(chapter) };
    plantPart(plan, chapter, {
      template: random.pick(datePhrases),
      filling: () => ({ roles: {}, values }),
      onPlaced: openConflict(plan, 'weekday-of-date'),
    });
  }
}

/** A day and the day after it: some of them rightly, some of them not. */
export function planDaySequences(plan: StoryPlan, right: number, wrong: number): void {
  const { random, chapterCount } = plan;
  for (let at = 0; at < right + wrong; at += 1) {
    const isWrong = at < wrong;
    const first = random.int(0, 6);
    const second = (first + 1 + (isWrong ? random.int(1, 5) : 0)) % 7;
    const values = { day: weekdays[first] ?? '', nextDay: weekdays[second] ?? '' };
    const [one, other] = random.pick(dayPairs);
    const note = isWrong ? openConflict(plan, 'day-sequence') : () => undefined;
    plan.plantedPassages.push({
      chapter: random.int(0, chapterCount - 1),
      write: (scene) =>
        [one, other].map((template) => ({
          text: scene.fill(template, { roles: {}, values }),
          onPlaced: note,
        })),
    });
  }
}

/** Somebody is at two places at noon of the same day. */
export function planTwoPlaces(plan: StoryPlan, calendar: Calendar, count: number): void {
  const { random, cast, chapterCount } = plan;
  for (let at = 0; at < count; at += 1) {
    const person = plan.takePerson((other) => !plan.diesInStory(other), 'noon');
    const [P1, P2] = random.shuffle(cast.towns);
    if (!person || !P1 || !P2) return;
    const chapter = random.int(0, chapterCount - 1);
    const values = { weekday: calendar.weekdayOf(chapter), date: calendar.dateOf(chapter) };
    const note = openConflict(plan, 'two-places-at-once', person);
    for (const template of noonPhrases)
      plantPart(plan, chapter, {
        template,
        filling: () => ({ roles: { A: person, P1, P2 }, values }),
        onPlaced: note,
      });
  }
}

/** Somebody speaks of a secret before learning it. The author's bible says who knows it, and since when. */
export function planEarlyKnowledge(plan: StoryPlan, count: number): void {
  const { random } = plan;
  const secrets = new ShuffleBag(random, secretPhrases.values);
  for (let at = 0; at < Math.min(count, secretPhrases.values.length); at += 1) {
    const knower = plan.takePerson((person) => !plan.diesInStory(person), 'secret');
    const other = plan.takePerson((person) => !plan.diesInStory(person), 'secret');
    if (!knower || !other) return;
    const secret = secrets.next();
    const [early, learns] = plan.pickTwoChapters();
    const note = openConflict(plan, 'knows-too-early', other);
    const filling = () => ({ roles: { Y: knower, Z: other }, values: { secret } });
    plantPart(plan, early, { template: random.pick(secretPhrases.early), filling, onPlaced: note });
    plantPart(plan, learns, {
      template: random.pick(secretPhrases.learns),
      filling,
      onPlaced: (place) => {
        note(place);
        const point = { chapter: place.chapter, at: place.from };
        const fact = { entryId: knower.id, attribute: 'other', value: secret };
        plan.confirmed.push(
          { ...fact, since: { chapter: 0, at: 0 }, until: point, knownBy: [knower.id] },
          { ...fact, since: point, until: null, knownBy: [knower.id, other.id] },
        );
      },
    });
  }
}

/** Threads of the author's bible: one in order, one closed before it is opened, one never closed. */
export function planThreads(plan: StoryPlan): void {
  const names = new ShuffleBag(plan.random, threadPhrases.names);
  const step = (
    thread: { id: string; name: string },
    value: 'opened' | 'closed',
    chapter: number,
    rule?: () => Note,
  ) => {
    const note = rule?.();
    plantPart(plan, chapter, {
      template: plan.random.pick(value === 'opened' ? threadPhrases.opens : threadPhrases.closes),
      filling: () => ({ roles: {}, values: { thread: thread.name } }),
      onPlaced: (place) => {
        note?.(place);
        const since = { chapter: place.chapter, at: place.from };
        plan.confirmed.push({ entryId: thread.id, attribute: 'progress', value, since, until: null, knownBy: null });
      },
    });
  };
  for (const order of ['right', 'early', 'open'] as const) {
    const thread = { id: `thread-${plan.threads.length}`, name: names.next() };
    plan.threads.push(thread);
    const [first, second] = plan.pickTwoChapters();
    if (order === 'open') step(thread, 'opened', first, () => openConflict(plan, 'thread-never-closed', thread));
    if (order === 'right') {
      step(thread, 'opened', first);
      step(thread, 'closed', second);
    }
    if (order === 'early') {
      const note = openConflict(plan, 'thread-closed-early', thread);
      step(thread, 'closed', first, () => note);
      step(thread, 'opened', second, () => note);
    }
  }
}

type Note = ReturnType<typeof openConflict>;

/** Passages that break the point of view or the tense of the book. */
export function planStyleBreaks(plan: StoryPlan, count: number): void {
  const { random, chapterCount, narrator } = plan;
  const filling = (scene: Scene) => ({ roles: { A: scene.pov, B: pickSpeaker(scene, narrator, scene.pov) } });
  for (let at = 0; at < count; at += 1) {
    plantPart(plan, random.int(0, chapterCount - 1), {
      template: random.pick(narrator ? narratorHopPhrases : headHopPhrases),
      filling,
      onPlaced: openConflict(plan, 'point-of-view'),
    });
    plantPart(plan, random.int(0, chapterCount - 1), {
      template: random.pick(presentTensePhrases),
      filling,
      onPlaced: openConflict(plan, 'tense'),
    });
  }
}

/** A surname that is misspelled twice in one chapter. */
export function planNameVariants(plan: StoryPlan, count: number): void {
  const { random, chapterCount } = plan;
  for (let at = 0; at < count; at += 1) {
    const person = plan.takePerson((other) => !plan.diesInStory(other) && !other.sharesLast, 'misspelled');
    if (!person) return;
    const cut = random.int(2, person.last.length - 2);
    const last = person.last.slice(0, cut) + person.last.slice(cut + 1);
    const wrong = `${person.first} ${last}`;
    plan.misspelled.set(person.id, wrong);
    const note = openConflict(plan, 'name-variant', person);
    const chapter = random.int(1, chapterCount - 1);
    for (const template of variantPhrases)
      plantPart(plan, chapter, {
        template,
        filling: () => ({ ...noRoles(), values: { wrong, right: fullName(person) } }),
        onPlaced: note,
      });
  }
}

const variantPhrases = [
  'Later that day {wrong} was seen near {landscape}.',
  'Nobody had asked {wrong} about {trouble}.',
];
