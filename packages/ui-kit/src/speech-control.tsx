import BorderOutlined from '@ant-design/icons-svg/es/asn/BorderOutlined';
import CaretRightOutlined from '@ant-design/icons-svg/es/asn/CaretRightOutlined';
import PauseOutlined from '@ant-design/icons-svg/es/asn/PauseOutlined';
import StepBackwardOutlined from '@ant-design/icons-svg/es/asn/StepBackwardOutlined';
import StepForwardOutlined from '@ant-design/icons-svg/es/asn/StepForwardOutlined';
import { useId } from 'react';
import { PlainButton } from './button.tsx';
import { ChoiceField } from './choice-field.tsx';
import { IconButton } from './icon-button.tsx';
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
  /** The text below the buttons, by state. */
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

/** Buttons for play, pause, stop and skipping sentences, and settings of voice, speed, pitch and volume. */
export function SpeechControl(props: Props) {
  return (
    <div className={styles['control']}>
      <PlaybackButtons {...props} />
      <p role="status" className={styles['state']}>
        {props.stateText[props.state]}
      </p>
      <SpeechSettings {...props} />
    </div>
  );
}

function PlaybackButtons({ state, play, pause, resume, skip, stop }: Props) {
  const isIdle = state === 'idle';
  const main = { idle: ['Read aloud', play], playing: ['Pause', pause], paused: ['Resume', resume] } as const;
  const [label, act] = main[state];

  return (
    <div className={styles['buttons']}>
      <IconButton label="Previous sentence" disabled={isIdle} onClick={() => skip(-1)}>
        <Icon of={StepBackwardOutlined} size={20} />
      </IconButton>
      <PlainButton variant="primary" onClick={act}>
        <Icon of={state === 'playing' ? PauseOutlined : CaretRightOutlined} size={16} />
        {label}
      </PlainButton>
      <IconButton label="Next sentence" disabled={isIdle} onClick={() => skip(1)}>
        <Icon of={StepForwardOutlined} size={20} />
      </IconButton>
      <IconButton label="Stop" disabled={isIdle} onClick={stop}>
        <Icon of={BorderOutlined} size={16} />
      </IconButton>
    </div>
  );
}

function SpeechSettings({ settings, ranges, voices, change }: Props) {
  const options = [
    { value: 'default', label: 'Browser default' },
    ...voices.map(({ name, lang }) => ({ value: name, label: `${name} (${lang})` })),
  ];
  if (!options.some(({ value }) => value === settings.voice))
    options.push({ value: settings.voice, label: `${settings.voice} (not on this device)` });

  return (
    <>
      <ChoiceField
        label="Voice"
        value={settings.voice}
        options={options}
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
    </>
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
