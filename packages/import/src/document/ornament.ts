/** Signs of which one alone in a paragraph is the ornament of a scene break. */
const ornaments = new Set('*#~⁂※§•·●○◦◆◇■□★☆✦✧✩✪✫✬✭✮✯✱✲✳✴✶✷✸✹✻✼❀❁❂❃❄❅❆❇❈❉❊❋❖❥❦❧☙♦♢∗⁎⁕∼');
/** Signs that may be words or a part of a dialogue: at least three of them are an ornament. */
const lineSigns = new Set('-–—―_=+.⸺o0x');
const minLineSigns = 3;
const maxUnits = 60;
/** Dots alone are an unfinished sentence, and letters alone are a word. */
const neededSigns = new Set('-–—―_=+⸺');

/** Whether a paragraph of these characters separates scenes, such as `* * *`, `#`, `———` or `~❦~`. */
export function isOrnament(text: string): boolean {
  if (text.length > maxUnits) return false;
  let [ornamentCount, lineCount, hasNeeded] = [0, 0, false];
  for (const character of text) {
    if (ornaments.has(character)) ornamentCount += 1;
    else if (lineSigns.has(character)) {
      lineCount += 1;
      hasNeeded ||= neededSigns.has(character);
    } else if (character.trim() !== '' && character !== '\ufe0e' && character !== '\ufe0f') return false;
  }
  if (ornamentCount > 0) return lineCount === 0 || hasNeeded;
  return hasNeeded && lineCount >= minLineSigns;
}
