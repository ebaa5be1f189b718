/** What a worker thread does for `VoiceAnalyser`. */
export { measureVoice as default } from './measure-voice.ts';
