import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined';
import DesktopOutlined from '@ant-design/icons-svg/es/asn/DesktopOutlined';
import MoonOutlined from '@ant-design/icons-svg/es/asn/MoonOutlined';
import SunOutlined from '@ant-design/icons-svg/es/asn/SunOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { type ThemeChoice, useThemeMode } from '@inkbear/web-kit/theme-mode.tsx';
import styles from './menu.module.css';
import { PopUp } from './pop-up.tsx';

const choices: { choice: ThemeChoice; label: string; icon: typeof SunOutlined }[] = [
  { choice: 'light', label: 'Light', icon: SunOutlined },
  { choice: 'dark', label: 'Dark', icon: MoonOutlined },
  { choice: 'system', label: 'System', icon: DesktopOutlined },
];

export function ThemeMenu() {
  const { choice: chosen, setChoice } = useThemeMode();
  return (
    <PopUp name="Theme" button={<ThemeIcon />}>
      {(close) => (
        <div role="radiogroup" aria-label="Theme">
          {choices.map(({ choice, label, icon }) => (
            <button
              key={choice}
              type="button"
              role="radio"
              aria-checked={choice === chosen}
              className={styles['item']}
              onClick={() => {
                setChoice(choice);
                close();
              }}
            >
              <Icon of={icon} size={16} />
              <span style={{ flex: 1 }}>{label}</span>
              {choice === chosen && <Icon of={CheckOutlined} size={16} />}
            </button>
          ))}
        </div>
      )}
    </PopUp>
  );
}

/**
 * Both icons are rendered, and the stylesheet shows the one of the theme, because a prerendered page does not know it.
 */
function ThemeIcon() {
  return (
    <>
      <span className={styles['byDay']}>
        <Icon of={SunOutlined} />
      </span>
      <span className={styles['byNight']}>
        <Icon of={MoonOutlined} />
      </span>
    </>
  );
}
