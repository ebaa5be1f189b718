import type { DesignSettings } from '@inkbear/contracts/books/design';
import type { Edition } from '@inkbear/contracts/export/edition';
import type { DesignPatch, Finding } from '@inkbear/contracts/export/preflight';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { changedDesignFields, describeValue, designLabels, designFormValuesOf } from '../design-form-values.ts';
import {
  describeAge,
  describeProfiles,
  describeReport,
  type FileFinding,
  listFindings,
  profileNames,
  severityNames,
} from '../reports.ts';
import styles from './check-panel.module.css';
import type { Mark } from './spread-view.tsx';

interface Props {
  /** The newest edition; null before the first one. */
  edition: Edition | null;
  settings: DesignSettings;
  /** What is wrong with the pages of the preview. */
  previewFindings: readonly Finding[];
  bookId: string;
  now: number;
  titleOf: (chapterId: string) => string;
  onShow: (mark: Mark) => void;
  onApply: (settings: Partial<DesignSettings>) => void;
  /** Opens the settings or the cover, where the cause of a finding can be fixed. */
  onOpenTarget: (kind: 'design' | 'matter' | 'cover') => void;
}

/** The findings of the newest edition, errors first. */
export function CheckPanel({ edition, previewFindings, now, ...rest }: Props) {
  const reports = (edition?.files ?? []).flatMap(({ id, profile, preflight }) =>
    preflight ? [{ id, profile, preflight }] : [],
  );
  const findings = edition ? listFindings(edition) : [];
  return (
    <section className={styles['panel']} aria-label="Check">
      {reports.length === 0 && (
        <p className={styles['note']}>Make the files first. Each finished file is opened again and checked.</p>
      )}
      {reports.map(({ id, profile, preflight }) => (
        <p key={id} className={styles['note']}>
          <strong>{profileNames[profile]}.</strong> {describeReport(preflight)} {describeAge(preflight, now)}
        </p>
      ))}
      {previewFindings.length > 0 && (
        <details>
          <summary className={styles['summary']}>{`In the preview (${previewFindings.length})`}</summary>
          <FindingList
            label="Findings in the preview"
            findings={previewFindings.map((finding) => ({ profiles: ['print'], finding }))}
            {...rest}
          />
        </details>
      )}
      {reports.length > 0 && findings.length === 0 && <p>No problem was found.</p>}
      {findings.length > 0 && <FindingList label="Findings" findings={findings} {...rest} />}
    </section>
  );
}

type Context = Omit<Props, 'edition' | 'previewFindings' | 'now'>;

/** How many findings are listed. The others are counted only, because most repeat the first ones. */
const maxListed = 100;

function FindingList({ label, findings, ...rest }: Context & { label: string; findings: readonly FileFinding[] }) {
  return (
    <>
      <ul className={styles['list']} role="list" aria-label={label}>
        {findings.slice(0, maxListed).map((found, index) => (
          <FindingItem key={`${found.profiles.join(' ')} ${found.finding.ruleId} ${index}`} found={found} {...rest} />
        ))}
      </ul>
      {findings.length > maxListed && <p className={styles['note']}>{`And ${findings.length - maxListed} more.`}</p>}
    </>
  );
}

type ItemProps = Context & { found: FileFinding };

function FindingItem({
  found: { profiles, finding },
  bookId,
  settings,
  titleOf,
  onShow,
  onApply,
  onOpenTarget,
}: ItemProps) {
  const { severity, page, rect, reason, measured, limit, fix } = finding;
  const values = [measured && `Measured: ${measured}.`, limit && `Limit: ${limit}.`].filter(Boolean).join(' ');
  return (
    <li className={styles['finding']} data-severity={severity}>
      <p>
        <strong className={styles['severity']}>{severityNames[severity]}</strong> · {describeProfiles(profiles)}
      </p>
      <p>{reason}</p>
      {values !== '' && <p className={styles['note']}>{values}</p>}
      <p className={styles['note']}>{fix.text}</p>
      <div className={styles['actions']}>
        {page !== null && profiles.includes('print') && (
          <PlainButton small onClick={() => onShow({ page: page - 1, rect })}>
            Show page {page}
          </PlainButton>
        )}
        {fix.patch ? (
          <Fix patch={fix.patch} settings={settings} titleOf={titleOf} onApply={onApply} />
        ) : (
          <Target target={fix.target} bookId={bookId} onOpenTarget={onOpenTarget} />
        )}
      </div>
    </li>
  );
}

/** The settings that a patch changes, without those that are undefined. */
const toSettings = (patch: DesignPatch): Partial<DesignSettings> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));

/** Shows the settings that a fix changes, then applies it. */
function Fix({
  patch,
  settings,
  titleOf,
  onApply,
}: { patch: DesignPatch } & Pick<Props, 'settings' | 'titleOf' | 'onApply'>) {
  const [isShown, setShown] = useState(false);
  const change = toSettings(patch);
  const [before, after] = [designFormValuesOf(settings), designFormValuesOf({ ...settings, ...change })];
  const fields = changedDesignFields(before, after);
  if (fields.length === 0) return <span className={styles['note']}>Changed already. Make the files again.</span>;
  return (
    <>
      <PlainButton small aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        Fix it
      </PlainButton>
      {isShown && (
        <div className={styles['fix']}>
          <ul className={styles['list']} role="list" aria-label="Changes">
            {fields.map((field) => (
              <li key={field}>
                {designLabels[field]}: <del>{describeValue(field, before[field], titleOf)}</del>{' '}
                <ins>{describeValue(field, after[field], titleOf)}</ins>
              </li>
            ))}
          </ul>
          <PlainButton
            small
            variant="primary"
            onClick={() => {
              setShown(false);
              onApply(change);
            }}
          >
            Apply
          </PlainButton>
        </div>
      )}
    </>
  );
}

function Target({
  target,
  bookId,
  onOpenTarget,
}: { target: Finding['fix']['target'] } & Pick<Props, 'bookId' | 'onOpenTarget'>) {
  if (target === null) return null;
  const { kind, id } = target;
  if (kind === 'details') return <Link to={`/book/${bookId}?tab=settings`}>Open the book settings</Link>;
  if (kind === 'chapter')
    return (
      <Link to={id === null ? `/book/${bookId}` : `/book/${bookId}?chapter=${encodeURIComponent(id)}`}>
        Open the chapter
      </Link>
    );
  const names = { design: 'Open the settings', matter: 'Open front and back', cover: 'Open the cover' } as const;
  return (
    <PlainButton small onClick={() => onOpenTarget(kind)}>
      {names[kind]}
    </PlainButton>
  );
}
