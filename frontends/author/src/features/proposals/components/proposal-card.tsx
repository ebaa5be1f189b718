import { countWords } from '@inkbear/prose/word-count';
import { diffWords } from '@inkbear/prose/word-diff';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Proposal } from '../proposal.ts';
import styles from './proposal-card.module.css';

interface Props {
  proposal: Proposal;
  /** What was asked for, as a sentence. */
  asked: string;
  /** The chapter as it stands. */
  before: string;
  /** No model is connected: the text is built from the book's own plan. */
  isOffline: boolean;
  /** What is left after this, in words. */
  left: string | null;
  onAccept: (place: 'whole' | 'below') => void;
  onTryAgain: () => void;
  onStop: () => void;
  onDiscard: () => void;
}

/** A text that AI offers: streams in, is compared, and changes nothing until it is accepted. */
export function ProposalCard({ proposal, asked, before, isOffline, left, onAccept, onTryAgain, onStop, onDiscard }: Props) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    void card.current?.scrollIntoView({ block: 'end' });
  }, [proposal.state]);
  const hasText = before.trim() !== '';
  const isWriting = proposal.state === 'writing';
  return (
    <section ref={card} className={styles['card']} aria-labelledby="proposal-title" aria-busy={isWriting}>
      <header className={styles['head']}>
        <h2 id="proposal-title" className={styles['title']}>Proposal</h2>
        <span className={styles['tag']}>{isOffline ? 'Offline writer, not an AI model' : 'Written by AI'}</span>
      </header>
      <p className={styles['asked']}>{asked}</p>
      {proposal.state === 'broken' && <p className={styles['broken']} role="alert">{proposal.message}</p>}
      {proposal.text !== '' && <ProposalText proposal={proposal} before={before} />}
      <footer className={styles['foot']}>
        <div className={styles['actions']}>
          {isWriting
            ? <PlainButton onClick={onStop}>Stop</PlainButton>
            : (
                <>
                  {proposal.text !== '' && <PlainButton look="primary" onClick={() => onAccept('whole')}>{hasText ? 'Accept all' : 'Accept'}</PlainButton>}
                  {proposal.text !== '' && hasText && <PlainButton onClick={() => onAccept('below')}>Insert below</PlainButton>}
                  <PlainButton look="quiet" onClick={onTryAgain}>Try again</PlainButton>
                  <PlainButton look="quiet" onClick={onDiscard}>Discard</PlainButton>
                </>
              )}
        </div>
        <p className={styles['cost']}>{isWriting ? <Elapsed since={proposal.startedAt} text={proposal.text} /> : <>{countWords(proposal.text).toLocaleString('en-GB')} words. {left}</>}</p>
      </footer>
    </section>
  );
}

function ProposalText({ proposal, before }: { proposal: Proposal; before: string }) {
  const [isPlain, setPlain] = useState(false);
  const canCompare = proposal.state !== 'writing' && before.trim() !== '';
  const parts = useMemo(() => (canCompare ? diffWords(before, proposal.text) : []), [canCompare, before, proposal.text]);
  return (
    <>
      {canCompare && <label className={styles['switch']}><input type="checkbox" checked={!isPlain} onChange={() => setPlain(!isPlain)} /> Show what would change</label>}
      <div className={styles['text']} tabIndex={0} role="group" aria-label="Proposed text">
        {canCompare && !isPlain
          ? parts.map(({ kind, text }, at) => (kind === 'removed' ? <del key={at}>{text}</del> : kind === 'added' ? <ins key={at}>{text}</ins> : <span key={at}>{text}</span>))
          : proposal.text}
      </div>
    </>
  );
}

function Elapsed({ since, text }: { since: number; text: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span className="tabular">{text === '' ? 'Thinking' : `${countWords(text).toLocaleString('en-GB')} words so far`} · {Math.max(0, Math.round((now - since) / 1000))} s</span>;
}
