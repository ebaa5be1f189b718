import { ShuffleBag } from './shuffle-bag.ts';
import type { Person } from './cast.ts';
import { leftoverPhrases, leftoverTraps } from './phrases/leftover-phrases.ts';
import { sameFirstNamePhrases, sharedSurnamePhrases, type TrapPhrase, trapPhrases } from './phrases/trap-phrases.ts';
import { pickSpeaker } from './plan-facts.ts';
import type { Scene } from './scene.ts';
import type { StoryPlan } from './story-plan.ts';

/** Plants passages that look like facts and are none. */
export function planTraps(plan: StoryPlan, count: number): void {
  const bag = new ShuffleBag(plan.random, trapPhrases);
  for (let at = 0; at < count; at += 1) plantTrap(plan, bag.next(), plan.random.int(0, plan.chapterCount - 1));
  planNamesakes(plan);
}

function plantTrap(plan: StoryPlan, trap: TrapPhrase, chapter: number): void {
  plan.plantedPassages.push({
    chapter,
    write: (scene) => {
      const [subject, speaker] = pickTwo(plan, scene);
      const text = scene.fill(trap.text, { roles: { A: subject, B: speaker, S: speaker } });
      return [
        {
          text,
          onPlaced: (place) => {
            plan.traps.push({ kind: trap.kind, place });
            const { claims } = trap;
            // What a liar says is a fact that is spoken: to find it as such is right, to miss it is not a mistake.
            const entry = trap.claimIsOf === 'S' ? speaker : subject;
            if (claims) plan.record({ entry, ...claims, modality: 'spoken', isRequired: false }, place);
          },
        },
      ];
    },
  });
}

/** Somebody who is spoken about and somebody who speaks, neither of whom is the narrator. */
function pickTwo(plan: StoryPlan, scene: Scene): [Person, Person] {
  const speaker = pickSpeaker(scene, plan.narrator);
  const subject = plan.random.pick(
    scene.living.filter((person) => person !== plan.narrator && person !== speaker && !plan.diesInStory(person)),
  );
  return [subject, speaker];
}

function planNamesakes(plan: StoryPlan): void {
  const { random, cast, chapterCount } = plan;
  const kinds = [
    { kind: 'shared-surname', key: 'last', phrases: sharedSurnamePhrases },
    { kind: 'same-first-name', key: 'first', phrases: sameFirstNamePhrases },
  ] as const;
  for (const [at, person] of cast.people.entries()) {
    for (const { kind, key, phrases } of kinds) {
      const other = cast.people.slice(0, at).find((before) => before[key] === person[key]);
      if (!other || [person, other].includes(plan.narrator as Person)) continue;
      plan.plantedPassages.push({
        chapter: random.int(0, chapterCount - 1),
        write: (scene) => [
          {
            text: scene.fill(random.pick(phrases), { roles: { A: other, B: person } }),
            onPlaced: (place) => void plan.traps.push({ kind, place }),
          },
        ],
      });
    }
  }
}

/** Plants what an assistant leaves in a text, and sentences of characters that resemble it. */
export function planLeftovers(plan: StoryPlan, count: number, traps: number): void {
  const { random, chapterCount } = plan;
  const [leftovers, likenesses] = [new ShuffleBag(random, leftoverPhrases), new ShuffleBag(random, leftoverTraps)];
  for (let at = 0; at < count; at += 1) {
    const { rule, text } = leftovers.next();
    plan.plantedPassages.push({
      chapter: random.int(0, chapterCount - 1),
      write: () => [{ text, isAlone: true, onPlaced: (place) => void plan.leftovers.push({ rule, place }) }],
    });
  }
  for (let at = 0; at < traps; at += 1) {
    const template = likenesses.next();
    plan.plantedPassages.push({
      chapter: random.int(0, chapterCount - 1),
      write: (scene) => [{ text: scene.fill(template, { roles: { A: pickSpeaker(scene, plan.narrator) } }) }],
    });
  }
}
