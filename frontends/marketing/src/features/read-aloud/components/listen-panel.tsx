import SoundOutlined from '@ant-design/icons-svg/es/asn/SoundOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { SpeechControl } from '@inkbear/ui-kit/speech-control.tsx';
import type { ReadingSource } from '@inkbear/web-kit/read-aloud/speaker.ts';
import { ranges } from '@inkbear/web-kit/read-aloud/tts-settings.ts';
import { useSpeaker, useVoices } from '@inkbear/web-kit/read-aloud/use-speaker.ts';
import { useId, useMemo, useState } from 'react';
import styles from './listen-panel.module.css';

const stateText = { idle: 'Reads this page from its first step.', playing: 'Reading aloud.', paused: 'Paused.' };

interface Props {
  readonly text: string;
  /** Called with the offset in `text` of the spoken sentence; null when none is spoken. */
  readonly onShow: (from: number | null) => void;
}

/** A floating panel that reads a page aloud. Its voice settings apply to all of Inkbear. */
export function ListenPanel({ text, onShow }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const source = useMemo(
    (): ReadingSource => ({
      text: () => text,
      start: () => ({ from: 0 }),
      show: (span) => onShow(span?.from ?? null),
      language: 'en-GB',
    }),
    [text, onShow],
  );
  const speaker = useSpeaker(source);
  const voices = useVoices();
  return (
    <div className={styles['corner']}>
      {isOpen && (
        <section id={id} aria-label="Read aloud" className={styles['panel']}>
          <SpeechControl {...speaker} stateText={stateText} ranges={ranges} voices={voices} />
        </section>
      )}
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={SoundOutlined} />
        Listen
      </button>
    </div>
  );
}
