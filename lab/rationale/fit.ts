import type { Features, Net } from '#server/rationale/finder/heads.ts'

export type Example = { features: Features; targets: (0 | 1 | null)[] }
/** Chosen by results on writer C. */
export type Settings = { hidden: number; epochs: number; rate: number; drop: number; decay: number; seed: number }

const BATCH = 8

/** Trains a network with one hidden layer, using Adam (Kingma and Ba, 2015) and dropout. The same seed gives the same network. */
export function fitNet(examples: Example[], inputs: number, { hidden, epochs, rate, drop, decay, seed }: Settings): Net {
  const random = randomFrom(seed)
  const outputs = examples[0]!.targets.length
  const net: Net = {
    hidden,
    w1: new Float32Array(inputs * hidden).map(() => gauss(random) * 0.08),
    b1: new Float32Array(hidden),
    w2: new Float32Array(outputs * hidden).map(() => gauss(random) / Math.sqrt(hidden)),
    b2: new Float32Array(outputs).fill(-2.5),
  }
  const steps = { w1: adam(net.w1, decay), b1: adam(net.b1, 0), w2: adam(net.w2, decay), b2: adam(net.b2, 0) }
  const order = [...examples.keys()]
  let step = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    const speed = rate * (1 - epoch / epochs) + 1e-5
    for (let at = 0; at < order.length; at += BATCH) {
      const touched = new Set<number>()
      for (const i of order.slice(at, at + BATCH)) addGradients(net, examples[i]!, { steps, touched, drop, random })
      step += 1
      for (const place of touched) steps.w1.update(place * hidden, (place + 1) * hidden, speed, step)
      steps.b1.update(0, hidden, speed, step)
      steps.w2.update(0, net.w2.length, speed, step)
      steps.b2.update(0, outputs, speed, step)
    }
  }
  return net
}

type Steps = Record<'w1' | 'b1' | 'w2' | 'b2', ReturnType<typeof adam>>
type Pass = { steps: Steps; touched: Set<number>; drop: number; random: () => number }

function addGradients(net: Net, { features: { places, values }, targets }: Example, { steps, touched, drop, random }: Pass) {
  const { hidden, w1, w2, b2 } = net
  const inner = Float32Array.from(net.b1)
  for (let k = 0; k < places.length; k++) {
    const base = places[k]! * hidden
    for (let j = 0; j < hidden; j++) inner[j]! += values[k]! * w1[base + j]!
    touched.add(places[k]!)
  }
  const kept = inner.map((value) => (random() < drop || value <= 0 ? 0 : 1 / (1 - drop)))
  const back = new Float32Array(hidden)
  for (const [q, target] of targets.entries()) {
    if (target === null) continue
    let z = b2[q]!
    for (let j = 0; j < hidden; j++) z += inner[j]! * kept[j]! * w2[q * hidden + j]!
    const error = 1 / (1 + Math.exp(-z)) - target
    steps.b2.gradient[q]! += error
    for (let j = 0; j < hidden; j++) {
      back[j]! += error * w2[q * hidden + j]!
      steps.w2.gradient[q * hidden + j]! += error * inner[j]! * kept[j]!
    }
  }
  for (let j = 0; j < hidden; j++) {
    back[j]! *= kept[j]!
    steps.b1.gradient[j]! += back[j]!
  }
  for (let k = 0; k < places.length; k++) {
    const base = places[k]! * hidden
    for (let j = 0; j < hidden; j++) steps.w1.gradient[base + j]! += values[k]! * back[j]!
  }
}

function adam(weights: Float32Array, decay: number) {
  const gradient = new Float32Array(weights.length)
  const mean = new Float32Array(weights.length)
  const spread = new Float32Array(weights.length)
  return {
    gradient,
    update(from: number, to: number, rate: number, step: number) {
      const a = 1 - 0.9 ** Math.min(step, 500)
      const b = 1 - 0.999 ** Math.min(step, 20_000)
      for (let i = from; i < to; i++) {
        const g = gradient[i]! + decay * weights[i]!
        mean[i] = 0.9 * mean[i]! + 0.1 * g
        spread[i] = 0.999 * spread[i]! + 0.001 * g * g
        weights[i]! -= (rate * (mean[i]! / a)) / (Math.sqrt(spread[i]! / b) + 1e-8)
        gradient[i] = 0
      }
    },
  }
}

/** Fits a logistic regression; the last weight is the constant (AdaGrad, Duchi et al., 2011). */
export function fitRow(examples: { features: Features; isFor: boolean }[], inputs: number, seed: number): Float32Array {
  const random = randomFrom(seed)
  const weights = new Float32Array(inputs + 1)
  const seen = new Float32Array(inputs + 1).fill(1e-6)
  const order = [...examples.keys()]
  const move = (i: number, g: number) => {
    seen[i]! += g * g
    weights[i]! -= (0.3 * g) / Math.sqrt(seen[i]!)
  }
  for (let epoch = 0; epoch < 30; epoch++) {
    shuffle(order, random)
    for (const at of order) {
      const { features, isFor } = examples[at]!
      const { places, values } = features
      let z = weights[inputs]!
      for (let k = 0; k < places.length; k++) z += weights[places[k]!]! * values[k]!
      const error = 1 / (1 + Math.exp(-z)) - Number(isFor)
      for (let k = 0; k < places.length; k++) move(places[k]!, error * values[k]! + 1e-3 * weights[places[k]!]!)
      move(inputs, error)
    }
  }
  return weights
}

/** Mulberry32: small, fast and the same everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const gauss = (random: () => number) => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())

function shuffle(order: number[], random: () => number) {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
}
