/** What a worker thread does for `VoiceMeter`. */
export { measureVoice as default } from './measure-voice.ts';
