import { recall, remember } from '../../browser/storage.ts';
import { observable } from '../store/observable.ts';

export const soundIsOn = observable(recall('hotel-sound') !== 'off');

export function switchSound(isOn: boolean): void {
  remember('hotel-sound', isOn ? null : 'off');
  soundIsOn.set(isOn);
  if (isOn) playChime();
}

let audio: AudioContext | null = null;

/** Allows sounds when the person first touches the page or presses a key. Browsers play no sounds before that. */
export function unlockSound(): void {
  const unlock = () => {
    audio ??= new AudioContext();
    audio.resume();
  };
  addEventListener('pointerdown', unlock, { once: true });
  addEventListener('keydown', unlock, { once: true });
}

/** Plays two notes that the browser generates, so no sound file has to be loaded. */
export function playChime(): void {
  if (audio === null || !soundIsOn.get()) return;
  const begin = audio.currentTime;
  for (const [index, pitch] of [880, 1_174.7].entries()) {
    const at = begin + index * 0.18;
    const note = audio.createOscillator();
    const loudness = audio.createGain();
    note.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, at);
    loudness.gain.exponentialRampToValueAtTime(0.3, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    note.connect(loudness).connect(audio.destination);
    note.start(at);
    note.stop(at + 0.5);
  }
}
