import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined';
import UpOutlined from '@ant-design/icons-svg/es/asn/UpOutlined';
import type { ChapterBeat } from '@inkbear/contracts/books/chapter';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { useEffect, useRef, useState } from 'react';
import { beatTextMax, beatWordsRange, isBeatWords } from '../beats.ts';
import styles from './beat-list.module.css';

interface Props {
  beat: ChapterBeat;
  index: number;
  isLast: boolean;
  /** Whether it has just been added; then it takes the focus. */
  isNew: boolean;
  canEdit: boolean;
  onChange: (part: Partial<ChapterBeat>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

export function BeatRow({ beat, index, isLast, isNew, canEdit, onChange, onMove, onRemove }: Props) {
  const name = `Beat ${index + 1}`;
  return (
    <li className={styles['row']}>
      <TextArea
        label={name}
        rows={3}
        maxLength={beatTextMax}
        autoFocus={isNew}
        disabled={!canEdit}
        value={beat.text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <div className={styles['controls']}>
        <WordsField
          label={`Word count of beat ${index + 1}`}
          words={beat.words}
          canEdit={canEdit}
          onChange={(words) => onChange({ words })}
        />
        {canEdit && (
          <div className={styles['buttons']}>
            <MoveButtons name={name} index={index} isLast={isLast} onMove={onMove} />
            <IconButton label={`Remove ${name.toLowerCase()}`} size={36} variant="danger" onClick={onRemove}>
              <Icon of={DeleteOutlined} size={16} />
            </IconButton>
          </div>
        )}
      </div>
    </li>
  );
}

type MoveProps = Pick<Props, 'index' | 'isLast' | 'onMove'> & { name: string };

/** After a move the pressed button keeps the focus, so that it can be pressed again. */
function MoveButtons({ name, index, isLast, onMove }: MoveProps) {
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  const lastMove = useRef<-1 | 1 | null>(null);
  useEffect(() => {
    if (lastMove.current === null) return;
    const [pressed, other] = lastMove.current === -1 ? [up, down] : [down, up];
    lastMove.current = null;
    (pressed.current?.disabled === true ? other : pressed).current?.focus();
  }, [index]);
  const move = (by: -1 | 1) => {
    lastMove.current = by;
    onMove(by);
  };
  return (
    <>
      <IconButton
        ref={up}
        label={`Move ${name.toLowerCase()} up`}
        size={36}
        disabled={index === 0}
        onClick={() => move(-1)}
      >
        <Icon of={UpOutlined} size={16} />
      </IconButton>
      <IconButton
        ref={down}
        label={`Move ${name.toLowerCase()} down`}
        size={36}
        disabled={isLast}
        onClick={() => move(1)}
      >
        <Icon of={DownOutlined} size={16} />
      </IconButton>
    </>
  );
}

interface WordsProps {
  label: string;
  words: number;
  canEdit: boolean;
  onChange: (words: number) => void;
}

/** A number outside the range is ignored, and replaced when the field loses the focus. */
function WordsField({ label, words, canEdit, onChange }: WordsProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isUsed = typed === null || isBeatWords(Number(typed));
  const { min, max } = beatWordsRange;
  return (
    <div className={styles['words']}>
      <TextField
        label={label}
        type="number"
        {...beatWordsRange}
        disabled={!canEdit}
        value={typed ?? words}
        error={isUsed ? undefined : `From ${formatNumber(min)} to ${formatNumber(max)}`}
        onChange={({ target }) => {
          setTyped(target.value);
          if (isBeatWords(target.valueAsNumber)) onChange(target.valueAsNumber);
        }}
        onBlur={() => setTyped(null)}
      />
    </div>
  );
}
