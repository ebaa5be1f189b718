// The colours of Inkbear. The theme test checks the WCAG contrast of all pairs in use: when it fails, change a value
// here, not the test.
export interface Palette {
  paper: string;
  surface: string;
  sunken: string;
  ink: string;
  muted: string;
  /** Decorative hairlines. */
  line: string;
  /** Borders of controls, with a contrast of 3:1. */
  edge: string;
  accent: string;
  accentStrong: string;
  onAccent: string;
  accentSoft: string;
  success: string;
  successSoft: string;
  danger: string;
  onDanger: string;
  dangerSoft: string;
  warning: string;
  shadow: string;
  scrim: string;
}
export type Mode = 'light' | 'dark';

export const palettes: Record<Mode, Palette> = {
  light: {
    paper: '#FBF8F3',
    surface: '#FFFFFF',
    sunken: '#F4EEE4',
    ink: '#221C16',
    muted: '#6A6157',
    line: '#E6DED3',
    edge: '#8E8375',
    accent: '#A05C0A',
    accentStrong: '#844A05',
    onAccent: '#FFFFFF',
    accentSoft: '#FAF0E0',
    success: '#2F7A4D',
    successSoft: '#E6F2EA',
    danger: '#B3261E',
    onDanger: '#FFFFFF',
    dangerSoft: '#FBEAE8',
    warning: '#8A5A00',
    shadow: '0 1px 2px rgb(60 40 15 / 5%), 0 8px 24px rgb(60 40 15 / 7%)',
    scrim: 'rgb(34 28 22 / 45%)',
  },
  dark: {
    paper: '#171412',
    surface: '#201C19',
    sunken: '#110F0D',
    ink: '#EDE6DC',
    muted: '#A79C8F',
    line: '#38312B',
    edge: '#7D7266',
    accent: '#E3A24A',
    accentStrong: '#F0B769',
    onAccent: '#171412',
    accentSoft: '#33271A',
    success: '#7CC495',
    successSoft: '#1C2B21',
    danger: '#F2857C',
    onDanger: '#171412',
    dangerSoft: '#3A1F1C',
    warning: '#E0B04F',
    shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 35%)',
    scrim: 'rgb(0 0 0 / 60%)',
  },
};
