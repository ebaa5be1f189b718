import { MentionIndex, toNamedEntries } from '@inkbear/story-analysis/mentions/find-mentions';
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNamedEntries } from '../../features/bible/bible.api.ts';
import { MentionCard } from '../../features/bible/components/mention-card.tsx';
import { findLastMention } from '../../features/bible/last-mention.ts';
import { useMentionsPreference } from '../../features/bible/mentions-preference.ts';
import { openEntry } from '../../features/bible/open-entry.ts';
import type { ShownCard } from '../../features/writing/mention-marks.ts';
import { useOpenManuscript } from '../../manuscript/open-manuscript.ts';
import { useOpenChapter } from './open-chapter.ts';
import { useGoToPlace } from './tools/use-go-to-place.ts';

/** Underlines the names of the story bible in the open chapter with dots, and shows the card of a name. */
export function MentionCards() {
  const isOn = useMentionsPreference();
  return isOn ? <Cards /> : null;
}

function Cards() {
  const { book, chapters, current } = useOpenChapter();
  const { plainEditor, layout } = useOpenManuscript();
  const { data: entries } = useNamedEntries(book.id);
  const [card, setCard] = useState<ShownCard | null>(null);
  const goTo = useGoToPlace('The text has changed since.');
  const index = useMemo(
    () => (entries && entries.length > 0 ? new MentionIndex(toNamedEntries(entries)) : null),
    [entries],
  );
  useEffect(() => {
    if (!plainEditor || !index) return undefined;
    plainEditor.markMentions({
      find: (text) => index.find(text),
      showCard: (opened) => {
        setCard(opened);
        return () => setCard((shown) => (shown === opened ? null : shown));
      },
    });
    return () => plainEditor.markMentions(null);
  }, [plainEditor, index]);
  if (!card || !entries || !plainEditor || !index) return null;
  return createPortal(
    <MentionCard
      bookId={book.id}
      entries={entries.filter(({ id }) => card.mention.entryIds.includes(id))}
      chapters={chapters}
      currentId={current.id}
      takesFocus={card.takesFocus}
      lastMentionOf={(entryId) =>
        findLastMention(plainEditor.text(), index, { chapterId: current.id, entryId, before: card.mention.from })
      }
      onGo={(place) => {
        card.close();
        goTo(place);
      }}
      onOpen={(entryId) => {
        card.close();
        openEntry(book.id, entryId);
        layout.openTool('bible');
      }}
    />,
    card.element,
  );
}
