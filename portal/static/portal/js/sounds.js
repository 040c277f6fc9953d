// @ts-check
/** Small sounds made on the spot; no files. Loaded after the first touch or key: browsers allow no sound before. */
import { painted } from "./dom.js";

/** @type {Record<string, [number, number, number, number][]>} name → [after s, frequency Hz (0: rustle), length s, loudness] */
const SOUNDS = {
  card: [[0, 0, 0.05, 0.25]],
  deal: [[0, 0, 0.04, 0.16], [0.07, 0, 0.04, 0.16], [0.14, 0, 0.04, 0.16], [0.21, 0, 0.04, 0.16]],
  trick: [[0, 0, 0.07, 0.2], [0.08, 0, 0.09, 0.14]],
  turn: [[0, 523, 0.09, 0.08], [0.1, 659, 0.14, 0.08]],
  tick: [[0, 1200, 0.025, 0.05]],
  refuse: [[0, 196, 0.12, 0.09]],
  chat: [[0, 784, 0.06, 0.05]],
  end: [[0, 523, 0.14, 0.08], [0.14, 659, 0.14, 0.08], [0.28, 784, 0.3, 0.08]],
};

export class Sounds {
  /** @param {import("./settings.js").Settings} settings */
  constructor(settings) {
    this.settings = settings;
    this.context = new AudioContext();
    this.noise = noise(this.context);
    const wake = () => this.context.state === "suspended" && this.context.resume();
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, wake);
  }

  /** Once what it belongs to is on the screen: to make a sound takes about as long as to draw a card. @param {string} name */
  async play(name) {
    const { context } = this;
    if (context.state !== "running" || this.settings.get("sound") !== "on") return;
    await painted();
    for (const [after, frequency, length, loudness] of SOUNDS[name] ?? []) {
      const at = context.currentTime + after;
      const gain = new GainNode(context, { gain: 0 });
      gain.gain.setValueAtTime(loudness, at);
      gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
      const source = frequency ? new OscillatorNode(context, { frequency }) : new AudioBufferSourceNode(context, { buffer: this.noise });
      source.connect(gain).connect(context.destination);
      source.start(at);
      source.stop(at + length);
    }
  }
}

/** An eighth of a second of rustling. @param {AudioContext} context @returns {AudioBuffer} */
function noise(context) {
  const buffer = context.createBuffer(1, context.sampleRate / 8, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0, last = 0; i < samples.length; i++) samples[i] = last = 0.6 * last + 0.8 * (Math.random() - 0.5);
  return buffer;
}
