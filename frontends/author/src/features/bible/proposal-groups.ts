import type { BibleProposal } from '@inkbear/contracts/bible/proposal';
import { attributeName, kindNames, relationName } from '@inkbear/contracts/bible/names';

/** The proposals about one entry. */
export interface ProposalGroup {
  readonly entryId: string;
  readonly name: string;
  readonly kind: string;
  /** The entry itself first, if it is proposed, then its facts and relations. */
  readonly proposals: readonly BibleProposal[];
}

const ownerOf = (proposal: BibleProposal) => (proposal.type === 'entry' ? proposal.entry : proposal.of);

/** Groups proposals by entry, in the order of the names. */
export function groupProposals(proposals: readonly BibleProposal[]): ProposalGroup[] {
  const groups = Map.groupBy(proposals, (proposal) => ownerOf(proposal).id);
  return [...groups]
    .flatMap(([entryId, list]) => {
      const [first] = list;
      if (!first) return [];
      const { name, kind } = ownerOf(first);
      return { entryId, name, kind: kindNames[kind], proposals: list };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

export const idOf = (proposal: BibleProposal): string => rowOf(proposal).id;

const rowOf = (proposal: BibleProposal) => {
  if (proposal.type === 'entry') return proposal.entry;
  return proposal.type === 'fact' ? proposal.fact : proposal.relation;
};

/** What is proposed, in words: “Eyes: grey”. */
export function describeProposal(proposal: BibleProposal): string {
  switch (proposal.type) {
    case 'entry': {
      const { aliases } = proposal.entry;
      return aliases.length === 0 ? 'New entry' : `New entry, also called ${aliases.join(', ')}`;
    }
    case 'fact':
      return `${attributeName(proposal.fact.attribute)}: ${proposal.fact.value}`;
    case 'relation':
      return `${proposal.of.name} – ${relationName(proposal.relation.type)} – ${proposal.to.name}`;
  }
}
