/** Soft, short sounds, synthesised here: a stone on wood, a capture, your turn, the end. */

export type Sound = "place" | "capture" | "turn" | "join" | "end";

let context: AudioContext | null = null;

/** A knock: a short burst of filtered noise over a falling tone. */
function knock(audio: AudioContext, at: number, pitch: number, loud: number): void {
  const length = 0.09;
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * Math.exp((-7 * i) / data.length);
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch * 3, Q: 1.2 });
  const gain = new GainNode(audio, { gain: loud });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
  tone(audio, at, pitch, 0.11, loud * 0.5, pitch * 0.6);
}

function tone(audio: AudioContext, at: number, pitch: number, length: number, loud: number, to = pitch): void {
  const wave = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  wave.frequency.setValueAtTime(pitch, at);
  wave.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  wave.connect(gain).connect(audio.destination);
  wave.start(at);
  wave.stop(at + length + 0.02);
}

/** Browsers let a page play sounds only after a click: call this while handling one. */
export function unlock(): void {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
  } catch {
    // no sound here
  }
}

/** Plays a sound; does nothing if the browser does not allow it. */
export function play(sound: Sound, delay = 0): void {
  if (context?.state !== "running") return;
  try {
    const at = context.currentTime + 0.01 + delay / 1000;
    if (sound === "place") knock(context, at, 330, 0.22);
    else if (sound === "capture") {
      knock(context, at, 250, 0.24);
      knock(context, at + 0.09, 190, 0.16);
    } else if (sound === "turn") tone(context, at, 660, 0.22, 0.06);
    else if (sound === "join") for (const [i, pitch] of [523, 784].entries()) tone(context, at + i * 0.16, pitch, 0.35, 0.1);
    else for (const [i, pitch] of [392, 494, 587].entries()) tone(context, at + i * 0.13, pitch, 0.5, 0.07);
  } catch {
    // no sound here
  }
}
