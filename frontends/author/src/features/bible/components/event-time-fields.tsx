import type { BibleEntry } from '@inkbear/contracts/bible/entry';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { useState } from 'react';
import { weekdayNames, type EventTime } from '../timeline.ts';

interface Props {
  when: EventTime | undefined;
  /** The other events of the story bible. */
  events: readonly BibleEntry[];
  onChange: (when: EventTime | undefined) => void;
}

const weekdays = weekdayNames.map((label, index) => ({ value: String(index + 1), label }));
const maxDays = 1_000_000;

/** When an event happens: a date, a weekday, or days before or after another event. */
export function EventTimeFields({ when, events, onChange }: Props) {
  const change = (part: { [Key in keyof EventTime]: EventTime[Key] | undefined }) =>
    onChange(withoutUnset({ ...when, ...part }));
  const relativeTo = when?.relativeTo;
  const days = relativeTo?.days ?? 1;
  // Unfinished input such as “-” is kept. A typed number that differs from the stored one is outdated.
  const [typed, setTypedDays] = useState('');
  const isUnfinished = typed !== '' && !Number.isInteger(Number(typed));
  const typedDays = isUnfinished || Number(typed) === days ? typed : String(days);
  return (
    <>
      <TextField
        label="Date"
        type="date"
        max="9999-12-31"
        isOptional
        value={when?.date ?? ''}
        onChange={({ currentTarget }) => change({ date: currentTarget.value || undefined })}
      />
      <ChoiceField
        label="Weekday"
        placeholder="Any"
        isOptional
        options={weekdays}
        value={String(when?.weekday ?? '')}
        onChange={({ currentTarget }) => change({ weekday: Number(currentTarget.value) || undefined })}
      />
      {events.length > 0 && (
        <ChoiceField
          label="Counted from an event"
          placeholder="None"
          isOptional
          options={events.map(({ id, name }) => ({ value: id, label: name }))}
          value={relativeTo?.eventId ?? ''}
          onChange={({ currentTarget: { value: eventId } }) =>
            change({ relativeTo: eventId === '' ? undefined : { eventId, days: Number(typedDays) || 0 } })
          }
        />
      )}
      {relativeTo && (
        <TextField
          label="Days after that event"
          type="number"
          hint="Use a negative number for days before it."
          min={-maxDays}
          max={maxDays}
          step={1}
          value={typedDays}
          onChange={({ currentTarget: { value, valueAsNumber } }) => {
            setTypedDays(value);
            if (Number.isInteger(valueAsNumber)) change({ relativeTo: { ...relativeTo, days: valueAsNumber } });
          }}
        />
      )}
    </>
  );
}

/** Undefined when nothing is left. */
function withoutUnset(when: { [Key in keyof EventTime]: EventTime[Key] | undefined }): EventTime | undefined {
  const set = Object.entries(when).filter(([, value]) => value !== undefined);
  return set.length === 0 ? undefined : Object.fromEntries(set);
}
