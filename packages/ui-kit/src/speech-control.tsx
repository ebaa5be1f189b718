import BorderOutlined from '@ant-design/icons-svg/es/asn/BorderOutlined';
import CaretRightOutlined from '@ant-design/icons-svg/es/asn/CaretRightOutlined';
import PauseOutlined from '@ant-design/icons-svg/es/asn/PauseOutlined';
import StepBackwardOutlined from '@ant-design/icons-svg/es/asn/StepBackwardOutlined';
import StepForwardOutlined from '@ant-design/icons-svg/es/asn/StepForwardOutlined';
import { useId } from 'react';
import { PlainButton } from './button.tsx';
import { ChoiceField } from './choice-field.tsx';
import { Icon } from './icon.tsx';
import styles from './speech-control.module.css';

type State = 'idle' | 'playing' | 'paused';
interface Settings {
  readonly voice: string;
  readonly rate: number;
  readonly pitch: number;
  readonly volume: number;
}
interface Range {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

interface Props {
  readonly state: State;
  /** What is said below the buttons, by state. */
  readonly stateText: Record<State, string>;
  readonly settings: Settings;
  readonly ranges: Record<'rate' | 'pitch' | 'volume', Range>;
  readonly voices: readonly { readonly name: string; readonly lang: string }[];
  readonly change: (part: Partial<Settings>) => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly skip: (by: 1 | -1) => void;
  readonly stop: () => void;
}

/** Play, pause, stop, one sentence back and on, and how it should sound. */
export function SpeechControl({
  state,
  stateText,
  settings,
  ranges,
  voices,
  change,
  play,
  pause,
  resume,
  skip,
  stop,
}: Props) {
  const isIdle = state === 'idle';
  const main = { idle: ['Read aloud', play], playing: ['Pause', pause], paused: ['Go on', resume] } as const;
  const [label, act] = main[state];
  const options = [
    { value: 'default', label: 'The browser’s own' },
    ...voices.map(({ name, lang }) => ({ value: name, label: `${name} (${lang})` })),
  ];
  const isKnown = options.some(({ value }) => value === settings.voice);
  return (
    <div className={styles['control']}>
      <div className={styles['buttons']}>
        <button
          data-hint="One sentence back"
          type="button"
          className={styles['icon']}
          aria-label="One sentence back"
          disabled={isIdle}
          onClick={() => skip(-1)}
        >
          <Icon of={StepBackwardOutlined} size={20} />
        </button>
        <PlainButton look="primary" onClick={act}>
          <Icon of={state === 'playing' ? PauseOutlined : CaretRightOutlined} size={16} />
          {label}
        </PlainButton>
        <button
          data-hint="One sentence on"
          type="button"
          className={styles['icon']}
          aria-label="One sentence on"
          disabled={isIdle}
          onClick={() => skip(1)}
        >
          <Icon of={StepForwardOutlined} size={20} />
        </button>
        <button
          data-hint="Stop"
          type="button"
          className={styles['icon']}
          aria-label="Stop"
          disabled={isIdle}
          onClick={stop}
        >
          <Icon of={BorderOutlined} size={16} />
        </button>
      </div>
      <p role="status" className={styles['state']}>
        {stateText[state]}
      </p>
      <ChoiceField
        label="Voice"
        value={settings.voice}
        options={
          isKnown ? options : [...options, { value: settings.voice, label: `${settings.voice} (not on this device)` }]
        }
        onChange={(event) => change({ voice: event.target.value })}
      />
      <Slider
        label="Speed"
        value={settings.rate}
        text={`${settings.rate.toFixed(1)}×`}
        range={ranges.rate}
        onChange={(rate) => change({ rate })}
      />
      <Slider
        label="Pitch"
        value={settings.pitch}
        text={settings.pitch.toFixed(1)}
        range={ranges.pitch}
        onChange={(pitch) => change({ pitch })}
      />
      <Slider
        label="Volume"
        value={settings.volume}
        text={`${settings.volume}%`}
        range={ranges.volume}
        onChange={(volume) => change({ volume })}
      />
    </div>
  );
}

function Slider({
  label,
  value,
  text,
  range,
  onChange,
}: {
  label: string;
  value: number;
  text: string;
  range: Range;
  onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <div className={styles['slider']}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id} className="tabular">
        {text}
      </output>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(Math.round(event.target.valueAsNumber * 10) / 10)}
      />
    </div>
  );
}
