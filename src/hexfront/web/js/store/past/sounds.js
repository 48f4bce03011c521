/** Sounds of what happens, made here tone by tone: dice, fire, moves, turns. Silent until one turns them up. */
import { keepSetting, setting } from "../storage.js";

/** @typedef {"dice" | "fire" | "move" | "turn"} Sound */

/** The shortest time between two sounds of one kind, in milliseconds. */
const APART_MS = 90;

export class Sounds {
  constructor() {
    /** 0 … 1. */
    this.volume = Math.max(0, Math.min(1, Number(setting("volume", "0")) || 0));
    /** Made at the first sound, since browsers want a click before it. @type {AudioContext | null} */
    this.context = null;
    /** When each kind was heard last. @type {Map<Sound, number>} */
    this.heard = new Map();
  }

  /** @param {number} volume */
  setVolume(volume) {
    this.volume = volume;
    keepSetting("volume", String(volume));
    this.play("dice");
  }

  /** @param {Sound} sound */
  play(sound) {
    const now = performance.now();
    if (!this.volume || document.hidden || now - (this.heard.get(sound) ?? -Infinity) < APART_MS) return;
    this.heard.set(sound, now);
    this.context ??= new AudioContext();
    const out = this.context.createGain();
    out.gain.value = this.volume * 0.5;
    out.connect(this.context.destination);
    MAKERS[sound](this.context, out, this.context.currentTime);
  }
}

/** @typedef {(context: AudioContext, out: AudioNode, at: number) => void} Maker */
const MAKERS = /** @type {Record<Sound, Maker>} */ ({
  // A few knocks on wood, the last ones softer.
  dice: (context, out, at) => [0, 0.07, 0.13, 0.22, 0.28].forEach((late, i) =>
    noise(context, out, at + late, { seconds: 0.05, pitch: 2200 + 500 * (i % 3), sharp: 6, loud: 0.9 - 0.15 * i })),
  // A thud that rolls away.
  fire: (context, out, at) => {
    noise(context, out, at, { seconds: 0.55, pitch: 160, sharp: 0.6, loud: 1.6 });
    tone(context, out, at, { from: 95, to: 38, seconds: 0.4, loud: 0.9 });
  },
  move: (context, out, at) => noise(context, out, at, { seconds: 0.06, pitch: 650, sharp: 2, loud: 0.45 }),
  turn: (context, out, at) => [392, 523].forEach((pitch, i) =>
    tone(context, out, at + i * 0.16, { from: pitch, to: pitch, seconds: 0.3, loud: 0.35 })),
});

/** Noise around a pitch that dies away. @param {AudioContext} context @param {AudioNode} out @param {number} at
 * @param {{seconds: number, pitch: number, sharp: number, loud: number}} how */
function noise(context, out, at, { seconds, pitch, sharp, loud }) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  buffer.getChannelData(0).forEach((_, i, samples) => {
    samples[i] = Math.random() * 2 - 1;
  });
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = sharp;
  source.connect(filter).connect(fading(context, out, at, seconds, loud));
  source.start(at);
}

/** @param {AudioContext} context @param {AudioNode} out @param {number} at
 * @param {{from: number, to: number, seconds: number, loud: number}} how */
function tone(context, out, at, { from, to, seconds, loud }) {
  const source = context.createOscillator();
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(fading(context, out, at, seconds, loud));
  source.start(at);
  source.stop(at + seconds);
}

/** @param {AudioContext} context @param {AudioNode} out @param {number} at @param {number} seconds
 * @param {number} loud */
function fading(context, out, at, seconds, loud) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  gain.connect(out);
  return gain;
}
